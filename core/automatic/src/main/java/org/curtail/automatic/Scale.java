package org.curtail.automatic;

import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Noise;

/**
 * Another unit of time. Long requests are simulated in one: policies that share threads out anew do
 * so every few milliseconds; with requests of seconds that is hundreds of times for each, and tells
 * no more than dozens of times do. And a service of which all requests take longer by one factor is
 * what it was in another one.
 *
 * @param factor by which all times are multiplied; more than 0
 */
record Scale(double factor) {
  /** Requests that are longer in the mean are simulated in another unit. */
  private static final double LONGEST_MEAN_MS = 500;

  private static final double TEN = 10;

  /** In which a profile is simulated: powers of ten, so that rounded numbers stay so. */
  static Scale of(Profile profile) {
    double divisor = 1;
    while (profile.meanMs(1) / divisor > LONGEST_MEAN_MS) {
      divisor *= TEN;
    }
    return new Scale(1 / divisor);
  }

  /** Whether times stay as they are. */
  boolean isOne() {
    return factor == 1;
  }

  /** The same setting, with all its times in this unit. */
  JudgeSetting of(JudgeSetting setting) {
    if (isOne()) {
      return setting;
    }
    Goal goal = setting.goal();
    return new JudgeSetting(
        profile(setting.profile()),
        machine(setting.machine()),
        new Goal(goal.percentile(), goal.target().map(this::duration), goal.threads()),
        setting.predictions(),
        setting.effort(),
        setting.seed(),
        setting.present());
  }

  /** The same demand in this unit. */
  Profile profile(Profile profile) {
    return mapped(profile, ms -> ms * factor);
  }

  /** The same requests, each of whose times is another. */
  static Profile mapped(Profile profile, DoubleUnaryOperator otherMs) {
    var mapped = new Profile.Builder();
    double[] weights = new double[profile.requests()];
    for (int request = 0; request < weights.length; request++) {
      double[] timesMs = new double[profile.maxDegree()];
      for (int degree = 1; degree <= timesMs.length; degree++) {
        timesMs[degree - 1] = otherMs.applyAsDouble(profile.timeMs(request, degree));
      }
      mapped.add(timesMs);
      weights[request] = profile.weight(request);
    }
    return mapped.build(profile.source()).withWeights(weights);
  }

  /** The same plan for a profile in this unit. */
  PolicyMap map(PolicyMap map, Profile scaled, Goal goal) {
    return map.madeFrom(scaled, this::table, goal);
  }

  private IntervalTable table(IntervalTable table) {
    return new IntervalTable(
        table.cores(),
        table.targetParallelism(),
        table.maxDegree(),
        table.percentile(),
        table.stepMs() * factor,
        table.degrees(),
        table.rows().stream().map(this::row).toList(),
        table.waitForExitAbove());
  }

  private IntervalTable.Row row(IntervalTable.Row row) {
    return new IntervalTable.Row(
        row.load(),
        row.startsMs().stream().map(ms -> ms < IntervalTable.NEVER_MS ? ms * factor : ms).toList(),
        row.tailMs() * factor,
        row.meanMs() * factor,
        row.averageParallelism(),
        row.boundMs() * factor,
        row.optimal());
  }

  private Machine machine(Machine machine) {
    Costs costs = machine.costs();
    Noise noise = machine.noise();
    return new Machine(
        machine.cores(),
        new Costs(
            nanos(costs.wakeUpNanos()),
            nanos(costs.chunkNanos()),
            nanos(costs.claimNanos()),
            costs.overheadPerThread(),
            costs.speculation(),
            nanos(costs.switchNanos())),
        new Noise(
            nanos(noise.meanGapNanos()),
            nanos(noise.meanPauseNanos()),
            noise.lengthsVary(),
            noise.seed()));
  }

  private Duration duration(Duration duration) {
    return Duration.ofNanos(nanos(duration.toNanos()));
  }

  /** At least 1, unless it is 0: what there is must not vanish. */
  private long nanos(long nanos) {
    return nanos == 0 ? 0 : Math.max(1, Math.round(nanos * factor));
  }
}
