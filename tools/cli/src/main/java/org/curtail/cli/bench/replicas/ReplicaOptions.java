package org.curtail.cli.bench.replicas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.latencylog.LatencyLog;
import org.curtail.benchkit.latencylog.LogSummary;
import org.curtail.benchkit.replicas.FirstReplica;
import org.curtail.benchkit.replicas.RecordedTimes;
import org.curtail.benchkit.replicas.ReplicaBench;
import org.curtail.benchkit.replicas.ReplicaContender;
import org.curtail.benchkit.replicas.ReplicaNoise;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.benchkit.replicas.ReplicaNoise.Slowness;
import org.curtail.benchkit.replicas.ReplicaPolicy;
import org.curtail.benchkit.replicas.ReplicaSetting;
import org.curtail.benchkit.replicas.ReplicaSetting.Planning;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.steps.RateSteps;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.latencylog.LogOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a comparison of hedging policies on replicas. */
public final class ReplicaOptions {
  static final String NONE = "none";

  private static final String OPTION = "--noise";

  private static final Pattern FORM =
      Pattern.compile("(pause|slow):([^%x]+)%x([^x]+?)(?:x([^x]+))?");

  public static final String REPLICAS = "--replicas";

  public static final int MOST_REPLICAS = 64;
  private static final int MOST_SLOTS = 10_000;

  /** Requests per second that two cores easily serve as client and servers together. */
  private static final double EASY_PER_SECOND = 1000;

  private static final double HARD_PER_SECOND = 4000;

  private static final List<Double> LOADS = List.of(0.3, 0.6, 0.9);

  private static final List<Double> BUDGETS = List.of(0.02);
  private static final double PERCENTILE = 99;

  @Option(
      names = REPLICAS,
      paramLabel = "N",
      description =
          "In place of --index and --queries: compare hedging on N real HTTP servers on this machine. They hold each request for its time in --log and compute nothing.")
  private @Nullable Integer replicas;

  @Mixin private final LogOptions log = new LogOptions();

