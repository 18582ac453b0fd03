package org.curtail.lab.papers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.curtail.Percentile;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;

/**
 * A stand-in for Bing's search of the web: two tiers of the index are asked one after the other;
 * from each, answers come over the network; then snippets are made.
 *
 * <p>Fitted to the Kwiken paper's Table 1 (a lost packet costs 67, 113 and 169 ms at the median,
 * the ninetieth and the ninety-ninth percentile; one packet in 226 is lost), to Figure 7 (the
 * network takes 12.1 % of the mean latency; start and end take long, but always the same time), and
 * to section 2.3 (of the slowest 5 % of the queries, 18.7 % are timed out in the lookup of
 * documents, and 20.3 % on the network).
 *
 * @param packets lost each by itself, of one answer; free
 * @param lookupSigma of the log-normal lookup; free
 */
record KwikenSearch(int packets, double lookupSigma, long seed, int samples) implements KwikenCase {
  static final String LOOKUP = "lookup";
  static final String NETWORK = "network";
  static final int TIERS = 2;

  private static final double LOSS_OF_PACKET = 0.00443;

  /** Log-normal through Table 1's median and ninetieth percentile; its p99 is 173 ms. */
  private static final double RETRANSMIT_MEDIAN_MILLIS = 67.2;

  private static final double RETRANSMIT_SIGMA =
      StrictMath.log(113.3 / RETRANSMIT_MEDIAN_MILLIS) / KwikenShape.Z_90;

  /** A tier's share of 12.1 % of some 80 ms. */
  private static final double NETWORK_MEAN_MILLIS = 4.85;

  private static final double LOOKUP_MILLIS = 18;

  /** Of all queries: 18.7 % and 20.3 % of a twentieth, half of them in each tier. */
  private static final double LOOKUP_TIMED_OUT = 0.187 * 0.05 / TIERS;

  private static final double NETWORK_TIMED_OUT = 0.203 * 0.05 / TIERS;

  /** What the paper leaves open, by chance. */
  static KwikenSearch draw(long seed, int samples) {
    var chance = KwikenChance.of(seed, 21, 0);
    return new KwikenSearch(2 + chance.below(2), 0.4 + 0.3 * chance.unit(), seed, samples);
  }

  @Override
  public String name() {
    return "web-search";
  }

  @Override
  public int stages() {
    return 3 + 2 * TIERS;
  }

  @Override
  public Workflow training() {
    return workflow(0);
  }

  @Override
  public Workflow test() {
    return workflow(1);
  }

  @Override
  public Map<String, Workflow> variants() {
    return Map.of();
  }

  private Workflow workflow(int day) {
    var chance = KwikenChance.of(seed, 22, day);
    var stages = new ArrayList<Stage>();
    add(stages, "start", logNormal(10, 0.1, chance));
    for (int tier = 1; tier <= TIERS; tier++) {
      add(
          stages,
          LOOKUP + "-" + tier,
          cut(logNormal(LOOKUP_MILLIS, lookupSigma, chance), LOOKUP_TIMED_OUT));
      add(stages, NETWORK + "-" + tier, cut(network(chance), NETWORK_TIMED_OUT));
    }
    add(stages, "snippets", logNormal(12, 0.25, chance));
    add(stages, "end", logNormal(8, 0.1, chance));
    return Workflow.of(name(), stages);
  }

  private static void add(List<Stage> stages, String name, double[] millis) {
    List<String> after = stages.isEmpty() ? List.of() : List.of(stages.getLast().name());
    double mean = Arrays.stream(millis).average().orElseThrow();
    stages.add(Stage.of(name, after, mean, StageTimes.independent(millis)));
  }

  private double[] logNormal(double medianMillis, double sigma, KwikenChance chance) {
    double[] millis = new double[samples];
    for (int i = 0; i < samples; i++) {
      millis[i] = medianMillis * StrictMath.exp(sigma * chance.normal());
    }
    return millis;
  }

  private double[] network(KwikenChance chance) {
    double lost = 1 - StrictMath.pow(1 - LOSS_OF_PACKET, packets);
    double meanDelay =
        RETRANSMIT_MEDIAN_MILLIS * StrictMath.exp(RETRANSMIT_SIGMA * RETRANSMIT_SIGMA / 2);
    double[] millis = logNormal(NETWORK_MEAN_MILLIS - lost * meanDelay, 0.2, chance);
    for (int i = 0; i < samples; i++) {
      if (chance.unit() < lost) {
        millis[i] += RETRANSMIT_MEDIAN_MILLIS * StrictMath.exp(RETRANSMIT_SIGMA * chance.normal());
      }
    }
    return millis;
  }

  /** Times out a share of the calls. */
  private static double[] cut(double[] millis, double share) {
    double[] ascending = millis.clone();
    Arrays.sort(ascending);
    double timeOut = Percentile.of(ascending, 100 * (1 - share));
    return Arrays.stream(millis).map(time -> Math.min(time, timeOut)).toArray();
  }
}
