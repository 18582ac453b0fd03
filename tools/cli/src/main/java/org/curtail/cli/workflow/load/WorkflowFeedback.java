package org.curtail.cli.workflow.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.reissue.times.Wording;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowTraffic;
import org.jspecify.annotations.Nullable;

/**
 * Finds a plan of a workflow that holds under load, because copies are load, too. The paper does
 * not do this (Kwiken has no queues). This class runs nothing: the caller runs the plan of each
 * {@link #step}, in a simulator or live, until there is a verdict.
 *
 * <pre>{@code
 * WorkflowFeedback feedback = WorkflowFeedback.of(plan, planner::plan);
 * while (feedback.step() instanceof WorkflowStep.Run run) {
 *   WorkflowTraffic others = traffic.again(run.repeat());
 *   feedback = feedback.observe(WorkflowObservation.of(load, run.plan(), others));
 * }
 * }</pre>
 *
 * <ul>
 *   <li>The first runs are without copies, then the plan runs.
 *   <li>A plan <b>holds</b> under four conditions. Calls do not pile up at any stage. Copies cost
 *       at most the given budget and a tenth more. The loss is at most the permitted one and a
 *       tenth more. The tail is at least 1 % shorter than without copies. These conditions must be
 *       true in three runs with different requests; for the tail, in their mean. Near the limit,
 *       calls pile up with some requests and not with others. If the given plan holds, it is
 *       accepted.
 *   <li>Otherwise there is a new plan from the observed times for the same budget, because under
 *       load the delays may be too short. Then follow a half of the budget, a quarter and so on,
 *       until a plan holds, at most six times. Times of a run count if calls did not pile up and
 *       copies cost at most twice the given budget.
 *   <li>Then two more budgets are tried, between the budget that holds and the next higher one that
 *       does not. Among the plans that hold, the one with the least observed tail is accepted.
 * </ul>
 *
 * <p>Immutable: each observation makes a new one.
 */
public final class WorkflowFeedback {
  /** Permitted relative excess over a budget or loss, because observations are samples. */
  private static final double OVERSPENT = 0.1;

  /** Least relative fall of the tail; smaller ones may be chance. */
  private static final double LEAST_GAIN = 0.01;

  /**
   * Multiple of the budget. No plan within the budget should cost more than that, and delays
   * planned from times under such a load would be much too late.
   */
  private static final double RUNAWAY = 2;

  /** Number of runs of a plan that holds, each with other requests. */
  private static final int REPEATS = 2;

  private static final int MOST_HALVINGS = 6;
  private static final int MOST_NARROWINGS = 2;

  private final WorkflowPlan given;
  private final BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner;

  /** Judged plans; the plan without copies is first. */
  private final List<Judged> judged;

  /** Runs of the plan that is being repeated. */
  private final List<WorkflowTrial> runs;

  /** Tails without copies, by repeat. */
  private final List<Double> withoutMillis;

  private final WorkflowStep step;

  /** Last observed times without a runaway; null before the first run. */
  private final @Nullable Workflow times;

  /**
   * A plan that ran.
   *
   * @param trial its first run, or the run in which it did not hold
   * @param problem the reason why the plan does not hold; empty if it holds
   */
  private record Judged(WorkflowTrial trial, Optional<String> problem) {}

  private WorkflowFeedback(
      WorkflowPlan given,
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner,
      List<Judged> judged,
      List<WorkflowTrial> runs,
      List<Double> withoutMillis,
      WorkflowStep step,
      @Nullable Workflow times) {
    this.given = given;
    this.planner = planner;
    this.judged = List.copyOf(judged);
    this.runs = List.copyOf(runs);
    this.withoutMillis = List.copyOf(withoutMillis);
    this.step = step;
    this.times = times;
  }

  /**
   * Feedback before the first run.
   *
   * @param plan plan to judge; its goal has the budget and the percentile
   * @param planner makes a plan for a goal with a lower budget, from the observed times: a {@code
   *     WorkflowPlanner} lowers the budget, {@link ThinnedPlan#planner} the probabilities. A plan
   *     without catch-up gets that of the given plan
   */
  public static WorkflowFeedback of(
      WorkflowPlan plan, BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner) {
    var first = new WorkflowStep.Run(ThinnedPlan.of(plan, 0));
    return new WorkflowFeedback(plan, planner, List.of(), List.of(), List.of(), first, null);
  }