  @Option(
      names = "--slots",
      paramLabel = "C",
      description =
          "With --replicas or --workflow: requests that each server serves at once; others wait in order of arrival. Default: as many as needed for about 1,000 requests/s, with --workflow 2,000 calls/s, or for twice --rps.")
  private @Nullable Integer slots;

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "NOISE",
      description =
          "With --replicas or --workflow: pause:4%%x200ms: for 4 %% of the time one server (of each stage) stops, 200 ms each time, in random order; slow:20%%x2sx3: for 20 %% of the time all are 3 times slower at once, 2 s each time; none. Default: none.")
  private @Nullable List<String> noise;

  @Option(
      names = "--choice",
      paramLabel = "HOW",
      description =
          "With --replicas, --redis or --servers: server of a first copy, random or round-robin; a second copy goes to any other replica. Default: random.")
  private @Nullable String choice;

  @Option(
      names = "--budget",
      split = ",",
      paramLabel = "B",
      description =
          "With --replicas, --redis or --servers: copies per request that single-d, single-r and single-r-adaptive may"
              + " send; several are compared. Default: 0.02.")
  private @Nullable List<Double> budgets;

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description =
          "With --replicas, --redis or --servers: percentile that plans lower. Default: 99.")
  private @Nullable Double percentile;

  /** True if there are replicas. */
  public boolean isAsked() {
    return replicas != null;
  }

  /**
   * Rejects options of replicas only.
   *
   * @throws UsageError if such an option is given without replicas
   */
  public void requireNoneWithoutReplicas() {
    OptionRules.needs("--log", log.file() != null, REPLICAS);
    OptionRules.needs("--slots", slots != null, REPLICAS);
    OptionRules.needs("--noise", noise != null, REPLICAS);
    OptionRules.needs("--choice", choice != null, REPLICAS);
    OptionRules.needs("--budget", budgets != null, REPLICAS);
    OptionRules.needs("--percentile", percentile != null, REPLICAS);
  }

  /**
   * Rejects options that a graph of services does not have.
   *
   * @param given the option that selects the graph
   * @throws UsageError if such an option is given
   */
  public void requireNoneOfOneService(String given) {
    OptionRules.excludes("--log", log.file() != null, given);
    OptionRules.excludes("--choice", choice != null, given);
    OptionRules.excludes("--budget", budgets != null, given);
    OptionRules.excludes("--percentile", percentile != null, given);
  }

  /**
   * Rejects options of servers that hold requests.
   *
   * @param given the option that selects other servers
   * @throws UsageError if such an option is given
   */
  public void requireNoneOfHeldRequests(String given) {
    OptionRules.excludes("--log", log.file() != null, given);
    OptionRules.excludes("--slots", slots != null, given);
    OptionRules.excludes("--noise", noise != null, given);
  }

  /**
   * The number of replicas.
   *
   * @param usual default number
   * @throws UsageError if the value is out of range
   */
  public int replicas(int usual) {
    return OptionRules.whole(REPLICAS, replicas == null ? usual : replicas, 2, MOST_REPLICAS);
  }

  /**
   * Requests that each replica serves at once; null if not given.
   *
   * @throws UsageError if the value is out of range
   */
  public @Nullable Integer slots() {
    return slots == null ? null : OptionRules.whole("--slots", slots, 1, MOST_SLOTS);
  }

  /**
   * Disturbances of replicas; may be empty.
   *
   * @throws UsageError if a word is invalid or out of range
   */
  public List<ReplicaNoise> noise() {
    return parse(noise == null ? List.of(NONE) : noise);
  }

  /** The same disturbances as a user would write them. */
  public List<String> noiseText() {
    return text(noise());
  }

  /**
   * Compared policies.
   *
   * @param percentile percentile that plans lower
   */
  public record Compared(
      List<ReplicaContender> contenders, FirstReplica choice, double percentile) {}

  /**
   * The compared policies.
   *
   * @param known policies that the servers can have; the default ones
   * @throws UsageError if a value is out of range
   */
  public Compared compared(AskedBlocks asked, List<ReplicaPolicy> known) {
    asked.requireOneOf();
    List<ReplicaPolicy> policies = asked.policiesOr(known, ReplicaPolicy::named);
    for (ReplicaPolicy policy : policies) {
      if (!known.contains(policy)) {
        throw new UsageError(
            "--policies: expected %s, found %s"
                .formatted(
                    known.stream().map(ReplicaPolicy::toString).collect(Collectors.joining(", ")),
                    policy));
      }
    }
    double goal = percentile == null ? PERCENTILE : percentile;
    if (!(goal > 0 && goal < 100)) {
      throw new UsageError(
          "--percentile: expected a number between 0 and 100, both excluded, found "
              + Numbers.exact(goal));
    }
    return new Compared(ReplicaContender.of(policies, budgets()), choice(), goal);
  }

  /**
   * The comparison.
   *
   * @param asked its loads are shares of all slots
   * @throws UsageError if a value is out of range
   */
  public ReplicaSetting setting(AskedBlocks asked, Console console) {
    int count = replicas(0);
    List<ReplicaNoise> noises = noise();
    Compared compared = compared(asked, List.of(ReplicaPolicy.values()));
    RecordedTimes times = loggedTimes(log, console);
    int capacity = slots(times, count, asked);
    double perSecond = ReplicaSetting.capacityPerSecond(times, count, capacity);
    try {
      var setting =
          new ReplicaSetting(
              times,
              Planning.FROM_TIMES,
              perSecond,
              count,
              capacity,
              noises,
              compared.choice(),
              compared.contenders(),
              asked.loadsOr(LOADS, perSecond),
              compared.percentile(),
              Math.ceilDiv(asked.requests(), asked.blocks()),
              asked.blocks(),
              asked.seed());
      warn(setting, console);
      return setting;
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }

  private FirstReplica choice() {
    if (choice == null) {
      return FirstReplica.RANDOM;
    }
    for (FirstReplica known : FirstReplica.values()) {
      if (known.toString().equals(choice)) {
        return known;
      }
    }
    throw new UsageError("--choice: expected random or round-robin, found '%s'".formatted(choice));
  }

  private List<Double> budgets() {
    List<Double> given = budgets == null ? BUDGETS : budgets;
    OptionRules.each("--budget", given);
    given.forEach(budget -> OptionRules.above("--budget", 0, budget, 1));
    return given;
  }

  private int slots(RecordedTimes times, int count, AskedBlocks asked) {
    Integer given = slots();
    if (given != null) {
      return given;
    }
    double wanted = asked.wantedPerSecond(EASY_PER_SECOND);
    double needed = wanted / ReplicaSetting.capacityPerSecond(times, count, 1);
    return (int) Math.clamp(Math.ceil(needed), 1, MOST_SLOTS);
  }

  private static void warn(ReplicaSetting setting, Console console) {
    double most =
        setting.loads().stream().mapToDouble(Double::doubleValue).max().orElseThrow()
            * setting.capacityPerSecond();
    if (most > HARD_PER_SECOND) {
      console.warn(
          "client and servers on one machine may be too slow for %s requests/s; with fewer --slots, the same load has fewer requests"
              .formatted(Numbers.significant(most)));
    }
  }

  /** Runs the comparison. */
  public Results run(ReplicaSetting setting, String command, Console console)
      throws IOException, InterruptedException {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("log", log.required().toString());
    described.put("times in the log", setting.times().size());
    described.put("mean time in the log, ms", setting.times().meanMs());
    described.put(
        "times of second copies",
        switch (setting.times().copies()) {
          case LIKE_REQUESTS -> "any of the log";
          case APART -> "any that the log has of copies";
          case PAIRED -> "those of the same requests in the log";
        });
    described.put("noise", text(setting.noise()));
    described.put("choice of replica", setting.choice().toString());
    return new ReplicaBench(setting, console).run(command, described);
  }

  /** Writes the options to a command line that measures the same. */
  public void write(ReplicaSetting setting, AskedBlocks asked, CommandWords line) {
    line.option(REPLICAS, setting.replicas())
        .all(log)
        .option("--slots", setting.slots())
        .option("--noise", text(setting.noise()));
    writeCompared(setting, asked, line);
  }

  /** Writes the compared policies and their loads to a command line. */
  public void writeCompared(ReplicaSetting setting, AskedBlocks asked, CommandWords line) {
    line.option("--choice", setting.choice().toString());
    asked.write(setting.loads(), line);
    line.option(
            "--policies",
            setting.contenders().stream()
                .map(contender -> contender.policy().toString())
                .distinct()
                .toList())
        .option("--budget", budgets())
        .option("--percentile", Numbers.exact(setting.percentile()));
  }

  /** The next step after a difference is shown: plan and export. */
  public Optional<Next> next(Results results, ReplicaSetting setting) {
    if (results.verdict().outcome() != Outcome.DIFFERENCE) {
      return Optional.empty();
    }
    Path file = log.required();
    String line =
        CommandWords.of("reissue")
            .all(log)
            .option("--budget", budgets().getFirst())
            .option("--percentile", Numbers.exact(setting.percentile()))
            .option("--out", "reissue.json")
            .toString();
    return Optional.of(
        new Next(
            "To use it, plan it from %s and then give the plan to curtail export".formatted(file),
            line));
  }

  /**
   * Reads the times of a log, and prints a summary.
   *
   * @throws UsageError if there is no log, it is invalid, or all its times are 0
   */
  private static RecordedTimes loggedTimes(LogOptions log, Console console) {
    var first = DoubleStream.builder();
    var second = DoubleStream.builder();
    var weights = DoubleStream.builder();
    LogSummary summary =
        LatencyLog.read(
            log.required(),
            log.columns(),
            (firstMillis, secondMillis, weight) -> {
              first.add(firstMillis);
              second.add(secondMillis);
              weights.add(weight);
            });
    console.say("bench: %s: %s".formatted(log.required(), summary.line()));
    summary.remarks().forEach(console::warn);
    try {
      return RecordedTimes.of(
          first.build().toArray(), second.build().toArray(), weights.build().toArray());
    } catch (IllegalArgumentException e) {
      throw new UsageError("%s: %s".formatted(log.required(), e.getMessage()), e);
    }
  }

  // ---- Disturbances as text.

  /**
   * Parses noise: {@code pause:4%x200ms}, {@code slow:20%x2sx3}.
   *
   * @param words one of each kind at most, or {@code none} alone
   * @throws UsageError if a word is invalid or out of range
   */
  static List<ReplicaNoise> parse(List<String> words) {
    if (words.equals(List.of(NONE))) {
      return List.of();
    }
    List<ReplicaNoise> noise = words.stream().map(ReplicaOptions::parse).toList();
    if (noise.stream().map(ReplicaNoise::getClass).distinct().count() < noise.size()) {
      throw new UsageError(
          "%s: expected pause and slow once each, found '%s'"
              .formatted(OPTION, Abbreviated.of(String.join(",", words))));
    }
    return noise;
  }

  private static ReplicaNoise parse(String word) {
    Matcher parts = FORM.matcher(word.strip());
    if (!parts.matches() || parts.group(1).equals("slow") != (parts.group(4) != null)) {
      throw new UsageError(
          "%s: expected none, pause:SHARE%%xLENGTH as in pause:4%%x200ms, or slow:SHARE%%xLENGTHxFACTOR as in slow:20%%x2sx3, found '%s'"
              .formatted(OPTION, Abbreviated.of(word)));
    }
    double percent = number(parts.group(2), word);
    if (!(percent > 0 && percent <= 100)) {
      throw new UsageError(
          "%s: expected a share above 0 %% and at most 100 %%, found '%s'"
              .formatted(OPTION, Abbreviated.of(word)));
    }
    double lengthMs = RateSteps.durationMs(OPTION, parts.group(3));
    if (parts.group(4) == null) {
      return new Pauses(percent / 100, lengthMs);
    }
    double factor = number(parts.group(4), word);
    if (!(factor > 1) || Double.isInfinite(factor)) {
      throw new UsageError(
          "%s: expected a factor above 1, found '%s'".formatted(OPTION, Abbreviated.of(word)));
    }
    return new Slowness(percent / 100, lengthMs, factor);
  }

  private static double number(String text, String word) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UsageError(
          "%s: expected a number instead of '%s', found '%s'"
              .formatted(OPTION, Abbreviated.of(text), Abbreviated.of(word)),
          e);
    }
  }

  /** The same noise as a user would write it. */
  static List<String> text(List<ReplicaNoise> noise) {
    return noise.isEmpty() ? List.of(NONE) : noise.stream().map(ReplicaOptions::text).toList();
  }

  private static String text(ReplicaNoise noise) {
    String stretch =
        "%s%%x%sms".formatted(Numbers.plain(100 * noise.share()), Numbers.exact(noise.lengthMs()));
    return switch (noise) {
      case Pauses pauses -> "pause:" + stretch;
      case Slowness slow -> "slow:%sx%s".formatted(stretch, Numbers.exact(slow.factor()));
    };
  }
}
