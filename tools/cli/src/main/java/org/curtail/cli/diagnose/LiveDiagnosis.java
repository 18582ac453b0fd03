package org.curtail.cli.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.benchkit.inject.InjectionKind;
import org.curtail.benchkit.inject.InjectionPlan;
import org.curtail.benchkit.inject.InjectionSetting;
import org.curtail.benchkit.inject.InjectionUnavailableException;
import org.curtail.benchkit.inject.Injections;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Observing;
import org.curtail.benchkit.results.Observing.Check;
import org.curtail.benchkit.results.Observing.Faults;
import org.curtail.benchkit.results.Observing.Looks;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.trust.NoiseMeter;
import org.curtail.cli.diagnose.observer.Observer;
import org.curtail.cli.diagnose.observer.Observer.Report;
import org.curtail.diagnose.CauseSplit;
import org.curtail.linux.LinuxSignals;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Setup;
import org.curtail.signals.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Serves searches under an open-loop load and observes them. Without injections, unobserved blocks
 * alternate with observed ones on the same arrivals. For one thread.
 */
final class LiveDiagnosis {
  private static final int WARM_UP = 200;
  private static final int LEAST_BURST_PER_CORE = 4;

  private Workload workload;
  private final LiveSetting setting;
  private final Console console;
  private final Random random;

  private final Signals signals;
  private final List<Signals.Rung> rungs;
  private final List<ServedBlock> observed = new ArrayList<>();
  private final List<Observer.Report> looks = new ArrayList<>();
  private final ObservingCost cost = new ObservingCost();
  private boolean failureShown;

  LiveDiagnosis(Workload workload, LiveSetting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.console = console;
    random = new Random(setting.seed());
    signals =
        setting.hardwareCounters()
            ? LinuxSignals.probeWithHardwareCounters()
            : LinuxSignals.probe();
    rungs = new ArrayList<>(signals.rungs());
  }

  /**
   * Serves all blocks, or those finished when the user stops the work.
   *
   * @throws UsageError if an injection is not possible on this machine
   */
  ObservedRequests run() throws IOException, InterruptedException {
    CauseSplit split = CauseSplit.measured(signals.readings());
    List<Check> checks = setting.checksObserver() ? ObserverCheck.run(console) : List.of();
    Calibration usual = Calibration.measure(workload, setting.cores(), setting.seed(), console);
    double perSecond = setting.load() * usual.requestsPerSecond();
    console.say(
        "diagnose: the sequential capacity is %.1f requests per second, load %s of it is %.1f"
            .formatted(usual.requestsPerSecond(), setting.load(), perSecond));
    int logSize = workload.queries().size();
    int longQuery = usual.longestQuery();
    if (wantsLongQuery()) {
      LongQuery added = longQuery(usual);
      workload = added.workload();
      usual = added.usual();
      longQuery = added.query();
    }
    List<InjectionPlan> plans = plans(usual, logSize, longQuery, perSecond);
    Optional<Injections> injections;
    Noise noise;
    try (var meter = new NoiseMeter()) {
      injections = serveAll(plans, usual, perSecond, meter);
      noise = meter.soFar();
    }
    var found = new LiveFindings(setting, usual, split, observed, injections);
    return found.watched(
        new ObservedRequests.Live(
            usual.requestsPerSecond(),
            observed.stream().mapToInt(ServedBlock::failed).sum(),
            rungs,
            new Observing(
                looks(setting.observerPerSecond(), looks).orElse(null),
                cost.figures(setting.seed()).orElse(null),
                new Faults(split.minorFaultNanos() / 1e3, split.majorFaultNanos() / 1e3),
                checks),
            found.score(),
            noise,
            observed.size() == plans.size()
                ? Optional.empty()
                : Optional.of(
                    new Interruption(observed.size(), plans.size(), "blocks", List.of()))),
        perSecond,
        workload,
        console);
  }

  /** Serves all blocks; returns the injections after all are over. */
  private Optional<Injections> serveAll(
      List<InjectionPlan> plans, Calibration usual, double perSecond, NoiseMeter noise)
      throws InterruptedException {
    Optional<Injections> injections = injections(plans, usual);
    try (ServedBlock.Server watched = observedServer()) {
      warmUp(watched, usual, perSecond);
      if (setting.comparesCost()) {
        try (ServedBlock.Server plain = plainServer()) {
          warmUp(plain, usual, perSecond);
        }
      }
      noise.begin();
      for (InjectionPlan plan : plans) {
        if (!serve(plan, watched, injections)) {
          break;
        }
      }
    } finally {
      injections.ifPresent(Injections::close);
    }
    return injections;
  }

