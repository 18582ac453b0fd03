package org.curtail.cli.diagnose;

import java.nio.file.Path;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.inject.InjectionSetting;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.diagnose.observer.Observer;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options of a live diagnosis: the load, the policy, the duration, and the rate of observation. */
final class LiveOptions implements CommandWords.Options {
  private static final String POLICY = "--policy";
  private static final String OBSERVER = "--observer-rate";
  private static final String CHECK = "--check-observer";
  private static final String COUNTERS = "--hardware-counters";
  static final String RECORD = "--record";

  private static final double USUAL_LOAD = 0.6;

  /** Greatest load, in capacities; no service runs above it. */
  private static final double MOST_LOAD = 2;

  private static final int USUAL_REQUESTS = 4_000;
  private static final int USUAL_REPEATS = 10;

  /** Number of blocks if there are no unobserved ones; a burst needs a long block. */
  private static final int INJECTED_REPEATS = 2;

  private static final int MOST_REPEATS = 1_000_000;

  /** Limit of requests: all are kept in memory, with the work of each thread. */
  private static final int MOST_REQUESTS = 1_000_000;

  private static final double MOST_RATE = 1_000_000;

  @Option(
      names = "--load",
      paramLabel = "L",
      description =
          "Share of the sequential capacity, which is measured first: above 0, at most 2. Default:"
              + " 0.6.")
  private @Nullable Double load;

  @Option(
      names = POLICY,
      paramLabel = "P",
      description =
          "The policy that serves: a name as in curtail policies, with its numbers. Default: sequential.")
  private @Nullable String policy;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Interval table, for few-to-many and few-to-many-literal.")
  private @Nullable Path table;

  @Option(names = "--requests", paramLabel = "N", description = "Observed requests. Default: 4000.")
  private @Nullable Integer requests;

  @Option(
      names = "--repeats",
      paramLabel = "R",
      description =
          "Blocks of these requests; unobserved blocks alternate with them, which shows the cost of observing. Default: 10; with --inject 2, without unobserved ones.")
  private @Nullable Integer repeats;

  @Option(
      names = OBSERVER,
      paramLabel = "HZ",
      description =
          "Looks at other threads per second, limited by the machine; 0 for none. Default: 200, for about 1 %% of a core.")
  private @Nullable Double observerRate;

  @Option(
      names = CHECK,
      description =
          "First count for some seconds the observer's impossible samples at 1,000, 10,000 and 100,000 looks per second, before and after its filter.")
  private boolean check;

  @Option(
      names = COUNTERS,
      description =
          "Read cycles and instructions of the processor too, if the system reports them. They distinguish interference from work, and may cost much in a virtual machine.")
  private boolean counters;

  @Option(
      names = RECORD,
      paramLabel = "FILE",
      description =
          "File for a recording of the Flight Recorder, for curtail diagnose and JDK Mission Control.")
  private @Nullable Path record;

  private int blocks;

  /** File of the recording; null for none. */
  @Nullable Path record() {
    return record;
  }

  /**
   * Setting of the run.
   *
   * @param profile file or name of the profile; null for none
   * @param cores number of cores that serve
   * @throws UsageError if an option is out of range, or the policy lacks an input
   */
  LiveSetting setting(
      @Nullable Path profile, int cores, long seed, Optional<InjectionSetting> injection) {
    int usualRepeats = injection.isPresent() ? INJECTED_REPEATS : USUAL_REPEATS;
    double share = OptionRules.above("--load", 0, given(load, USUAL_LOAD), MOST_LOAD);
    int blocks = OptionRules.whole("--repeats", given(repeats, usualRepeats), 1, MOST_REPEATS);
    this.blocks = blocks;
    int wanted = OptionRules.whole("--requests", given(requests, USUAL_REQUESTS), 1, MOST_REQUESTS);
    long least = (long) blocks * LiveSetting.LEAST_REQUESTS_PER_BLOCK;
    if (wanted < least) {
      throw new UsageError(
          "--requests: expected at least %,d, which is %d for each of %,d blocks, found %d"
              .formatted(least, LiveSetting.LEAST_REQUESTS_PER_BLOCK, blocks, wanted));
    }
    double rate =
        OptionRules.number(OBSERVER, given(observerRate, Observer.USUAL_PER_SECOND), 0, MOST_RATE);
    Optional<Profile> demand = Optional.ofNullable(profile).map(NamedProfile::find);
    String name = policy == null ? "sequential" : policy;
    return new LiveSetting(
        name,
        policy(name, demand, cores),
        share,
        Math.ceilDiv(wanted, blocks),
        blocks,
        cores,
        seed,
        rate,
        check,
        counters,
        injection,
        demand);
  }

  private Policy policy(String name, Optional<Profile> demand, int cores) {
    if (!Policies.isKnown(name)) {
      throw new UsageError(POLICY + ": " + PolicyNames.unknown(name, Policies::isKnown));
    }
    if (Policies.needsPrediction(name)) {
      throw new UsageError(POLICY + ": " + PolicyNames.needsDemand(name));
    }
    var ingredients =
        new Policies.Ingredients(demand, Optional.ofNullable(table).map(JsonFile.TABLE::read));
    try {
      Policy made = Policies.named(name, ingredients);
      Policies.checkThreads(name, made, cores);
      return made;
    } catch (IllegalArgumentException e) {
      throw new UsageError("%s: %s%s".formatted(POLICY, e.getMessage(), hint(name, demand)), e);
    }
  }

  /** The options that would give a policy its missing inputs. */
  private String hint(String name, Optional<Profile> demand) {
    boolean lacksProfile = Policies.needs(name).contains(Policies.Need.PROFILE) && demand.isEmpty();
    boolean lacksTable = Policies.needs(name).contains(Policies.Need.TABLE) && table == null;
    return (lacksProfile ? " (--profile FILE)" : "") + (lacksTable ? " (--table FILE)" : "");
  }

  private static <T> T given(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  /**
   * Rejects all options of an annotated object.
   *
   * @param command the parsed command line
   * @param options object with the options
   * @param excluding the option that excludes them
   * @throws UsageError if such an option was given
   */
  static void requireNone(CommandSpec command, Object options, String excluding) {
    ParseResult parsed = command.commandLine().getParseResult();
    for (OptionSpec own : CommandSpec.forAnnotatedObject(options).options()) {
      OptionRules.excludes(
          own.longestName(), parsed.hasMatchedOption(own.longestName()), excluding);
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--load", given(load, USUAL_LOAD))
        .option(POLICY, policy == null ? "sequential" : policy)
        .ifGiven("--table", table)
        .option("--requests", given(requests, USUAL_REQUESTS))
        .option("--repeats", blocks)
        .ifGiven(OBSERVER, observerRate)
        .flag(CHECK, check)
        .flag(COUNTERS, counters)
        .ifGiven(RECORD, record);
  }
}
