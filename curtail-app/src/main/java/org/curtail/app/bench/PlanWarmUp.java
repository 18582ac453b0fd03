package org.curtail.app.bench;

import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;
import org.curtail.automatic.Goal;
import org.curtail.automatic.Judge;
import org.curtail.automatic.JudgeSetting;
import org.curtail.automatic.JudgeSetting.Effort;
import org.curtail.automatic.PilotSetting;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.StopSignal;

/**
 * Plans once before anything is measured, and throws the plan away. The warm-up has the JVM compile
 * what serves; this does so with what plans, which takes the compiler several times as long as the
 * plan itself.
 */
final class PlanWarmUp {
  /** Invented: only what is compiled depends on it. */
  private static final double SERIAL_SHARE = 0.1;

  private PlanWarmUp() {}

  /** Plans if one of them does so while it serves. */
  static void of(
      List<Contender> contenders, CapacityProbe.Capacity capacity, int cores, Console console) {
    if (contenders.stream().allMatch(contender -> contender.autopilot().isEmpty())) {
      return;
    }
    console.progress("bench: warming up what plans");
    Profile profile = profile(capacity, PilotSetting.of(cores).maxDegree());
    for (Effort effort : List.of(Effort.QUICK, Effort.FIRST)) {
      JudgeSetting setting = JudgeSetting.of(profile, cores, Goal.byDefault(), 1).with(effort);
      var judge = new Judge(setting);
      while (!judge.isDone()) {
        judge.step();
        StopSignal.check("stopped while warming up; no results were written");
      }
    }
  }

  private static Profile profile(CapacityProbe.Capacity capacity, int maxDegree) {
    double[][] timesMs =
        Arrays.stream(capacity.serialMs())
            .mapToObj(ms -> timesMs(ms, maxDegree))
            .toArray(double[][]::new);
    return Profile.of("warm-up", timesMs);
  }

  private static double[] timesMs(double serialMs, int maxDegree) {
    double[] timesMs = new double[maxDegree];
    for (int i = 0; i < maxDegree; i++) {
      timesMs[i] = serialMs * (SERIAL_SHARE + (1 - SERIAL_SHARE) / (i + 1));
    }
    return timesMs;
  }
}