  /** Runs all steps in a simulation, until the verdict. */
  public static WorkflowFeedback simulate(
      WorkflowLoad load,
      WorkflowTraffic traffic,
      WorkflowPlan plan,
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner) {
    WorkflowFeedback feedback = of(plan, planner);
    while (feedback.step() instanceof WorkflowStep.Run run) {
      WorkflowTraffic others = traffic.again(run.repeat());
      feedback = feedback.observe(WorkflowObservation.of(load, run.plan(), others));
    }
    return feedback;
  }

  /** The next step. */
  public WorkflowStep step() {
    return step;
  }

  /**
   * All trials so far, one per plan, in order, beginning with the plan without its copies. The
   * trial of a plan that failed in a repetition is that repetition.
   */
  public List<WorkflowTrial> trials() {
    return judged.stream().map(Judged::trial).toList();
  }

  /**
   * The feedback with the result of the last {@link WorkflowStep.Run}.
   *
   * @throws IllegalStateException if the last step was a verdict
   */
  public WorkflowFeedback observe(WorkflowObservation seen) {
    if (!(step instanceof WorkflowStep.Run run)) {
      throw new IllegalStateException("there is a verdict already: " + step);
    }
    var trial =
        new WorkflowTrial(
            run.plan(),
            seen.predictedMillis(),
            seen.tailMillis(),
            seen.budgetUsed(),
            seen.loss(),
            seen.utilisation());
    Workflow known = times;
    if (known == null || (run.repeat() == 0 && isNoRunaway(trial))) {
      known = seen.seen();
    }
    var all = new ArrayList<>(runs);
    all.add(trial);
    return judged.isEmpty() ? without(all, known) : with(all, known);
  }

  /**
   * True if the times are useful. With growing queues they would show the length of the run, and in
   * a runaway the progress of the runaway.
   */
  private boolean isNoRunaway(WorkflowTrial trial) {
    return trial.keptUp() && trial.observedBudget() <= RUNAWAY * given.goal().budget();
  }

  private WorkflowFeedback without(List<WorkflowTrial> all, Workflow known) {
    WorkflowTrial last = all.getLast();
    if (!last.keptUp()) {
      var refused =
          new WorkflowStep.Refused(
              last, "Calls pile up even without copies: the load is too high.");
      var found = new Judged(last, Optional.of("calls pile up"));
      return new WorkflowFeedback(
          given, planner, List.of(found), List.of(), List.of(), refused, known);
    }
    if (all.size() <= REPEATS) {
      return again(all, known);
    }
    return new WorkflowFeedback(
        given,
        planner,
        List.of(new Judged(all.getFirst(), Optional.empty())),
        List.of(),
        all.stream().map(WorkflowTrial::observedMillis).toList(),
        new WorkflowStep.Run(given),
        known);
  }

  private WorkflowFeedback again(List<WorkflowTrial> all, Workflow known) {
    var next = new WorkflowStep.Run(all.getLast().plan(), all.size());
    return new WorkflowFeedback(given, planner, judged, all, withoutMillis, next, known);
  }

  private WorkflowFeedback with(List<WorkflowTrial> all, Workflow known) {
    Optional<String> problem = tooMuch(all.getLast()).or(() -> noGain(all));
    if (problem.isEmpty() && all.size() <= REPEATS) {
      return again(all, known);
    }
    var found = new ArrayList<>(judged);
    found.add(new Judged(problem.isEmpty() ? all.getFirst() : all.getLast(), problem));
    return new WorkflowFeedback(
        given, planner, found, List.of(), withoutMillis, next(found, known), known);
  }

  private WorkflowStep next(List<Judged> all, Workflow seen) {
    if (all.size() == 2 && all.getLast().problem().isEmpty()) {
      return accepted(all.getLast().trial(), true, "The plan holds under load.");
    }
    double low = budgets(all, true).max(Comparator.naturalOrder()).orElse(0.0);
    double high =
        budgets(all, false)
            .filter(budget -> budget > low)
            .min(Comparator.naturalOrder())
            .orElse(given.goal().budget());
    boolean anew = all.size() == 2;
    if (low == 0) {
      double budget = anew ? given.goal().budget() : high / 2;
      return budget < given.goal().budget() / (1 << MOST_HALVINGS) || budget == 0
          ? refused(all)
          : run(all, seen, budget);
    }
    return narrowings(all) < MOST_NARROWINGS && low < given.goal().budget()
        ? run(all, seen, low + (high - low) / 2)
        : best(all);
  }

