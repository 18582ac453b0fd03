package org.curtail.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.emulate.ClassPolicies;
import org.curtail.benchkit.emulate.EmulatedClasses;
import org.curtail.benchkit.emulate.EmulatedPolicy;
import org.curtail.benchkit.emulate.EmulationSetting;
import org.curtail.benchkit.emulate.Pace;
import org.curtail.benchkit.files.NamedMachine;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.steps.LoadSteps;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of emulated cores. */
public final class EmulationOptions {
  private static final int MOST_CORES = 256;
  private static final double LEAST_SCALE = 0.001;
  private static final double GREATEST_SCALE = 1000;
  private static final double GREATEST_CHUNK_MS = 1e6;

  private static final double DEFAULT_PREDICTION_ERROR = 0.3;

  private static final List<Double> DEFAULT_LOADS = List.of(0.5, 0.6, 0.7);

  @Option(
      names = "--emulate-cores",
      paramLabel = "N",
      description =
          "In place of --index and --queries: emulate N cores. Each request of --profile occupies them for its time and computes nothing. Results are compared with the simulator.")
  private @Nullable Integer cores;

  @Option(
      names = "--rps",
      split = ",",
      paramLabel = "R",
      description =
          "With --emulate-cores, --replicas or --workflow, in place of --load: requests per second; emulated, of the profile's time.")
  private @Nullable List<Double> rps;

