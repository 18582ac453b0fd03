package org.curtail.cli.workflow;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.load.StageServers;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult.CatchUpUse;
import org.curtail.workflow.load.WorkflowLoadResult.StageUse;

/** A plan on servers with queues, for people and programs. */
final class LoadedOutput {
  private LoadedOutput() {}

  static Output of(Loaded loaded, List<CaughtUp> caughtUp) {
    var output =
        new Output()
            .field("workflow", loaded.given().plan().workflow())
            .field("queues", true)
            .field("requests", loaded.traffic().requests())
            .field("seed", loaded.traffic().seed())
            .field("rps", loaded.setting().perSecond())
            .field("percentile", loaded.given().plan().goal().percentile())
            .field("holds", loaded.holds())
            .field("holdsAsGiven", loaded.holdsAsGiven())
            .field("reason", loaded.reason())
            .field("catchUp.lateShare", loaded.with().catchUp().lateShare())
            .field("catchUp.cost", loaded.with().catchUp().cost())
            .field("loss", loaded.with().loss())
            .field("wastedShare", loaded.with().wastedShare())
            .line(
                "Simulated with queues: %s requests/s, %s, seed %d; the busiest service is busy %s of the time without copies"
                    .formatted(
                        Numbers.significant(loaded.setting().perSecond()),
                        WorkflowText.counted(loaded.traffic().requests(), "request"),
                        loaded.traffic().seed(),
                        Numbers.percent(loaded.trials().getFirst().utilisation())))
            .gap()
            .table("runs", trials(loaded))
            .gap()
            .table("stages", stages(loaded))
            .gap()
            .line(loaded.reason())
            .line(prediction(loaded))
            .line(catchUp(loaded));
    return caughtUp.isEmpty()
        ? output
        : output
            .gap()
            .line("Late requests, %s:".formatted(CaughtUp.withWhat(loaded)))
            .gap()
            .table("catchUps", CaughtUp.table(caughtUp, loaded))
            .line(CaughtUp.COSTS);
  }

  /** All runs, by index. */
  static Table<Integer> trials(Loaded loaded) {
    List<WorkflowTrial> trials = loaded.trials();
    return Table.ofIndices(trials.size())
        .show("run", Unit.WORDS, LoadedOutput::run)
        .add("budget", "budget", Unit.SHARE, i -> trials.get(i).budget())
        .add(
            WorkflowText.tail(loaded.given().plan().goal()) + " ms without queues",
            "withoutQueuesMs",
            Unit.NUMBER,
            i -> trials.get(i).predictedMillis())
        // Infinite if queues grew without limit, which JSON cannot express.
        .add(
            "with queues",
            "withQueuesMs",
            Unit.NUMBER,
            i -> trials.get(i).keptUp() ? trials.get(i).observedMillis() : null)
        .absent("queues without limit")
        .field("offBy", i -> trials.get(i).keptUp() ? trials.get(i).offBy() : null)
        .add("copies cost", "cost", Unit.SHARE, i -> trials.get(i).observedBudget())
        .add("busiest service", "utilisation", Unit.PERCENT, i -> trials.get(i).utilisation());
  }

  /** The name of a run, by index. */
  static String run(int trial) {
    return trial == 0 ? "without copies" : trial == 1 ? "the plan" : "planned anew";
  }

  /** The stages, by index. */
  static Table<Integer> stages(Loaded loaded) {
    WorkflowLoad load = loaded.setting().load();
    List<StageServers> servers = load.servers();
    Table<Integer> table =
        Table.ofIndices(servers.size())
            .add("stage", "name", Unit.WORDS, i -> loaded.with().stage(i).stage())
            .field("replicas", i -> servers.get(i).replicas())
            .field("slots", i -> servers.get(i).slots())
            .line("servers", Unit.WORDS, i -> servers(load, i))
            .field("sharesServers", i -> isSharing(load, i))
            .page("replicas", Unit.COUNT, i -> servers.get(i).replicas())
            .page("slots", Unit.COUNT, i -> servers.get(i).slots())
            .show("busy", Unit.PERCENT, i -> loaded.without().stage(i).utilisation())
            .show("with copies", Unit.PERCENT, i -> loaded.with().stage(i).utilisation())
            .show("wait ms", Unit.MEASURED, i -> loaded.without().stage(i).meanWaitMillis())
            .show("with copies", Unit.MEASURED, i -> loaded.with().stage(i).meanWaitMillis())
            .page("mean ms", Unit.NUMBER, i -> loaded.without().stage(i).meanMillis())
            .page("with copies", Unit.NUMBER, i -> loaded.with().stage(i).meanMillis())
            .show("copies", Unit.SHARE, i -> loaded.with().stage(i).reissueFraction())
            .show("loss", Unit.SHARE, i -> loaded.with().stage(i).loss());
    use(table, "without.", loaded.without()::stage);
    use(table, "with.", loaded.with()::stage);
    return table;
  }

  private static void use(Table<Integer> table, String of, Function<Integer, StageUse> use) {
    table
        .field(of + "utilisation", i -> use.apply(i).utilisation())
        .field(of + "meanWaitMs", i -> use.apply(i).meanWaitMillis())
        .field(of + "meanMs", i -> use.apply(i).meanMillis())
        .field(of + "reissueFraction", i -> use.apply(i).reissueFraction())
        .field(of + "loss", i -> use.apply(i).loss());
  }

  /** Returns the servers of a stage, by index. */
  static String servers(WorkflowLoad load, int stage) {
    StageServers servers = load.servers().get(stage);
    return (servers.slots() == 1
            ? Numbers.count(servers.replicas())
            : "%s of %s slots"
                .formatted(Numbers.count(servers.replicas()), Numbers.count(servers.slots())))
        + (isSharing(load, stage) ? ", shared" : "");
  }

  private static boolean isSharing(WorkflowLoad load, int stage) {
    String name = load.workflow().stages().get(stage).name();
    return load.shared().stream().anyMatch(group -> group.contains(name));
  }

  /** The error of a prediction without queues. */
  static String prediction(Loaded loaded) {
    WorkflowTrial given = loaded.given();
    return given.keptUp()
        ? "With queues the %s is %s times as long as predicted without them for the plan, and %s times without copies."
            .formatted(
                WorkflowText.tail(given.plan().goal()),
                Numbers.ratio(1 + given.offBy()),
                Numbers.ratio(1 + loaded.trials().getFirst().offBy()))
        : "The prediction without queues is wrong: queues grow without limit.";
  }

  /** The use of the plan's own catch-up; empty if the plan has no catch-up. */
  static Optional<String> catchUp(Loaded loaded) {
    CatchUpUse use = loaded.with().catchUp();
    return loaded.given().plan().catchUp() instanceof CatchUp.None
        ? Optional.empty()
        : Optional.of(
            "Catching up: %s of the calls were late and got help, for %s of the cost of requests."
                .formatted(WorkflowText.share(use.lateShare()), WorkflowText.share(use.cost())));
  }
}
