package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Workflows that stand in for those of Bing, whose traces were never published: fitted to what
 * Kwiken (SIGCOMM'13) states of them, and drawn where it leaves something open.
 *
 * <ul>
 *   <li>Half of the workflows have 14 stages or fewer, a tenth has 81 or more (section 2.2.2); the
 *       number is log-normal in between.
 *   <li>A stage's times are log-normal. The 99th percentile is 10 times the median in a tenth of
 *       the stages (Figure 4a) and 5 times in 30 % (section 1), which fixes how sigma is spread.
 *   <li>A visit costs its mean time, times its servers (section 5.1). A tenth of the stages asks
 *       thousands of servers (section 1). As in the paper such a stage is sent again as a whole.
 *   <li>Stages stand in layers of one to four, which gives many short paths side by side.
 * </ul>
 *
 * <p>Deterministic: the same seed gives the same bits on every machine.
 */
public final class StandInWorkflows {
  /** As many as the paper has. */
  public static final int COUNT = 45;

  private static final double MEDIAN_STAGES = 14;
  private static final double STAGES_OF_UPPER_TENTH = 81;

  /** Of normal numbers, a tenth is above; and 30 %. */
  private static final double UPPER_TENTH = 1.2815515655446004;

  private static final double UPPER_THREE_TENTHS = 0.5244005127080407;

  /** Of a normal number: one of a hundred is above. */
  private static final double UPPER_HUNDREDTH = 2.3263478740408408;

  private static final double MEDIAN_MS = 10;

  /** Standard deviation of the logarithm of medians. */
  private static final double MEDIAN_SPREAD = 1.2;

  private static final double MANY_SERVERS_SHARE = 0.1;

  /** Places of a stage's own numbers. */
  private static final int MEDIAN = 0;

  private static final int SIGMA = 1;
  private static final int MANY_SERVERS = 2;
  private static final int SERVERS = 3;

  private StandInWorkflows() {}

  /**
   * All of them, from the one with the fewest stages to that with the most.
   *
   * @param samples times per stage: at least 1
   * @param fit of what the paper leaves open: a seed
   * @param sampleSeed of the times alone, so that plans can be tried on times they have not seen
   */
  public static List<Workflow> all(int samples, long fit, long sampleSeed) {
    return IntStream.rangeClosed(1, COUNT)
        .mapToObj(number -> one(number, samples, fit, sampleSeed))
        .toList();
  }

  /**
   * One of them.
   *
   * @param number 1 to {@value #COUNT}, by number of stages
   */
  public static Workflow one(int number, int samples, long fit, long sampleSeed) {
    if (number < 1 || number > COUNT) {
      throw new IllegalArgumentException(
          "number must be from 1 to %d: %d".formatted(COUNT, number));
    }
    if (samples < 1) {
      throw new IllegalArgumentException("samples must be at least 1: " + samples);
    }
    int stages = stages(number);
    long seed = fit * COUNT + number;
    List<List<Integer>> after = WorkflowGraph.LAYERED.edges(stages, seed);
    var made = new ArrayList<Stage>();
    for (int s = 0; s < stages; s++) {
      var own = new Chance(seed, s, Chance.Purpose.LAW);
      var law =
          new StageLaw(
              MEDIAN_MS * StrictMath.exp(MEDIAN_SPREAD * own.normal(MEDIAN)),
              sigma(own.normal(SIGMA)),
              1);
      double meanMillis = law.medianMillis() * StrictMath.exp(law.sigma() * law.sigma() / 2);
      List<String> before = after.get(s).stream().map(WorkflowGraph::name).toList();
      StageTimes times = law.times(samples, 0, sampleSeed * COUNT + number, s);
      made.add(Stage.of(WorkflowGraph.name(s), before, meanMillis * servers(own), times));
    }
    return Workflow.of("stand-in-" + number, made);
  }

  /** The quantile of the log-normal at the middle of the number's share. */
  private static int stages(int number) {
    double spread = StrictMath.log(STAGES_OF_UPPER_TENTH / MEDIAN_STAGES) / UPPER_TENTH;
    double normal = normalQuantile((number - 0.5) / COUNT);
    return Math.max(1, (int) Math.rint(MEDIAN_STAGES * StrictMath.exp(spread * normal)));
  }

  /** Log-normal through the two points of the paper. */
  private static double sigma(double normal) {
    double tenth = StrictMath.log(StrictMath.log(10) / UPPER_HUNDREDTH);
    double threeTenths = StrictMath.log(StrictMath.log(5) / UPPER_HUNDREDTH);
    double spread = (tenth - threeTenths) / (UPPER_TENTH - UPPER_THREE_TENTHS);
    return StrictMath.exp(tenth + spread * (normal - UPPER_TENTH));
  }

  private static double servers(Chance own) {
    return own.unit(MANY_SERVERS, 0) < MANY_SERVERS_SHARE
        ? 1000 * StrictMath.pow(10, own.unit(SERVERS, 0))
        : 1;
  }

  /**
   * The normal number that a share does not exceed, to about 0.0005 (Abramowitz and Stegun,
   * 26.2.23): enough for a number of stages.
   *
   * @param share between 0 and 1, both excluded
   */
  private static double normalQuantile(double share) {
    if (share > 0.5) {
      return -normalQuantile(1 - share);
    }
    double t = Math.sqrt(-2 * StrictMath.log(share));
    return (2.515517 + t * (0.802853 + t * 0.010328))
            / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
        - t;
  }
}