  @Option(
      names = "--chunk-ms",
      paramLabel = "T",
      description =
          "With --emulate-cores: milliseconds of a thread's computing between two chunk borders. Default: the shortest that suits this machine.")
  private @Nullable Double chunkMs;

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "With --emulate-cores: seconds of real time for a second of the profile; results are in the profile's time. Default: a mean request takes 50 ms, or more with many cores.")
  private @Nullable Double scale;

  @Option(
      names = "--prediction-error",
      paramLabel = "E",
      description =
          "With --emulate-cores: error of predictions, as in curtail simulate. Default: 0.3.")
  private @Nullable Double predictionError;

  @Option(
      names = "--core-classes",
      split = ",",
      paramLabel = "C",
      description =
          "With --emulate-cores or --slow-workers: classes of the cores, such as 4xbig,4xlittle@0.4: number, name and speed, by default 1. Policies are then all-fast, all-slow, tail-first and slow-to-fast-T, T a threshold in milliseconds, or T/T for three classes. On emulated cores also slow-to-fast-pP-T, a controller that keeps the percentile P at T ms, and threads-and-speeds-T, several threads for a request, planned for a deadline of T ms.")
  private @Nullable List<String> coreClasses;

  @Option(
      names = "--machine",
      paramLabel = "M",
      description =
          "With --emulate-cores or --slow-workers, in place of --core-classes: classes with their power, rk3399 or a table as in curtail energy; the energy is printed too, beside the simulated one.")
  private @Nullable String machine;

  /** True if cores are emulated. */
  public boolean isAsked() {
    return cores != null;
  }

  /**
   * Rejects options of emulations only.
   *
   * @throws UsageError if such an option is given and no cores are emulated
   */
  public void requireNoneWithoutCores() {
    requireNoneOfLive();
    requireNoClasses();
  }

  /**
   * Rejects options of emulations, but not classes of cores, which workers can have too.
   *
   * @throws UsageError if such an option is given
   */
  void requireNoneOfLive() {
    OptionRules.needs("--rps", rps != null, "--emulate-cores or " + ReplicaOptions.REPLICAS);
    requireNoneOfTime();
  }

  /**
   * Rejects options of emulations, but not the rate, which replicas have too.
   *
   * @throws UsageError if such an option is given
   */
  void requireNoneOfCores() {
    requireNoneOfTime();
    requireNoClasses();
  }

  private void requireNoneOfTime() {
    require("--chunk-ms", chunkMs, "--emulate-cores");
    require("--scale", scale, "--emulate-cores");
    require("--prediction-error", predictionError, "--emulate-cores");
  }

  private void requireNoClasses() {
    String needed = "--emulate-cores or " + SlowWorkerOptions.SLOW_WORKERS;
    require("--core-classes", coreClasses, needed);
    require("--machine", machine, needed);
  }

  /** Requests per second; empty if not given. */
  @Nullable List<Double> rps() {
    return rps;
  }

  /** Warns of rates at which the queue grows without limit. */
  void warn(EmulationSetting setting, Console console) {
    setting.rates().stream()
        .filter(Rate::isUnstable)
        .forEach(rate -> console.warn("%s requests/s: %s".formatted(rate.text(), rate.unstable())));
    double capacity =
        setting
            .classes()
            .map(classes -> classes.capacity(setting.profile()))
            .orElseGet(() -> Rate.capacity(setting.profile(), setting.cores()));
    setting.changing().flatMap(load -> load.steps().overload(capacity)).ifPresent(console::warn);
  }

  private static void require(String option, @Nullable Object value, String needed) {
    OptionRules.needs(option, value != null, needed);
  }

  /**
   * The emulation.
   *
   * @param names of policies; empty for the default ones
   * @param loads shares of the sequential capacity of the emulated cores; null for the default or
   *     if rates are given
   * @param changing steps of the load; excludes loads
   * @param requests of all blocks of a policy and rate, if the load does not change
   * @throws UsageError if a value is out of range
   */
  public EmulationSetting setting(
      Profile profile,
      Optional<IntervalTable> table,
      List<String> names,
      @Nullable List<Double> loads,
      Optional<SteppedLoad> changing,
      int requests,
      int blocks,
      long seed) {
    int emulated = cores();
    double scaled =
        scale == null
            ? Pace.scale(profile, emulated)
            : OptionRules.number("--scale", scale, LEAST_SCALE, GREATEST_SCALE);
    double chunk =
        chunkMs == null
            ? Pace.chunkMs(emulated, scaled)
            : OptionRules.number(
                "--chunk-ms", chunkMs, Pace.LEAST_CHUNK_MS / scaled, GREATEST_CHUNK_MS);
    double error =
        predictionError == null ? DEFAULT_PREDICTION_ERROR : PredictionError.check(predictionError);
    Optional<EmulatedClasses> classes = classes();
    List<EmulatedPolicy> policies =
        classes
            .map(known -> policies(ClassPolicies.of(known.machine(), profile), names))
            .orElseGet(() -> policies(profile, table, names, emulated));
    List<Rate> rates = rates(profile, emulated, classes, loads, changing);
    int perBlock =
        changing
            .map(load -> (int) Math.round(load.steps().expected()))
            .orElseGet(() -> Math.ceilDiv(requests, blocks));
    try {
      return new EmulationSetting(
          profile,
          table,
          policies,
          rates,
          changing,
          perBlock,
          blocks,
          emulated,
          classes,
          chunk,
          scaled,
          new PredictionError(error),
          Optional.empty(),
          seed);
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Classes of cores; empty if all cores are alike.
   *
   * @throws UsageError if the classes are invalid
   */
  Optional<EmulatedClasses> classes() {
    List<String> listed = coreClasses;
    String named = machine;
    OptionRules.excludes("--core-classes", listed != null && named != null, "--machine");
    try {
      if (listed != null) {
        return Optional.of(EmulatedClasses.of(listed));
      }
      return named == null
          ? Optional.empty()
          : Optional.of(new EmulatedClasses(NamedMachine.find(named), true, named));
    } catch (IllegalArgumentException e) {
      throw new UsageError(
          "%s: %s".formatted(named == null ? "--core-classes" : "--machine", e.getMessage()), e);
    }
  }

  /**
   * Policies for classes of cores.
   *
   * @param names empty for the default ones
   * @throws UsageError if a policy is unknown
   */
  static List<EmulatedPolicy> policies(ClassPolicies known, List<String> names) {
    if (!names.isEmpty()) {
      OptionRules.each("--policies", names);
    }
    List<String> all = names.isEmpty() ? List.of("all-fast", "all-slow", "tail-first") : names;
    try {
      return all.stream().map(name -> known.named(name)).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageError("--policies: " + e.getMessage(), e);
    }
  }

  private static List<EmulatedPolicy> policies(
      Profile profile, Optional<IntervalTable> table, List<String> names, int cores) {
    var ingredients = new Policies.Ingredients(Optional.of(profile), table);
    var policies = new ArrayList<EmulatedPolicy>();
    if (!names.isEmpty()) {
      OptionRules.each("--policies", names);
    }
    for (String name : names.isEmpty() ? byDefault(profile, table) : names) {
      try {
        policies.add(EmulatedPolicy.named(name, ingredients, profile.maxDegree(), cores));
      } catch (IllegalArgumentException e) {
        String hint =
            name.startsWith("few-to-many") && table.isEmpty() && Policies.isKnown(name)
                ? " (--table FILE)"
                : "";
        throw new UsageError("--policies: " + e.getMessage() + hint, e);
      }
    }
    return policies;
  }

  /** Number of emulated cores. */
  int cores() {
    return OptionRules.whole("--emulate-cores", cores == null ? 0 : cores, 1, MOST_CORES);
  }

  private static List<String> byDefault(Profile profile, Optional<IntervalTable> table) {
    return Stream.of(
            Stream.of("sequential"),
            profile.maxDegree() > 1
                ? Stream.of("fixed-" + profile.maxDegree())
                : Stream.<String>of(),
            Stream.of("adaptive"),
            table.isPresent() ? Stream.of("few-to-many") : Stream.<String>of(),
            Stream.of("tail-index"))
        .flatMap(names -> names)
        .toList();
  }

  private List<Rate> rates(
      Profile profile,
      int emulated,
      Optional<EmulatedClasses> classes,
      @Nullable List<Double> loads,
      Optional<SteppedLoad> changing) {
    double capacity =
        classes
            .map(known -> known.capacity(profile))
            .orElseGet(() -> Rate.capacity(profile, emulated));
    if (changing.isPresent()) {
      OptionRules.excludes("--rps", rps != null, "--rps-steps");
      LoadSteps steps = changing.get().steps();
      Rate mean = Rate.of(steps.meanPerSecond(), steps.arrivals(), profile, emulated);
      return List.of(classes.isPresent() ? ofClasses(mean, capacity) : mean);
    }
    return perSecond(capacity, loads).stream()
        .map(rate -> Rate.ofPerSecond(rate, profile, emulated))
        .map(rate -> classes.isPresent() ? ofClasses(rate, capacity) : rate)
        .toList();
  }

  /** The rate, with its load as a share of the capacity of all cores at their speeds. */
  private static Rate ofClasses(Rate rate, double capacity) {
    return new Rate(rate.perSecond(), rate.perSecond() / capacity, capacity, rate.arrivals());
  }

  private List<Double> perSecond(double capacity, @Nullable List<Double> loads) {
    OptionRules.excludes("--load", rps != null && loads != null, "--rps");
    if (rps != null) {
      Rate.check("--rps", rps);
      return rps;
    }
    List<Double> shares = loads == null ? DEFAULT_LOADS : loads;
    Rate.check("--load", shares);
    return shares.stream().map(share -> (Double) (share * capacity)).toList();
  }

  /** Writes the options to a command line that repeats the emulation. */
  static void write(EmulationSetting setting, CommandWords line) {
    line.option("--emulate-cores", setting.cores());
    setting.classes().ifPresent(classes -> line.option(classes.option(), classes.text()));
    if (setting.changing().isEmpty()) {
      line.option("--rps", setting.rates().stream().map(Rate::perSecond).toList());
    }
    line.option("--chunk-ms", setting.chunkMs())
        .option("--scale", setting.scale())
        .option("--prediction-error", setting.foreknowledge().logError());
    setting.changing().ifPresent(load -> SteppedOptions.write(load, line));
  }
}
