package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a plan of a workflow that holds under load, where copies are load themselves, which the
 * paper leaves out (Kwiken counts no queues). Nothing here runs anything: whoever uses it runs the
 * plan of each {@link #step}, in a simulator or live, until there is a verdict.
 *
 * <pre>{@code
 * WorkflowFeedback feedback = WorkflowFeedback.of(plan, planner::plan);
 * while (feedback.step() instanceof WorkflowStep.Run run) {
 *   feedback = feedback.observe(WorkflowObservation.of(load, run.plan(), traffic));
 * }
 * }</pre>
 *
 * <ul>
 *   <li>The first run is without copies, the second is the plan.
 *   <li>A plan <b>holds</b> if calls do not pile up at any stage, copies cost no more than the
 *       given budget and a tenth of it, no more is lost than allowed and a tenth of that, and the
 *       tail is shorter than without copies, by 1 % at least. If the given plan holds, it is
 *       accepted.
 *   <li>Otherwise it is planned anew from the times that were seen, for the same budget, since
 *       under load its delays may be too short; then for a half of the budget, a quarter and so on,
 *       until a plan holds, at most six times. Times of a run count if calls did not pile up and
 *       copies cost no more than twice the given budget.
 *   <li>Then it looks twice between the budget that holds and the one above it, which does not. Of
 *       those that hold, the one with the least observed tail is accepted.
 * </ul>
 *
 * <p>Immutable: each observation makes a new one.
 */
public final class WorkflowFeedback {
  /**
   * By how much, relative to it, more than a budget or loss may be spent: what is seen is samples.
   */
  private static final double OVERSPENT = 0.1;

  /** By which part of itself the tail must fall: less may be chance. */
  private static final double LEAST_GAIN = 0.01;

  /**
   * Copies that cost more than so many budgets make a load that no plan within the budget meets: the
   * delays of a plan made from times that were seen then would come too late for all.
   */
  private static final double RUNAWAY = 2;

  private static final int MOST_HALVINGS = 6;
  private static final int MOST_NARROWINGS = 2;

  private final WorkflowPlan given;
  private final BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner;
  private final List<WorkflowTrial> trials;
  private final WorkflowStep step;

  /** As they were last seen without a runaway; null before the first run. */
  private final @Nullable Workflow times;

  private WorkflowFeedback(
      WorkflowPlan given,
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner,
      List<WorkflowTrial> trials,
      WorkflowStep step,
      @Nullable Workflow times) {
    this.given = given;
    this.planner = planner;
    this.trials = List.copyOf(trials);
    this.step = step;
    this.times = times;
  }

  /**
   * Before the first run.
   *
   * @param plan to judge; its goal has the budget and the percentile
   * @param planner makes a plan for a goal with a lower budget, from the times that were seen: a
   *     {@code WorkflowPlanner} lowers the budget, {@link ThinnedPlan#planner} the probabilities. A
   *     plan of it without catch-up gets that of the given one
   */
  public static WorkflowFeedback of(
      WorkflowPlan plan, BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner) {
    return new WorkflowFeedback(
        plan, planner, List.of(), new WorkflowStep.Run(ThinnedPlan.of(plan, 0)), null);
  }

  /** Runs all in a simulation, until the verdict. */
  public static WorkflowFeedback simulate(
      WorkflowLoad load,
      WorkflowTraffic traffic,
      WorkflowPlan plan,
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner) {
    WorkflowFeedback feedback = of(plan, planner);
    while (feedback.step() instanceof WorkflowStep.Run run) {
      feedback = feedback.observe(WorkflowObservation.of(load, run.plan(), traffic));
    }
    return feedback;
  }

  /** What to do now. */
  public WorkflowStep step() {
    return step;
  }

  /** What has been run so far, in order; first the plan without its copies. */
  public List<WorkflowTrial> trials() {
    return trials;
  }

  /**
   * Goes on with what came of the last {@link WorkflowStep.Run}.
   *
   * @throws IllegalStateException if the last step was a verdict
   */
  public WorkflowFeedback observe(WorkflowObservation seen) {
    if (!(step instanceof WorkflowStep.Run run)) {
      throw new IllegalStateException("there is a verdict already: " + step);
    }
    var all = new ArrayList<>(trials);
    all.add(
        new WorkflowTrial(
            run.plan(),
            seen.predictedMillis(),
            seen.tailMillis(),
            seen.budgetUsed(),
            seen.loss(),
            seen.utilisation()));
    Workflow known = times == null || isNoRunaway(all.getLast()) ? seen.seen() : times;
    return new WorkflowFeedback(given, planner, all, next(all, known), known);
  }

  /** Times of queues without end say how long the run was, those of a runaway how far it got. */
  private boolean isNoRunaway(WorkflowTrial trial) {
    return trial.keptUp() && trial.observedBudget() <= RUNAWAY * given.goal().budget();
  }

  private WorkflowStep next(List<WorkflowTrial> all, Workflow seen) {
    WorkflowTrial without = all.getFirst();
    WorkflowTrial last = all.getLast();
    if (!without.keptUp()) {
      return new WorkflowStep.Refused(
          without, "Even without copies the load is too much: calls pile up.");
    }
    if (all.size() == 1) {
      return new WorkflowStep.Run(given);
    }
    Optional<String> problem = problem(all, last);
    if (all.size() == 2 && problem.isEmpty()) {
      return accepted(all, last, true, "The plan holds under load.");
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
  private Stream<Double> budgets(List<WorkflowTrial> all, boolean held) {
    return all.stream()
        .skip(1)
        .filter(trial -> problem(all, trial).isEmpty() == held)
        .map(WorkflowTrial::budget);
  }

  /** Trials since the first one that held. */
  private int narrowings(List<WorkflowTrial> all) {
    for (int i = 1; i < all.size(); i++) {
      if (problem(all, all.get(i)).isEmpty()) {
        return all.size() - 1 - i;
      }
    }
    return 0;
  }

  private WorkflowStep run(List<WorkflowTrial> all, Workflow seen, double budget) {
    var goal = new WorkflowGoal(given.goal().percentile(), budget, given.goal().loss());
    WorkflowPlan made = planner.apply(seen, goal);
    CatchUp catchUp = made.catchUp() instanceof CatchUp.None ? given.catchUp() : made.catchUp();
    var plan = new WorkflowPlan(given.workflow(), goal, made.stages(), catchUp);
    // A planner that goes by budgets only makes the same plan again.
    boolean ran = all.stream().anyMatch(trial -> trial.plan().stages().equals(plan.stages()));
    return ran && budget == given.goal().budget()
        ? run(all, seen, budget / 2)
        : new WorkflowStep.Run(plan);
  }

  /** Why a trial does not hold, if it does not. */
  private Optional<String> problem(List<WorkflowTrial> all, WorkflowTrial trial) {
    WorkflowTrial without = all.getFirst();
    if (!trial.keptUp()) {
      return Optional.of("calls pile up");
    }
    if (trial.observedBudget() > given.goal().budget() * (1 + OVERSPENT)) {
      return Optional.of(
          "copies cost %s, for queues make more calls late than planned"
              .formatted(LoadWords.percent(trial.observedBudget())));
    }
    if (!isWithinLoss(trial)) {
      return Optional.of(
          "%s of the answer is not waited for, for queues make more responders late than planned"
              .formatted(LoadWords.percent(trial.observedLoss())));
    }
    // What loses too much is no measure.
    return trial.observedMillis() < without.observedMillis() * (1 - LEAST_GAIN)
            || !isWithinLoss(without)
        ? Optional.empty()
        : Optional.of(
            "%s is %s, and %s without copies"
                .formatted(
                    LoadWords.percentile(trial.plan().goal().percentile()),
                    LoadWords.millis(trial.observedMillis()),
                    LoadWords.millis(without.observedMillis())));
  }

  private static boolean isWithinLoss(WorkflowTrial trial) {
    return trial.observedLoss() <= trial.plan().goal().loss() * (1 + OVERSPENT);
  }

  private WorkflowStep best(List<WorkflowTrial> all) {
    WorkflowTrial best =
        all.stream()
            .skip(1)
            .filter(trial -> problem(all, trial).isEmpty())
            .min(Comparator.comparingDouble(WorkflowTrial::observedMillis))
            .orElseThrow();
    return accepted(
        all,
        best,
        false,
        "The plan for a budget of %s does not hold under load: %s. One made anew, for %s, does."
            .formatted(
                LoadWords.percent(given.goal().budget()),
                problem(all, all.get(1)).orElseThrow(),
                LoadWords.percent(best.budget())));
  }

  private WorkflowStep accepted(
      List<WorkflowTrial> all, WorkflowTrial best, boolean asPlanned, String reason) {
    return new WorkflowStep.Accepted(
        best,
        asPlanned,
        reason
            + " %s is %s, and %s without copies; without queues %s was predicted."
                .formatted(
                    LoadWords.percentile(given.goal().percentile()),
                    LoadWords.millis(best.observedMillis()),
                    LoadWords.millis(all.getFirst().observedMillis()),
                    LoadWords.millis(best.predictedMillis())));
  }

  private WorkflowStep refused(List<WorkflowTrial> all) {
    String tried =
        all.stream()
            .skip(1)
            .map(trial ->
                "with a budget of %s %s"
                    .formatted(
                        LoadWords.percent(trial.budget()), problem(all, trial).orElseThrow()))
            .distinct()
            .collect(Collectors.joining("; "));
    return new WorkflowStep.Refused(all.getFirst(), "No plan holds under load: " + tried + ".");
  }
}
