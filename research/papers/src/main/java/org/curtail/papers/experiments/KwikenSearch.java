package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.curtail.Percentile;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.benchkit.standin.KwikenShape;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;

/**
 * A stand-in for Bing's web search: queries go to two tiers of the index, one after the other.
 * Answers of each tier come over the network. Then snippets are made.
 *
 * <p>The stand-in is fitted to these parts of the Kwiken paper. Table 1: a lost packet costs 67,
 * 113 and 169 ms at the median, the 90th and the 99th percentile, and one packet in 226 is lost.
 * Figure 7: the network takes 12.1 % of the mean latency; start and end take long, but always the
 * same time. Section 2.3: of the slowest 5 % of the queries, 18.7 % are timed out in the lookup of
 * documents, and 20.3 % on the network. Table 2: the lookup is the stage "web". The additional time
 * of queries in trouble is that of {@link KwikenResponders#WEB}.
 *
 * @param packets number of packets of one answer, lost independently; not given by the paper
 * @param querySigma sigma of the log-normal lookup of queries without trouble; not given by the
 *     paper
 * @param trouble share of the queries that wait for slow servers in a tier; not given by the paper
 */
record KwikenSearch(int packets, double querySigma, double trouble, long seed, int samples)
    implements KwikenCase {
  static final String LOOKUP = "lookup";
  static final String NETWORK = "network";
  static final String LINK = "link-of-";
  static final int TIERS = 2;

  /** The cost of a stage without a transfer, beside that of a transfer. */
  private static final double NEARLY_FREE = 1e-9;

  private static final double LOSS_OF_PACKET = 0.00443;

  /** Log-normal through Table 1's median and ninetieth percentile; its p99 is 173 ms. */
  private static final double RETRANSMIT_MEDIAN_MILLIS = 67.2;

  private static final double RETRANSMIT_SIGMA =
      StrictMath.log(113.3 / RETRANSMIT_MEDIAN_MILLIS) / KwikenShape.Z_90;

  /** A tier's share of 12.1 % of some 88 ms. */
  private static final double NETWORK_MEAN_MILLIS = 5.3;

  private static final double LOOKUP_MILLIS = 18;

  /** Shares of all queries: 18.7 % and 20.3 % of 5 %, half of them in each tier. */
  private static final double LOOKUP_TIMED_OUT = 0.187 * 0.05 / TIERS;

  private static final double NETWORK_TIMED_OUT = 0.203 * 0.05 / TIERS;

  /** Random values for details without a number in the paper. */
  static KwikenSearch draw(long seed, int samples) {
    var chance = KwikenRandom.of(seed, 21, 0);
    return new KwikenSearch(
        2 + chance.below(2),
        0.10 + 0.10 * chance.unit(),
        0.13 + 0.05 * chance.unit(),
        seed,
        samples);
  }

  /**
   * A stage on one day; one value per visit.
   *
   * @param workMillis time without a time-out
   * @param safeMillis time without a lost packet
   * @param timeOutMillis greatest time of a visit
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Part(String name, double[] workMillis, double[] safeMillis, double timeOutMillis) {
    boolean isLookup() {
      return name.startsWith(LOOKUP);
    }

    boolean isNetwork() {
      return name.startsWith(NETWORK);
    }

    private double[] millis() {
      return Arrays.stream(workMillis).map(work -> Math.min(work, timeOutMillis)).toArray();
    }
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
    return workflow(trainingParts());
  }

  @Override
  public Workflow test() {
    return workflow(testParts());
  }

  @Override
  public Map<String, Workflow> variants() {
    return Map.of();
  }

  /** Returns the workflow of consecutive stages. */
  List<Part> trainingParts() {
    return parts(0);
  }

  /** Returns the visits of another day. */
  List<Part> testParts() {
    return parts(1);
  }

  private List<Part> parts(int day) {
    var chance = KwikenRandom.of(seed, 22, day);
    var parts = new ArrayList<Part>();
    parts.add(steady("start", logNormal(10, 0.1, chance)));
    for (int tier = 1; tier <= TIERS; tier++) {
      double[] lookup = lookup(chance);
      parts.add(
          new Part(LOOKUP + "-" + tier, lookup, lookup, exceededBy(LOOKUP_TIMED_OUT, lookup)));
      parts.add(network(NETWORK + "-" + tier, chance));
    }
    parts.add(steady("snippets", logNormal(12, 0.25, chance)));
    parts.add(steady("end", logNormal(8, 0.1, chance)));
    return parts;
  }

  private static Part steady(String name, double[] millis) {
    return new Part(name, millis, millis, Double.POSITIVE_INFINITY);
  }

  private Workflow workflow(List<Part> parts) {
    var stages = new ArrayList<Stage>();
    for (Part part : parts) {
      double[] millis = part.millis();
      double mean = Arrays.stream(millis).average().orElseThrow();
      stages.add(after(stages, part.name(), mean, millis));
    }
    return Workflow.of(name(), stages);
  }

  /**
   * Returns the same workflow with one link for the answers of both tiers. Only the transfer
   * occupies the link, and nearly all cost is that of transfers; the delay of a lost packet is a
   * stage of its own.
   */
  static Workflow overOneLink(List<Part> parts) {
    var stages = new ArrayList<Stage>();
    for (Part part : parts) {
      double[] millis = part.millis();
      if (part.isNetwork()) {
        double[] transfer = new double[millis.length];
        Arrays.setAll(transfer, i -> Math.min(part.safeMillis()[i], millis[i]));
        stages.add(after(stages, LINK + part.name(), 1, transfer));
        Arrays.setAll(millis, i -> millis[i] - transfer[i]);
      }
      stages.add(after(stages, part.name(), NEARLY_FREE, millis));
    }
    return Workflow.of("web-search-link", stages);
  }

  private static Stage after(List<Stage> stages, String name, double cost, double[] millis) {
    List<String> after = stages.isEmpty() ? List.of() : List.of(stages.getLast().name());
    return Stage.of(name, after, cost, StageTimes.independent(millis));
  }

  private double[] logNormal(double medianMillis, double sigma, KwikenRandom chance) {
    double[] millis = new double[samples];
    for (int i = 0; i < samples; i++) {
      millis[i] = medianMillis * StrictMath.exp(sigma * chance.normal());
    }
    return millis;
  }

  private double[] lookup(KwikenRandom chance) {
    double[] millis = logNormal(LOOKUP_MILLIS, querySigma, chance);
    for (int i = 0; i < samples; i++) {
      if (chance.unit() < trouble) {
        millis[i] *= StrictMath.pow(chance.positive(), -KwikenResponders.WEB.delay());
      }
    }
    return millis;
  }

  private Part network(String name, KwikenRandom chance) {
    double lost = 1 - StrictMath.pow(1 - LOSS_OF_PACKET, packets);
    double meanDelay =
        RETRANSMIT_MEDIAN_MILLIS * StrictMath.exp(RETRANSMIT_SIGMA * RETRANSMIT_SIGMA / 2);
    double[] safe = logNormal(NETWORK_MEAN_MILLIS - lost * meanDelay, 0.2, chance);
    double[] millis = safe.clone();
    for (int i = 0; i < samples; i++) {
      if (chance.unit() < lost) {
        millis[i] += RETRANSMIT_MEDIAN_MILLIS * StrictMath.exp(RETRANSMIT_SIGMA * chance.normal());
      }
    }
    return new Part(name, millis, safe, exceededBy(NETWORK_TIMED_OUT, millis));
  }

  /** Returns the time that a share of the calls exceeds. */
  private static double exceededBy(double share, double[] millis) {
    double[] ascending = millis.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, 100 * (1 - share));
  }
}
