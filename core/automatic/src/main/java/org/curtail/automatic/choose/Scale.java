package org.curtail.automatic.choose;

import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Noise;

/**
 * Unit of time. Long requests are simulated in another unit. Policies redistribute threads every
 * few milliseconds; a request of seconds would need hundreds of these steps, while dozens show as
 * much. Also, if one factor changes all requests of a service, it is the same service in another
 * unit.
 *
 * @param factor factor on all times; more than 0
 */
public record Scale(double factor) {
  /** Mean time above which requests are simulated in another unit. */
  private static final double LONGEST_MEAN_MS = 500;

  private static final double TEN = 10;

  /**
   * Returns the unit for the simulation of a profile: a power of ten, so that rounded numbers stay
   * rounded.
   */
  static Scale of(Profile profile) {
    double divisor = 1;
    while (profile.meanMs(1) / divisor > LONGEST_MEAN_MS) {
      divisor *= TEN;
    }
    return new Scale(1 / divisor);
  }

  /** Returns true if times stay unchanged. */
  boolean isOne() {
    return factor == 1;
  }

  /** Returns the setting with all its times in this unit. */
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

  /** Returns the demand in this unit. */
  public Profile profile(Profile profile) {
    return mapped(profile, ms -> ms * factor);
  }

  /** Returns the requests with converted times. */
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

  /** Returns the plan for a profile in this unit. */
  public PolicyMap map(PolicyMap map, Profile scaled, Goal goal) {
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

  /** Returns at least 1 for a positive time, so that no cost vanishes. */
  private long nanos(long nanos) {
    return nanos == 0 ? 0 : Math.max(1, Math.round(nanos * factor));
  }
}
