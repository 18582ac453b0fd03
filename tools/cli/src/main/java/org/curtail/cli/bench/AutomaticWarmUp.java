package org.curtail.cli.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.DoubleStream;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;

/**
 * Warms the JVM up for engines that choose their policies themselves. Before any measurement, such
 * an engine serves for a while and plans; both results are discarded.
 *
 * <p>The warm-up of a contender compiles only the code that serves. This warm-up also compiles the
 * code that learns, explores and plans. It compiles the engine's code for several threads too,
 * which the simulator shares. The compiler needs several times as long as one plan, so this runs
 * once in a process.
 *
 * @param workload to serve
 * @param engines set up as for the measurement
 * @param cores of each
 */
record AutomaticWarmUp(Workload workload, Engines engines, int cores, Console console) {
  /** Share of a search without speedup; any value works, since only compilation depends on it. */
  private static final double SERIAL_SHARE = 0.1;

  /** Time of a compiled search, as a share of its time before compilation. */
  private static final double COMPILED = 0.3;

  /** Fewest series: enough for exploration, comparisons and a pause. */
  private static final int LEAST_SERIES = 2;

  /** Most series; the planner's code is compiled even if no plan is ready by then. */
  private static final int MOST_SERIES = 5;

  /** Time limit of the plan of all policies. The rest of the plan compiles little more. */
  private static final long MOST_PLAN_NANOS = 5_000_000_000L;

  /** Serving time before which a first plan is improbable, unless a profile is given. */
  private static final double LEAST_SECONDS = 5;

  private static final String NAME = "warm-up";

  /** True once compiled, for the whole process. */
  private static final AtomicBoolean IS_COMPILED = new AtomicBoolean();

  /**
   * Warms up if one of the contenders chooses its policies itself and may plan.
   *
   * @param seconds serving time of each contender, warming up included
   * @param series to serve repeatedly; the measured series reports failures
   */
  void run(
      List<Contender> contenders,
      double seconds,
      CapacityProbe.Capacity capacity,
      LiveSeries series,
      AnswerCheck check) {
    if (IS_COMPILED.get()
        || !mayPlan(seconds, engines.known())
        || contenders.stream().allMatch(contender -> contender.autopilot().isEmpty())) {
      return;
    }
    check(); // A stopped probe has no times.
    console.progress("bench: warming up the planner");
    Profile profile = profile(capacity, PilotSetting.of(cores).maxDegree());
    JudgeSetting setting = JudgeSetting.of(profile, cores, Goal.byDefault(), 1);
    plan(setting.with(Effort.QUICK), Long.MAX_VALUE);
    plan(setting.with(Effort.FIRST), MOST_PLAN_NANOS);
    try (Contender passing = knowing(profile)) {
      for (int i = 0; i < MOST_SERIES && (i < LEAST_SERIES || !hasPlanned(passing)); i++) {
        series.servedBy(passing, check, (contender, failure) -> {});
        check();
      }
    }
    IS_COMPILED.set(true);
  }

  /** True if a plan is possible. With a profile but no plan, planning starts at once. */
  static boolean mayPlan(double seconds, Optional<NamedKnowledge> known) {
    return seconds >= LEAST_SECONDS
        || known.stream().anyMatch(given -> given.knowledge().map().isEmpty());
  }

  private static void plan(JudgeSetting setting, long mostNanos) {
    var judge = new Judge(setting);
    long beginNanos = System.nanoTime();
    while (!judge.isDone() && System.nanoTime() - beginNanos < mostNanos) {
      judge.step();
      check();
    }
  }

  private static void check() {
    StopSignal.check("stopped while warming up; no results were written");
  }

  /** Returns a contender that plans at once, since it has a profile. */
  private Contender knowing(Profile profile) {
    var known = new PilotKnowledge(Optional.of(profile), Optional.empty(), List.of());
    var given = new NamedKnowledge(Path.of(NAME), OptionalInt.empty(), known);
    Engines knowing = engines.knowing(Optional.of(given));
    return new CurtailContender(NAME, knowing.automatic(NAME, cores), workload, false);
  }

  private static boolean hasPlanned(Contender contender) {
    return contender.autopilot().orElseThrow().counts().plans() > 0;
  }

  /** A profile of the probe's searches. They were not compiled then, so faster times are added. */
  private static Profile profile(CapacityProbe.Capacity capacity, int maxDegree) {
    double[][] timesMs =
        Arrays.stream(capacity.serialMs())
            .flatMap(ms -> DoubleStream.of(ms, COMPILED * ms))
            .mapToObj(ms -> timesMs(ms, maxDegree))
            .toArray(double[][]::new);
    return Profile.of(NAME, timesMs);
  }

  private static double[] timesMs(double serialMs, int maxDegree) {
    double[] timesMs = new double[maxDegree];
    for (int i = 0; i < maxDegree; i++) {
      timesMs[i] = serialMs * (SERIAL_SHARE + (1 - SERIAL_SHARE) / (i + 1));
    }
    return timesMs;
  }
}