  /** Budgets of plans with copies that held, or that did not. */
  private static Stream<Double> budgets(List<Judged> all, boolean held) {
    return all.stream()
        .skip(1)
        .filter(plan -> plan.problem().isEmpty() == held)
        .map(plan -> plan.trial().budget());
  }

  /** Trials since the first one that held. */
  private static int narrowings(List<Judged> all) {
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i).problem().isEmpty()) {
        return all.size() - 1 - i;
      }
    }
    return 0;
  }

  private WorkflowStep run(List<Judged> all, Workflow seen, double budget) {
    var goal = new WorkflowGoal(given.goal().percentile(), budget, given.goal().loss());
    WorkflowPlan made = planner.apply(seen, goal);
    CatchUp catchUp = made.catchUp() instanceof CatchUp.None ? given.catchUp() : made.catchUp();
    var plan = new WorkflowPlan(given.workflow(), goal, made.stages(), catchUp);
    // A planner that ignores times would make the same plan again.
    boolean ran =
        all.stream().anyMatch(other -> other.trial().plan().stages().equals(plan.stages()));
    return ran && budget == given.goal().budget()
        ? run(all, seen, budget / 2)
        : new WorkflowStep.Run(plan);
  }

  /** The limit that a run exceeds, regardless of its gain; empty if none. */
  private Optional<String> tooMuch(WorkflowTrial trial) {
    if (!trial.keptUp()) {
      return Optional.of("calls pile up");
    }
    if (trial.observedBudget() > given.goal().budget() * (1 + OVERSPENT)) {
      return Optional.of(
          "copies cost %s, since queues make more calls late than planned"
              .formatted(Wording.percent(trial.observedBudget())));
    }
    return isWithinLoss(trial)
        ? Optional.empty()
        : Optional.of(
            "%s of the answer is not waited for, since queues make more responders late than planned"
                .formatted(Wording.percent(trial.observedLoss())));
  }

  /** The reason if the mean tail of the runs is not shorter than without copies; else empty. */
  private Optional<String> noGain(List<WorkflowTrial> all) {
    double with = all.stream().mapToDouble(WorkflowTrial::observedMillis).average().orElseThrow();
    double without =
        withoutMillis.stream().limit(all.size()).mapToDouble(it -> it).average().orElseThrow();
    // A run with too much loss is no reference.
    return with < without * (1 - LEAST_GAIN) || !isWithinLoss(judged.getFirst().trial())
        ? Optional.empty()
        : Optional.of(
            "%s is %s%s, and %s without copies"
                .formatted(
                    Wording.percentile(given.goal().percentile()),
                    Wording.millis(with),
                    all.size() > 1 ? " in the mean of " + all.size() + " runs" : "",
                    Wording.millis(without)));
  }

  private static boolean isWithinLoss(WorkflowTrial trial) {
    return trial.observedLoss() <= trial.plan().goal().loss() * (1 + OVERSPENT);
  }

  private WorkflowStep best(List<Judged> all) {
    WorkflowTrial best =
        all.stream()
            .skip(1)
            .filter(plan -> plan.problem().isEmpty())
            .map(Judged::trial)
            .min(Comparator.comparingDouble(WorkflowTrial::observedMillis))
            .orElseThrow();
    return accepted(
        best,
        false,
        "The plan for a budget of %s does not hold under load: %s. A new plan, for %s, does."
            .formatted(
                Wording.percent(given.goal().budget()),
                all.get(1).problem().orElseThrow(),
                Wording.percent(best.budget())));
  }

  private WorkflowStep accepted(WorkflowTrial best, boolean asPlanned, String reason) {
    return new WorkflowStep.Accepted(
        best,
        asPlanned,
        reason
            + " %s is %s, and %s without copies; the prediction without queues was %s."
                .formatted(
                    Wording.percentile(given.goal().percentile()),
                    Wording.millis(best.observedMillis()),
                    Wording.millis(withoutMillis.getFirst()),
                    Wording.millis(best.predictedMillis())));
  }

  private WorkflowStep refused(List<Judged> all) {
    String tried =
        all.stream()
            .skip(1)
            .map(plan ->
                "with a budget of %s %s"
                    .formatted(
                        Wording.percent(plan.trial().budget()), plan.problem().orElseThrow()))
            .distinct()
            .collect(Collectors.joining("; "));
    return new WorkflowStep.Refused(
        all.getFirst().trial(), "No plan holds under load: " + tried + ".");
  }
}