  private boolean wantsLongQuery() {
    return setting
        .injection()
        .filter(it -> it.kinds().contains(InjectionKind.LONG_QUERY) && workload.ranked().isEmpty())
        .isPresent();
  }

  private LongQuery longQuery(Calibration usual) throws IOException, InterruptedException {
    double lengthMs = setting.injection().orElseThrow().lengthNanos() / 1e6;
    return LongQuery.in(workload, usual, lengthMs, setting.cores(), setting.seed(), console);
  }

  private List<InjectionPlan> plans(
      Calibration usual, int logSize, int longQuery, double perSecond) {
    var plans = new ArrayList<InjectionPlan>();
    for (int block = 0; block < setting.blocks(); block++) {
      plans.add(plan(block, usual, logSize, longQuery, perSecond));
    }
    return plans;
  }

  private InjectionPlan plan(
      int block, Calibration usual, int logSize, int longQuery, double perSecond) {
    int requests = setting.requestsPerBlock();
    var arrivals = Arrivals.poisson(requests, logSize, random);
    long[] dueNanos = due(arrivals, perSecond);
    Optional<InjectionSetting> injection = setting.injection();
    if (injection.isEmpty()) {
      return InjectionPlan.none(dueNanos, arrivals.queries());
    }
    try {
      return InjectionPlan.draw(
          injection.get(),
          dueNanos,
          arrivals.queries(),
          Block.ramp(requests),
          longQuery,
          usual.ratherLongQueries(),
          burst(injection.get(), usual),
          block);
    } catch (IllegalArgumentException e) {
      throw new UsageError("--inject-share: " + e.getMessage() + " in a block", e);
    }
  }

  private static long[] due(Arrivals arrivals, double perSecond) {
    return IntStream.range(0, arrivals.count())
        .mapToLong(i -> arrivals.dueNanos(i, perSecond))
        .toArray();
  }

  /**
   * Size of a burst whose last request waits for the wanted time, if the share of requests permits
   * it.
   */
  private int burst(InjectionSetting injection, Calibration usual) {
    int least = LEAST_BURST_PER_CORE * setting.cores();
    double meanMs = DoubleStream.of(usual.serialMs()).average().orElseThrow();
    double wanted = setting.cores() * injection.lengthNanos() / 1e6 / meanMs;
    double allowed = injection.share() * setting.requestsPerBlock();
    return (int) Math.max(least, Math.min(wanted, allowed));
  }

  private Optional<Injections> injections(List<InjectionPlan> plans, Calibration usual) {
    if (setting.injection().isEmpty()) {
      return Optional.empty();
    }
    int perBlock = setting.requestsPerBlock();
    IntToLongFunction usualCpuNanos =
        request -> usual.cpuNanos()[plans.get(request / perBlock).query(request % perBlock)];
    try {
      return Optional.of(
          Injections.start(
              setting.injection().get(),
              setting.cores(),
              Path.of(System.getProperty("java.io.tmpdir")),
              usualCpuNanos));
    } catch (InjectionUnavailableException e) {
      throw new UsageError("--inject: " + e.getMessage(), e);
    }
  }

  private ServedBlock.Server observedServer() {
    return server("observed", Optional.of(signals));
  }

  private ServedBlock.Server plainServer() {
    return server("plain", Optional.empty());
  }

  private ServedBlock.Server server(String name, Optional<Signals> source) {
    var reporting = new FlightReporting();
    Setup setup = Curtail.with(setting.policy()).cores(setting.cores()).name(name);
    source.ifPresent(it -> setup.signals(it).listener(reporting));
    Curtail engine = setup.start();
    return new ServedBlock.Server(engine, Searches.on(engine, workload), reporting);
  }

  private void warmUp(ServedBlock.Server server, Calibration usual, double perSecond)
      throws InterruptedException {
    int requests =
        setting.comparesCost()
            ? setting.requestsPerBlock()
            : Math.min(WARM_UP, setting.requestsPerBlock());
    var arrivals = Arrivals.poisson(requests, usual.serialMs().length, random);
    InjectionPlan plan = InjectionPlan.none(due(arrivals, perSecond), arrivals.queries());
    // Meanwhile the JVM also compiles the observing code.
    try (var watch = new BlockObservers(signals, setting.observerPerSecond())) {
      ServedBlock.serve(server.withoutReports(), plan, 0, Optional.empty(), this::warnOfFailure);
      watch.report();
    }
  }

