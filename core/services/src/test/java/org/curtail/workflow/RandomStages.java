package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Small random stages and workflows for tests. */
public final class RandomStages {
  private RandomStages() {}

  /** Returns whole numbers, many of them equal, or fractions; sometimes pairs. */
  public static StageTimes times(RandomGenerator random, int most) {
    int size = random.nextInt(1, most + 1);
    boolean whole = random.nextBoolean();
    double[] first = draw(random, size, whole);
    return random.nextInt(3) == 0
        ? StageTimes.paired(first, draw(random, size, whole))
        : StageTimes.independent(first);
  }

  private static double[] draw(RandomGenerator random, int size, boolean whole) {
    double[] times = new double[size];
    Arrays.setAll(
        times, i -> whole ? random.nextInt(0, 8) : 0.1 + 10 * Math.pow(random.nextDouble(), 3));
    return times;
  }

  /** Returns log-normal times. */
  public static StageTimes logNormal(
      RandomGenerator random, int size, double median, double sigma) {
    double[] times = new double[size];
    Arrays.setAll(times, i -> median * Math.exp(sigma * random.nextGaussian()));
    return StageTimes.independent(times);
  }

  /** Returns mostly fast times, and some slow ones. */
  public static StageTimes bimodal(
      RandomGenerator random, int size, double slowShare, double slow) {
    double[] times = new double[size];
    Arrays.setAll(
        times,
        i -> (random.nextDouble() < slowShare ? slow : 1) * Math.exp(0.1 * random.nextGaussian()));
    return StageTimes.independent(times);
  }

  /** Returns stages of various costs, each after some of the previous stages. */
  public static Workflow workflow(RandomGenerator random, int stages, int times) {
    var made = new ArrayList<Stage>();
    for (int s = 0; s < stages; s++) {
      var after = new ArrayList<String>();
      for (int before = 0; before < s; before++) {
        if (random.nextInt(3) == 0) {
          after.add("s" + before);
        }
      }
      double cost = Math.pow(100, random.nextDouble());
      made.add(Stage.of("s" + s, after, cost, logNormal(random, times, 5, random.nextDouble(1.5))));
    }
    return Workflow.of("random", made);
  }

  /** Returns a caller with two nested stages in a row, and a stage after the caller. */
  public static Workflow withCaller(RandomGenerator random, int times) {
    return Workflow.of(
        "nested",
        List.of(
            Stage.of("front", List.of(), 1, logNormal(random, times, 2, 0.5)),
            Stage.of("search", List.of(), 4, logNormal(random, times, 5, 1.2)).within("front"),
            Stage.of("rank", List.of("search"), 2, logNormal(random, times, 3, 0.8))
                .within("front"),
            Stage.of("render", List.of("front"), 1, logNormal(random, times, 4, 1))));
  }
}
