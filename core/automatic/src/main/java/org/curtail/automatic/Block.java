package org.curtail.automatic;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * One trace at one load, the same for all candidates (common random numbers). Its requests are
 * drawn from a sample of the profile of the profile's own size (a bootstrap), each block's from
 * another: so what differs from block to block is chance in the arrivals and also chance in what
 * the profile happened to see.
 *
 * @param trace the first {@code warmUp} requests meet an empty service and do not count
 * @param seed for what else is drawn of this block
 */
record Block(Trace trace, int warmUp, long seed) {
  private static final int LEAST_REQUESTS = 4_000;
  private static final int MOST_REQUESTS = 12_000;

  /** So many requests above the percentile in each block, if that is not too many. */
  private static final double BEYOND_PERCENTILE = 40;

  /** A larger profile is as good as exact. */
  private static final int MOST_SAMPLED = 20_000;

  private static final int WARM_UP_SHARE = 10;
  private static final double MS_PER_SECOND = 1000;

  /**
   * A block at a level.
   *
   * @param number 0 or more; the same number is the same requests in the same order at all levels
   */
  static Block draw(JudgeSetting setting, Level level, int number) {
    Profile profile = setting.profile();
    // Neighbouring seeds give unrelated traces: the generator spreads them.
    long seed = new SplittableRandom(setting.seed() + number).nextLong();
    var random = new SplittableRandom(seed);
    Trace sample =
        Traces.draw(
            new PoissonArrivals(1),
            profile,
            Math.min(profile.requests(), MOST_SAMPLED),
            random.nextLong());
    double meanMs =
        IntStream.range(0, sample.size())
            .mapToDouble(i -> profile.timeMs(sample.request(i), 1))
            .average()
            .getAsDouble();
    double perSecond = level.utilisation() * setting.machine().cores() * MS_PER_SECOND / meanMs;
    int count = requests(setting.goal().percentile()) * level.length();
    double[] arrivalsMs = new PoissonArrivals(perSecond).draw(count, random.split());
    int[] requests =
        IntStream.generate(() -> sample.request(random.nextInt(sample.size())))
            .limit(count)
            .toArray();
    return new Block(Trace.of(arrivalsMs, requests), count / WARM_UP_SHARE, random.nextLong());
  }

  /** In a block of length 1. */
  static int requests(double percentile) {
    double wanted = BEYOND_PERCENTILE / (1 - percentile / 100);
    return (int) Math.clamp(wanted, LEAST_REQUESTS, MOST_REQUESTS);
  }
}
