package org.curtail.automatic.choose;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * One trace at one load, the same for all candidates (common random numbers). Each block draws its
 * requests from its own bootstrap sample of the profile, of the profile's size. So blocks differ by
 * the chance of arrivals and by the chance of the profile's sample.
 *
 * @param trace the requests; the first {@code warmUp} meet an empty service and do not count
 * @param seed seed of all other draws for this block
 */
public record Block(Trace trace, int warmUp, long seed) {
  private static final int LEAST_REQUESTS = 4_000;
  private static final int MOST_REQUESTS = 12_000;

  /** Wanted number of requests above the percentile in each block. */
  private static final double BEYOND_PERCENTILE = 40;

  /** Number of requests from which a profile counts as exact and is not resampled. */
  private static final int MOST_SAMPLED = 20_000;

  private static final int WARM_UP_SHARE = 10;
  private static final double MS_PER_SECOND = 1000;

  /**
   * Draws a block at a level.
   *
   * @param number 0 or more; the same number gives the same requests in the same order at all
   *     levels
   */
  static Block draw(JudgeSetting setting, Level level, int number) {
    Profile profile = setting.profile();
    // Neighbouring seeds give unrelated traces, since the generator mixes them.
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

  /** Returns the number of requests in a block of length 1. */
  static int requests(double percentile) {
    double wanted = BEYOND_PERCENTILE / (1 - percentile / 100);
    return (int) Math.clamp(wanted, LEAST_REQUESTS, MOST_REQUESTS);
  }
}