  /** Serves one block, and its unobserved pair if there is one; false if the user stopped it. */
  private boolean serve(
      InjectionPlan plan, ServedBlock.Server watched, Optional<Injections> injections)
      throws InterruptedException {
    boolean observedFirst = random.nextBoolean();
    Optional<ServedBlock> seen = Optional.empty();
    Optional<ServedBlock> pair = Optional.empty();
    for (int turn = 0; turn < 2; turn++) {
      if ((turn == 0) == observedFirst) {
        seen = setting.comparesCost() ? observe(plan) : observe(plan, watched, injections);
      } else if (setting.comparesCost()) {
        try (ServedBlock.Server plain = plainServer()) {
          pair = serve(plain, plan, injections);
        }
      }
      if (StopSignal.raised()) {
        break;
      }
    }
    if (seen.isEmpty() || (setting.comparesCost() && pair.isEmpty())) {
      if (observed.isEmpty()) {
        StopSignal.check("stopped in the first block; nothing was written");
      }
      return false;
    }
    observed.add(seen.get());
    if (pair.isPresent()) {
      cost.add(seen.get(), pair.get());
    }
    console.progress("diagnose: block %d of %d".formatted(observed.size(), setting.blocks()));
    return true;
  }

  /**
   * Serves an observed block with its own threads, as the unobserved block of the pair does. Some
   * threads always need a few percent more CPU time than others for the same code, as much as
   * observing costs. With the same threads for all blocks, that difference would count as the cost
   * of observing.
   */
  private Optional<ServedBlock> observe(InjectionPlan plan) throws InterruptedException {
    try (ServedBlock.Server own = observedServer()) {
      return observe(plan, own, Optional.empty());
    }
  }

  private Optional<ServedBlock> observe(
      InjectionPlan plan, ServedBlock.Server watched, Optional<Injections> injections)
      throws InterruptedException {
    try (var watch = new BlockObservers(signals, setting.observerPerSecond())) {
      if (setting.comparesCost()) {
        watch.awaitStarted(console);
      }
      if (observed.isEmpty()) {
        rungs.addAll(watch.pauses().rungs());
      }
      Optional<ServedBlock> block = serve(watched, plan, injections);
      watch.report().ifPresent(looks::add);
      return block.isPresent() ? Optional.of(watch.seen(block.get(), console)) : block;
    }
  }

  private Optional<ServedBlock> serve(
      ServedBlock.Server server, InjectionPlan plan, Optional<Injections> injections)
      throws InterruptedException {
    int first = observed.size() * setting.requestsPerBlock();
    return ServedBlock.serve(server, plan, first, injections, this::warnOfFailure);
  }

  /** Prints the first reason only: thousands of requests tend to fail for one reason. */
  private void warnOfFailure(Throwable reason) {
    if (!failureShown) {
      failureShown = true;
      console.warn("a request failed: " + Failure.reason(reason));
    }
  }

  /** Mean figures of the observer over blocks; empty without an observer. */
  private static Optional<Looks> looks(double askedPerSecond, List<Report> blocks) {
    if (blocks.isEmpty()) {
      return Optional.empty();
    }
    double passRate = mean(blocks, report -> report.fidelity().passRate());
    return Optional.of(
        new Looks(
            askedPerSecond,
            mean(blocks, Report::chosenPerSecond),
            mean(blocks, Report::seenPerSecond),
            mean(blocks, Report::lookNanos),
            knownOrNull(mean(blocks, Report::cpuShare)),
            knownOrNull(mean(blocks, Report::processShare)),
            knownOrNull(passRate),
            blocks.stream().mapToInt(report -> report.fidelity().gaps().cardinality()).sum(),
            knownOrNull(blocks.getLast().fidelity().epsilon())));
  }

  private static @Nullable Double knownOrNull(double figure) {
    return Double.isNaN(figure) ? null : figure;
  }

  private static double mean(List<Report> blocks, ToDoubleFunction<Report> figure) {
    return blocks.stream().mapToDouble(figure).average().orElseThrow();
  }
}
