package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/** Made-up results of a bench with slow workers. */
public final class SampleEnergy {
  private SampleEnergy() {}

  /** Two policies at two loads, on a slow and a fast worker. */
  public static Results results() {
    return results(true);
  }

  /** The same for classes with unknown watts. */
  public static Results withoutWatts() {
    return results(false);
  }

  private static Results results(boolean watts) {
    var runs = new ArrayList<Run>();
    for (double load : List.of(0.2, 0.4)) {
      runs.add(
          SampleRuns.run("all-fast", load, 10, 60, List.of(1.0))
              .with(figures(0, null, 10, 0.97, 0, watts ? 0.012 : null, null)));
      runs.add(
          SampleRuns.run("slow-to-fast-20", load, 18, 64, List.of(1.0))
              .with(
                  figures(
                      15,
                      0.401,
                      4,
                      0.98,
                      0.3,
                      watts ? 0.0084 : null,
                      watts ? new Ratio(0.7, 0.69, 0.72) : null)));
    }
    return new Results(
        "bench",
        7,
        2,
        "./curtail bench --slow-workers",
        Map.of(),
        null,
        null,
        new Noise(0.06, 0.1, 1.2, 3, 12.5, 0.01, 4, 100, 90, 110),
        runs,
        new Verdict("slow-to-fast-20 draws less.", List.of(), Verdict.Outcome.DIFFERENCE));
  }

  private static EnergyFigures figures(
      double slowMs,
      @Nullable Double slowSpeed,
      double fastMs,
      double fastSpeed,
      double moves,
      @Nullable Double joules,
      @Nullable Ratio ofAllFast) {
    boolean watts = joules != null;
    return new EnergyFigures(
        List.of(
            new ClassFigures(
                "little",
                1,
                0.4,
                slowSpeed,
                slowMs,
                1.01 * slowMs,
                watts ? slowMs * 0.0002 : null,
                watts ? 0.0001 : null),
            new ClassFigures(
                "big",
                1,
                1,
                fastSpeed,
                fastMs,
                0.99 * fastMs,
                watts ? fastMs * 0.001 : null,
                watts ? 0.0002 : null)),
        moves,
        moves * 1.1,
        9.9,
        61,
        new Ratio(1.01, 0.99, 1.03),
        new Ratio(0.984, 0.97, 1.02),
        joules,
        joules == null ? null : (Double) (joules * 1.02),
        watts ? new Ratio(0.98, 0.97, 0.99) : null,
        ofAllFast);
  }
}
