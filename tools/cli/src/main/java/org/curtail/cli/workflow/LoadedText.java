package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StageServers;
import org.curtail.workflow.WorkflowLoadResult.CatchUpUse;
import org.curtail.workflow.WorkflowLoadResult.StageUse;

/** A plan under load, in words. */
final class LoadedText {
  private LoadedText() {}

  static List<String> lines(Loaded loaded, List<CaughtUp> caughtUp) {
    var lines = new ArrayList<String>();
    lines.add(
        "Simulated with queues: %s requests/s, %s, seed %d; the busiest service computes %s of the time without copies"
            .formatted(
                Numbers.significant(loaded.setting().perSecond()),
                WorkflowText.counted(loaded.traffic().requests(), "request"),
                loaded.traffic().seed(),
                Numbers.percent(loaded.trials().getFirst().utilisation())));
    lines.add("");
    lines.addAll(runs(loaded));
    lines.add("");
    lines.addAll(stages(loaded));
    lines.add("");
    lines.add(loaded.reason());
    lines.add(prediction(loaded));
    catchUp(loaded).ifPresent(lines::add);
    if (!caughtUp.isEmpty()) {
      lines.add("");
      lines.addAll(CaughtUpText.lines(caughtUp, loaded));
    }
    return lines;
  }

  private static List<String> runs(Loaded loaded) {
    String tail = WorkflowText.tail(loaded.given().plan().goal());
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "run",
            "budget",
            tail + " ms without queues",
            "with queues",
            "copies cost",
            "busiest service"));
    List<WorkflowTrial> trials = loaded.trials();
    for (int i = 0; i < trials.size(); i++) {
      WorkflowTrial trial = trials.get(i);
      rows.add(
          List.of(
              run(i),
              WorkflowText.share(trial.budget()),
              Numbers.significant(trial.predictedMillis()),
              trial.keptUp() ? Numbers.significant(trial.observedMillis()) : "queues without end",
              WorkflowText.share(trial.observedBudget()),
              Numbers.percent(trial.utilisation())));
    }
    return Columns.aligned(rows);
  }

  /** What the trial of a place is. */
  static String run(int trial) {
    return trial == 0 ? "without copies" : trial == 1 ? "the plan" : "planned anew";
  }

  private static List<String> stages(Loaded loaded) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "stage", "servers", "busy", "with copies", "wait ms", "with copies", "copies", "loss"));
    List<StageServers> servers = loaded.setting().load().servers();
    for (int i = 0; i < servers.size(); i++) {
      StageUse without = loaded.without().stage(i);
      StageUse with = loaded.with().stage(i);
      rows.add(
          List.of(
              with.stage(),
              servers(servers.get(i)),
              Numbers.percent(without.utilisation()),
              Numbers.percent(with.utilisation()),
              Numbers.measured(without.meanWaitMillis()),
              Numbers.measured(with.meanWaitMillis()),
              WorkflowText.share(with.reissueFraction()),
              WorkflowText.share(with.loss())));
    }
    return Columns.aligned(rows);
  }

  static String servers(StageServers servers) {
    return servers.slots() == 1
        ? Numbers.count(servers.replicas())
        : "%s of %s slots"
            .formatted(Numbers.count(servers.replicas()), Numbers.count(servers.slots()));
  }

  /** How wrong it is to forget queues. */
  static String prediction(Loaded loaded) {
    WorkflowTrial given = loaded.given();
    return given.keptUp()
        ? "With queues the %s is %s times as long as predicted without them for the plan, and %s times without copies."
            .formatted(
                WorkflowText.tail(given.plan().goal()),
                Numbers.ratio(1 + given.offBy()),
                Numbers.ratio(1 + loaded.trials().getFirst().offBy()))
        : "The prediction without queues does not hold at all: queues grow without end.";
  }

  /** What the plan's own catch-up took; nothing if it has none. */
  static Optional<String> catchUp(Loaded loaded) {
    CatchUpUse use = loaded.with().catchUp();
    return loaded.given().plan().catchUp() instanceof CatchUp.None
        ? Optional.empty()
        : Optional.of(
            "Catching up: %s of the calls were late and went faster, for %s of what requests cost."
                .formatted(WorkflowText.share(use.lateShare()), WorkflowText.share(use.cost())));
  }
}
