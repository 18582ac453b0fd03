package org.curtail.cli.reissue;

import java.util.List;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a trial of the plan under load, and of its servers. */
final class LoadOptions implements CommandWords.Options {
  private static final int MOST_REPLICAS = 1000;
  private static final int MOST_SLOTS = 100_000;
  private static final double MOST_RPS = 1e9;
  private static final int FEWEST_REQUESTS = 1000;
  private static final int MOST_REQUESTS = 1_000_000;

  private static final List<ReplicaChoice> CHOICES =
      List.of(
          ReplicaChoice.RANDOM,
          ReplicaChoice.ROUND_ROBIN,
          ReplicaChoice.TWO_CHOICES,
          ReplicaChoice.SHORTEST_QUEUE,
          ReplicaChoice.C3,
          ReplicaChoice.PREQUAL);

  @Option(
      names = "--simulate",
      description =
          "Try the plan under load: copies are load too. If it does not hold there, one that does is"
              + " looked for and written. Needs --rps.")
  private boolean simulate;

  @Option(
      names = "--rps",
      paramLabel = "R",
      description = "With --simulate: requests per second, to all replicas together.")
  private @Nullable Double rps;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "With --simulate: servers that can answer a request. Default: 3.")
  private @Nullable Integer replicas;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "With --simulate: requests that a server serves at once, others wait. Default: 1.")
  private @Nullable Integer slots;

  @Option(
      names = "--choice",
      paramLabel = "C",
      description =
          "With --simulate: how clients choose a server: random, round-robin, two-choices,"
              + " shortest-queue, c3 or prequal. Default: random.")
  private @Nullable String choice;

  @Option(
      names = "--cancel",
      description =
          "With --simulate: the slower of two copies ends when the other has answered. Default: it"
              + " is served to its end.")
  private boolean cancel;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "With --simulate: requests in each run. Default: 40000.")
  private @Nullable Integer requests;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "With --simulate: for arrivals and service times. Default: 1.")
  private @Nullable Long seed;

  /**
   * The setting of the trial; null if not asked for.
   *
   * @throws UsageError if an option is out of range, or given without --simulate
   */
  @Nullable LoadSetting setting() {
    if (!simulate) {
      requireNothing();
      return null;
    }
    if (rps == null) {
      throw OptionRules.needs("--simulate", "--rps");
    }
    return new LoadSetting(
        OptionRules.above("--rps", 0, rps, MOST_RPS),
        OptionRules.whole("--replicas", or(replicas, 3), 2, MOST_REPLICAS),
        OptionRules.whole("--slots", or(slots, 1), 1, MOST_SLOTS),
        choice == null
            ? ReplicaChoice.RANDOM
            : OptionRules.named("--choice", choice, CHOICES, ReplicaChoice::name),
        cancel ? Cancellation.AT_ONCE : Cancellation.NONE,
        OptionRules.whole("--requests", or(requests, 40_000), FEWEST_REQUESTS, MOST_REQUESTS),
        seed == null ? 1 : seed);
  }

  private static int or(@Nullable Integer given, int otherwise) {
    return given == null ? otherwise : given;
  }

  private void requireNothing() {
    OptionRules.needs("--rps", rps != null, "--simulate");
    OptionRules.needs("--replicas", replicas != null, "--simulate");
    OptionRules.needs("--slots", slots != null, "--simulate");
    OptionRules.needs("--choice", choice != null, "--simulate");
    OptionRules.needs("--cancel", cancel, "--simulate");
    OptionRules.needs("--requests", requests != null, "--simulate");
    OptionRules.needs("--seed", seed != null, "--simulate");
  }

  @Override
  public void writeTo(CommandWords line) {
    line.flag("--simulate", simulate)
        .ifGiven("--rps", rps)
        .ifGiven("--replicas", replicas)
        .ifGiven("--slots", slots)
        .ifGiven("--choice", choice)
        .flag("--cancel", cancel)
        .ifGiven("--requests", requests)
        .ifGiven("--seed", seed);
  }
}
