package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.replicas.BlockBench;
import org.curtail.benchkit.replicas.BlockFigures;
import org.curtail.benchkit.replicas.BlockOutcomes.AtLoad;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.jspecify.annotations.Nullable;

/**
 * Compares plans for a workflow on real servers. After its warm-up, each contender begins with
 * fresh budgets.
 */
public final class WorkflowBench
    extends BlockBench<WorkflowContender, WorkflowServers, WorkflowTrace, WorkflowOutcome> {
  /** Length of the warm-up: enough for open connections and compiled code. */
  private static final double WARM_UP_SECONDS = 2;

  private static final int LEAST_WARM_UP = 100;

  /** Greatest number of stages in a line of text. */
  private static final int MOST_STAGES = 12;

  private final WorkflowSetting setting;
  private final WorkflowForecasts forecasts;

  /** Creates the bench, and simulates all contenders. */
  public WorkflowBench(WorkflowSetting setting, Console console) {
    super(setting, console, WorkflowContender::name, WorkflowOutcome::block);
    this.setting = setting;
    forecasts = new WorkflowForecasts(setting);
  }

  private record Work(WorkflowSetting setting, WorkflowServers servers, WorkflowClient client)
      implements AtWork<WorkflowTrace, WorkflowOutcome> {
    @Override
    public Optional<WorkflowOutcome> serve(WorkflowTrace trace) throws InterruptedException {
      return new WorkflowBlock(setting.workflow(), servers, client, trace).run();
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @Override
  protected String servers() {
    return "%d stages on %d servers on loopback"
        .formatted(setting.servers().size(), setting.serverCount());
  }

  @Override
  protected WorkflowServers start() throws IOException {
    return WorkflowServers.start(setting);
  }

  /** Starts a contender with compiled code and fresh budgets. */
  @Override
  protected AtWork<WorkflowTrace, WorkflowOutcome> warm(
      WorkflowContender contender, double load, WorkflowServers servers)
      throws InterruptedException {
    double perSecond = setting.perSecond(load);
    int requests =
        Math.max(
            LEAST_WARM_UP, (int) Math.min(setting.requestsPerBlock(), WARM_UP_SECONDS * perSecond));
    var work = new Work(setting, servers, WorkflowClient.start(setting, contender, servers));
    try {
      var _ = work.serve(draw(requests, perSecond, setting.seed() - 1));
      StopSignal.check("stopped while warming up; no results were written");
      work.client().resetBudgets();
      return work;
    } catch (InterruptedException | RuntimeException e) {
      work.close();
      throw e;
    }
  }

  @Override
  protected WorkflowTrace draw(int requests, double perSecond, long seed) {
    return WorkflowTrace.draw(setting, requests, perSecond, seed);
  }

  @Override
  protected Run run(
      WorkflowContender contender, AtLoad<WorkflowContender, WorkflowOutcome> outcomes) {
    return outcomes
        .figures()
        .run(
            contender.name(),
            outcomes.blocks(contender),
            against(contender, outcomes),
            null,
            live(contender, outcomes.of(contender), outcomes.figures().load()));
  }

  /**
   * Returns the ratios of the plan to each other contender, and of each contender to no plan, which
   * is last. Empty for a single block, which gives no interval.
   */
  private static List<Comparison> against(
      WorkflowContender contender, AtLoad<WorkflowContender, WorkflowOutcome> outcomes) {
    var against = new ArrayList<Comparison>();
    boolean hasNone = outcomes.contenders().stream().anyMatch(WorkflowBench::isNone);
    if (!hasNone || isNone(contender) || outcomes.of(contender).size() < 2) {
      return against;
    }
    boolean isPlan = contender.name().equals(WorkflowContender.PLAN);
    List<WorkflowContender> others = new ArrayList<>(outcomes.contenders());
    // The ratio to no plan comes last: reports on several loads show it first.
    others.sort(Comparator.comparing(WorkflowBench::isNone));
    for (WorkflowContender other : others) {
      boolean isBeside =
          !other.equals(contender) && outcomes.of(other).size() == outcomes.of(contender).size();
      if (isBeside && (isPlan || isNone(other))) {
        against.add(
            outcomes
                .figures()
                .against(other.name(), outcomes.blocks(contender), outcomes.blocks(other)));
      }
    }
    return against;
  }

  private static boolean isNone(WorkflowContender contender) {
    return contender.name().equals(WorkflowContender.NONE);
  }

  private LiveWorkflow live(WorkflowContender contender, List<WorkflowOutcome> own, double load) {
    double[] costs = own.stream().mapToDouble(WorkflowOutcome::copiesCost).toArray();
    // All blocks have the same number of requests.
    double cost = Arrays.stream(costs).sum() / costs.length;
    int requests = own.stream().mapToInt(outcome -> outcome.block().requests()).sum();
    var stages = new ArrayList<LiveStage>();
    for (int s = 0; s < setting.workflow().stages().size(); s++) {
      stages.add(stage(s, contender, own));
    }
    return new LiveWorkflow(
        contender.budget().isPresent() ? contender.budget().getAsDouble() : null,
        cost,
        2 * BlockFigures.standardError(costs, cost, requests),
        own.stream().mapToDouble(WorkflowOutcome::loss).average().orElseThrow(),
        forecasts.withoutQueues(contender),
        forecasts.underLoad(contender, load),
        stages,
        Math.toIntExact(own.stream().mapToLong(WorkflowOutcome::lostConnections).sum()));
  }

  private LiveStage stage(int index, WorkflowContender contender, List<WorkflowOutcome> own) {
    Stage stage = setting.workflow().stages().get(index);
    StageCounter.Tally all = StageCounter.Tally.NONE;
    for (WorkflowOutcome outcome : own) {
      all = all.plus(outcome.stages().get(index));
    }
    double[] shares =
        own.stream().mapToDouble(outcome -> outcome.stages().get(index).share()).toArray();
    return new LiveStage(
        stage.name(),
        Math.toIntExact(all.calls()),
        Math.toIntExact(all.copies().sent()),
        planned(contender, index),
        all.share(),
        2 * BlockFigures.standardError(shares, all.share(), all.calls()),
        Math.toIntExact(all.copies().overBudget()),
        Math.toIntExact(all.copies().overLoad()),
        all.loss());
  }

  private static @Nullable Double planned(WorkflowContender contender, int stage) {
    return contender
        .planned()
        .map(plan -> (Double) plan.stages().get(stage).reissueFraction())
        .orElse(null);
  }

  @Override
  protected Map<String, Object> described() {
    var described = new LinkedHashMap<String, Object>();
    described.put("requests/s that the busiest stage carries", setting.capacityPerSecond());
    described.put("warm-up of each policy and load, s", WARM_UP_SECONDS);
    described.putAll(contenderWords(setting));
    return described;
  }

  @Override
  protected Verdict verdict(MeasuredRuns measured) {
    return WorkflowVerdict.of(measured);
  }

  @Override
  protected List<PaperFigure> figures(List<Run> runs) {
    return loadFigures(runs);
  }

  /** Returns a line of text for each contender. */
  private static Map<String, String> contenderWords(WorkflowSetting setting) {
    var words = new LinkedHashMap<String, String>();
    for (WorkflowContender contender : setting.contenders()) {
      if (contender.name().equals(WorkflowContender.NONE)) {
        continue;
      }
      words.put(
          "stages of " + contender.name(),
          switch (contender) {
            case WorkflowContender.Planned planned -> contenderWordsPlanned(planned.plan());
            case WorkflowContender.TimeOuts timeOuts ->
                timeOuts(setting.workflow().stages(), timeOuts.percentile());
          });
    }
    return words;
  }

  private static String contenderWordsPlanned(WorkflowPlan plan) {
    var stages = new ArrayList<String>();
    for (StagePlan stage : plan.stages()) {
      var parts = new ArrayList<String>();
      stage.policy().reissues().forEach(copy -> parts.add(copy(copy)));
      if (stage.partial().mayLose()) {
        parts.add(partial(stage.partial()));
      }
      if (!parts.isEmpty()) {
        stages.add(stage.stage() + " " + String.join(", ", parts));
      }
    }
    if (plan.catchUp() instanceof CatchUp.GlobalReissue late) {
      stages.add(
          "requests late after %s: other copies at %s"
              .formatted(
                  Numbers.time(late.afterMillis()),
                  late.policies().size() == 1 ? "1 stage" : late.policies().size() + " stages"));
    }
    return stages.isEmpty() ? "no copies" : joined(stages);
  }

  private static String copy(Reissue copy) {
    return "again after %s%s"
        .formatted(
            Numbers.time(copy.delayMillis()),
            copy.probability() == 1
                ? ""
                : " with probability " + Numbers.significant(copy.probability()));
  }

  private static String partial(PartialAnswer partial) {
    var parts = new ArrayList<String>();
    if (partial.extraMillis() < Double.POSITIVE_INFINITY) {
      parts.add(
          "%s after %s of the answers"
              .formatted(Numbers.time(partial.extraMillis()), Numbers.percent(partial.fraction())));
    }
    if (partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
      parts.add("after " + Numbers.time(partial.cutoffMillis()));
    }
    return "waits no longer " + String.join(" or ", parts);
  }

  private static String timeOuts(List<Stage> stages, double percentile) {
    List<String> each =
        stages.stream()
            .map(stage -> stage.name() + " " + Numbers.time(TimeOutRule.millis(stage, percentile)))
            .toList();
    return "given up at the %s of the stage and tried once more elsewhere, without a budget: %s"
        .formatted(Numbers.percentile(percentile), joined(each));
  }

  private static String joined(List<String> stages) {
    return stages.size() <= MOST_STAGES
        ? String.join("; ", stages)
        : "%s; and %d more"
            .formatted(
                String.join("; ", stages.subList(0, MOST_STAGES)), stages.size() - MOST_STAGES);
  }

  /** Returns the pictures; none if they would have a single point. */
  static List<PaperFigure> loadFigures(List<Run> runs) {
    long loads = runs.stream().map(Run::load).distinct().count();
    boolean compared = runs.stream().anyMatch(run -> !run.against().isEmpty());
    return loads > 1 && compared ? List.of(againstLoad(runs)) : List.of();
  }

  private static PaperFigure againstLoad(List<Run> runs) {
    return BlockFigures.againstLoad(
        runs,
        WorkflowContender.NONE,
        "Where the plan helps and where it harms",
        "Left, the tail from end to end as a ratio to that without copies, on the same arrivals,"
            + " with 95 % intervals over paired blocks: above 1, copies harm. Right, what they cost",
        "load, % of the busiest stage's slots",
        "What copies cost",
        "% of what first visits cost",
        run -> {
          LiveWorkflow live = requireNonNull(run.workflow(), run.policy());
          return BlockFigures.point(run, live.budgetUsed(), live.budgetTwoErrors());
        });
  }
}
