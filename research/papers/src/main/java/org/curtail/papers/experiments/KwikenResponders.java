package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.workflow.ResponderTraces;

/**
 * Stages that ask many servers for each query, as stand-ins for Bing's search of the web, of images
 * and of videos.
 *
 * <p>The stages are fitted to the Kwiken paper's Figure 10a and Table 2. In the figure, some
 * queries are quick at all servers, some are slow at all, and some have a long tail at few servers;
 * a time-out ends all. The table says for each stage how much p95 and p99 fall without waiting for
 * 0.1 % or 1 % of the servers. So hardly any query has less than 0.1 % slow servers, and most have
 * less than 1 %. The worst 5 % and 1 % of the queries also show how slow these servers are.
 *
 * @param name name of the stage
 * @param servers number of servers asked for each query: "1000s" for the web, "100s" for the others
 * @param delay mean of an exponential number. A query in trouble waits for its slow servers for a
 *     multiple of its usual latency, and this number is the logarithm of the multiple
 */
record KwikenResponders(String name, int servers, double delay) {
  static final KwikenResponders WEB = new KwikenResponders("web", 1_000, 0.68);
  static final KwikenResponders IMAGES = new KwikenResponders("images", 200, 0.82);
  static final KwikenResponders VIDEOS = new KwikenResponders("videos", 200, 0.50);

  static final List<KwikenResponders> ALL = List.of(WEB, IMAGES, VIDEOS);

  /** Returns this stage with fewer servers, for a smaller experiment. */
  KwikenResponders smaller(double share) {
    return new KwikenResponders(
        name, Math.min(servers, Math.max(FEWEST_SERVERS, (int) (share * servers))), delay);
  }

  /** The free parameters; each fit draws its own. */
  private record Free(double queries, double servers, double trouble, double timeOut) {
    static Free draw(KwikenRandom chance) {
      return new Free(
          0.10 + 0.10 * chance.unit(),
          0.10 + 0.10 * chance.unit(),
          0.13 + 0.05 * chance.unit(),
          10 + 10 * chance.unit());
    }
  }

  private static final double MEDIAN_MILLIS = 20;
  private static final int FEWEST_SERVERS = 100;

  /** Share of slow servers of a query in trouble. */
  private static final double FEWEST_SLOW = 0.0015;

  private static final double MOST_SLOW = 0.009;

  /** Part of the seed of drawn visits. */
  private static final long FREE = 11;

  /**
   * Draws the visits of a day.
   *
   * @param fit chooses the values that the paper leaves open
   * @param day other days have other queries
   */
  ResponderTraces visits(int count, long fit, long day) {
    return visits(count, fit, day, MEDIAN_MILLIS);
  }

  /**
   * Returns the same visits, longer or shorter.
   *
   * @param medianMillis median time of a server that is not slow
   */
  ResponderTraces visits(int count, long fit, long day, double medianMillis) {
    Free free = Free.draw(KwikenRandom.of(fit, FREE, servers));
    var chance = KwikenRandom.of(fit, FREE + 1 + day, servers);
    double[][] millis = new double[count][];
    for (int i = 0; i < count; i++) {
      millis[i] = visit(free, medianMillis, chance);
    }
    return ResponderTraces.of(millis);
  }

  private double[] visit(Free free, double medianMillis, KwikenRandom chance) {
    double query = medianMillis * StrictMath.exp(free.queries() * chance.normal());
    double[] millis = new double[servers];
    for (int i = 0; i < servers; i++) {
      millis[i] = query * StrictMath.exp(free.servers() * chance.normal());
    }
    if (chance.unit() < free.trouble()) {
      double late = usual(millis) * StrictMath.exp(-delay * StrictMath.log(chance.positive()));
      int slow = Math.max(1, (int) Math.round(servers * chance.logUniform(FEWEST_SLOW, MOST_SLOW)));
      for (int i = 0; i < slow; i++) {
        // Slow answers do not come at once: those of a query arrive over a third of the time.
        millis[i] = Math.max(millis[i], late * (1 - chance.unit() / 3));
      }
    }
    for (int i = 0; i < servers; i++) {
      millis[i] = Math.min(millis[i], free.timeOut() * medianMillis);
    }
    return millis;
  }

  /** Returns the time at which all servers have answered. */
  private static double usual(double[] millis) {
    double latest = 0;
    for (double time : millis) {
      latest = Math.max(latest, time);
    }
    return latest;
  }
}
