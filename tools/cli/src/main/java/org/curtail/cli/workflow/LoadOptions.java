package org.curtail.cli.workflow;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.load.StageServers;
import org.curtail.workflow.load.WorkflowLoad;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Servers of a workflow, and the rate of its requests. */
final class LoadOptions implements CommandWords.Options {
  private static final int MOST_REPLICAS = 1000;
  private static final int MOST_SLOTS = 100_000;
  private static final double MOST_RPS = 1e9;
  private static final double MOST_UTILISATION = 0.99;
  private static final double DEFAULT_UTILISATION = 0.5;
  private static final String SHARE_SERVERS = "--share-servers";
  private static final String ASKED = "--rps or --utilisation";

  private static final List<ReplicaChoice> CHOICES =
      List.of(
          ReplicaChoice.RANDOM,
          ReplicaChoice.ROUND_ROBIN,
          ReplicaChoice.TWO_CHOICES,
          ReplicaChoice.SHORTEST_QUEUE);

  @Option(
      names = "--rps",
      paramLabel = "R",
      description = "Requests per second. With queues, copies are load too. Default: no queues.")
  private @Nullable Double rps;

  @Option(
      names = "--utilisation",
      paramLabel = "U",
      description =
          "With --rps: each service gets just enough servers to keep first calls below this share of their time. Without --rps: as many requests as keep the busiest service of --replicas and --slots at this share. Default: 0.5.")
  private @Nullable Double utilisation;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Servers of each service, instead of those of --utilisation. Default: 2.")
  private @Nullable Integer replicas;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Concurrent calls of a server; others wait. Default: 1.")
  private @Nullable Integer slots;

  @Option(
      names = SHARE_SERVERS,
      split = ",",
      paramLabel = "STAGE",
      description =
          "Stages whose calls share servers and wait in the same queues, such as two transfers over one link. Default: each stage has servers of its own.")
  private List<String> sharing = List.of();

  @Option(
      names = "--choice",
      paramLabel = "C",
      description =
          "Choice of a server: random, round-robin, two-choices or shortest-queue. Default: two-choices.")
  private @Nullable String choice;

  @Option(
      names = "--cancel",
      description = "A call ends when its copy has answered. Default: it is served to its end.")
  private boolean cancel;

  @Option(
      names = "--catch-up-limit",
      paramLabel = "X",
      description =
          "Limit of the cost of catching up, as a share of the cost of requests without. Default: no limit.")
  private @Nullable Double catchUpLimit;

  /** Servers and the rate of their requests. */
  record Setting(WorkflowLoad load, double perSecond) {}

  /**
   * Servers with queues; null if not asked for.
   *
   * @throws UsageError if an option is out of range, or needs another one
   */
  @Nullable Setting setting(Workflow workflow) {
    if (rps == null && utilisation == null) {
      requireNothing();
      return null;
    }
    double share =
        utilisation == null
            ? DEFAULT_UTILISATION
            : OptionRules.above("--utilisation", 0, utilisation, MOST_UTILISATION);
    int atOnce = OptionRules.whole("--slots", slots == null ? 1 : slots, 1, MOST_SLOTS);
    if (rps != null) {
      OptionRules.above("--rps", 0, rps, MOST_RPS);
    }
    if (rps != null && replicas == null) {
      return new Setting(
          shaped(WorkflowLoad.sized(workflow, rps, share, atOnce, shared(workflow))), rps);
    }
    if (rps != null && utilisation != null) {
      throw new UsageError("--rps, --utilisation and --replicas: expected two of them, found all");
    }
    int servers =
        OptionRules.whole("--replicas", replicas == null ? 2 : replicas, 1, MOST_REPLICAS);
    WorkflowLoad load =
        shaped(
            WorkflowLoad.of(
                    workflow,
                    Collections.nCopies(
                        workflow.stages().size(), new StageServers(servers, atOnce)))
                .sharing(shared(workflow)));
    return new Setting(load, rps == null ? load.perSecond(share) : carried(load, rps));
  }

  private List<Set<String>> shared(Workflow workflow) {
    if (sharing.isEmpty()) {
      return List.of();
    }
    OptionRules.each(SHARE_SERVERS, sharing);
    List<Stage> stages =
        sharing.stream()
            .map(name -> OptionRules.named(SHARE_SERVERS, name, workflow.stages(), Stage::name))
            .toList();
    for (Stage stage : stages) {
      if (stage.responders().count() != stages.getFirst().responders().count()) {
        throw new UsageError(
            "%s: expected stages with equally many responders, found %s with %d and %s with %d"
                .formatted(
                    SHARE_SERVERS,
                    stages.getFirst().name(),
                    stages.getFirst().responders().count(),
                    stage.name(),
                    stage.responders().count()));
      }
    }
    return List.of(Set.copyOf(sharing));
  }

  /** Returns the rate; rejects a rate above the capacity of the servers. */
  private static double carried(WorkflowLoad load, double perSecond) {
    double most = load.perSecond(1);
    if (perSecond >= most) {
      throw new UsageError(
          "--rps: expected fewer than %s requests per second, the capacity of these servers, found %s"
              .formatted(Numbers.significant(most), Numbers.significant(perSecond)));
    }
    return perSecond;
  }

  private WorkflowLoad shaped(WorkflowLoad load) {
    ReplicaChoice how =
        choice == null
            ? ReplicaChoice.TWO_CHOICES
            : OptionRules.named("--choice", choice, CHOICES, ReplicaChoice::name);
    WorkflowLoad chosen =
        load.choosing(how).cancelling(cancel ? Cancellation.AT_ONCE : Cancellation.NONE);
    return catchUpLimit == null
        ? chosen
        : chosen.catchingUpWithin(OptionRules.number("--catch-up-limit", catchUpLimit, 0, 1));
  }

  private void requireNothing() {
    OptionRules.needs("--replicas", replicas != null, ASKED);
    OptionRules.needs("--slots", slots != null, ASKED);
    OptionRules.needs(SHARE_SERVERS, !sharing.isEmpty(), ASKED);
    OptionRules.needs("--choice", choice != null, ASKED);
    OptionRules.needs("--cancel", cancel, ASKED);
    OptionRules.needs("--catch-up-limit", catchUpLimit != null, ASKED);
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--rps", rps)
        .ifGiven("--utilisation", utilisation)
        .ifGiven("--replicas", replicas)
        .ifGiven("--slots", slots)
        .ifGiven(SHARE_SERVERS, sharing.isEmpty() ? null : sharing)
        .ifGiven("--choice", choice)
        .flag("--cancel", cancel)
        .ifGiven("--catch-up-limit", catchUpLimit);
  }
}
