package org.curtail.automatic;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.curtail.Profile;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Notices when the demand of a service changes: all requests take longer, or the long ones do, or
 * another mix comes in. Not thread-safe.
 *
 * <p><b>False alarms.</b> While the demands of requests are independent of each other and of the
 * same kind, {@code requestsPerFalseAlarm} requests end at least, in the mean, until there is a
 * false one: proved, for any distribution of demands. Where requests that are alike come one after
 * the other, batches of requests count as one each, and the same holds as far as batches are
 * exchangeable. How long they must be is measured ({@link BatchLength}); where that is too short
 * there are more false alarms. Those are withdrawn when {@value ShapeTest#LAST_LOOK} further
 * requests have been as before (four times as many where batches are long), and batches are twice
 * as long from then on.
 *
 * <p><b>Delay.</b> With one false alarm in a million requests and 2,000 requests seen before,
 * log-normal demands (sigma 1) that double are noticed after 65 requests (median; 101 in nine of
 * ten cases), a machine that becomes slower by 1.8 after 85 (129), another mix of four in ten
 * requests after 49 (70), a tail in which one in ten requests takes eight times as long after 232
 * (537). A change by less than about a quarter is not looked for. {@code DriftTest} measures that.
 *
 * <p><b>What has changed.</b> {@link Change.Kind#SCALED} is a machine that became slower, or all of
 * the demand in the same way: the shape is as before, and so are the speedups. {@link
 * Change.Kind#RESHAPED} is another mix or tail. It takes 200 to {@value ShapeTest#LAST_LOOK} more
 * requests to tell; at most {@value ShapeTest#ERROR_PERCENT} % of changes by one factor are taken
 * for others.
 */
final class DemandDrift {
  /** So few for each request of a profile that it does not matter that they are not new. */
  private static final int REQUESTS_PER_DRAW = 4;

  private static final int MOST_DRAWS = 2_000;
  private static final double NANOS_PER_MS = 1e6;

  private final SpeedupModel speedups;
  private final ChangeDetector detector;

  /**
   * Learns from the first requests that it is shown.
   *
   * @param speedups what makes sequential time of the time at a higher degree; should they change,
   *     the demand seems to: see {@link SpeedupDrift}
   * @param requestsPerFalseAlarm more than 1, finite; for one false alarm a day the requests of a
   *     day
   * @param seed breaks ties
   */
  public DemandDrift(SpeedupModel speedups, double requestsPerFalseAlarm, long seed) {
    this(speedups, requestsPerFalseAlarm, seed, 1);
  }

  /**
   * The same where it is known that demands depend on each other.
   *
   * @param batch so many requests in a row count as one, at least: {@link BatchLength#values} of
   *     the logarithms of the demands that were seen before
   */
  public DemandDrift(SpeedupModel speedups, double requestsPerFalseAlarm, long seed, int batch) {
    this.speedups = speedups;
    detector = new ChangeDetector(requestsPerFalseAlarm, seed, batch);
  }

  /**
   * Compares with a profile, as one that was loaded from a file, from the first request on. The
   * rate of false alarms holds as far as the profile has enough requests: one in four of them
   * counts, so that what it lacks of the truth is little beside what chance does.
   */
  public static DemandDrift from(
      Profile profile, SpeedupModel speedups, double requestsPerFalseAlarm, long seed) {
    return from(profile, speedups, requestsPerFalseAlarm, seed, 1);
  }

  /**
   * The same where it is known that demands depend on each other.
   *
   * @param batch so many requests in a row count as one, at least: {@link BatchLength#values} of
   *     the logarithms of the demands that were seen before
   */
  public static DemandDrift from(
      Profile profile, SpeedupModel speedups, double requestsPerFalseAlarm, long seed, int batch) {
    var drift = new DemandDrift(speedups, requestsPerFalseAlarm, seed, batch);
    var random = new SplittableRandom(~seed);
    double[] upTo = new double[profile.requests()];
    double sum = 0;
    for (int r = 0; r < upTo.length; r++) {
      sum += profile.weight(r);
      upTo[r] = sum;
    }
    for (int i = 0; i < Math.min(upTo.length / REQUESTS_PER_DRAW, MOST_DRAWS); i++) {
      int found = Arrays.binarySearch(upTo, random.nextDouble() * sum);
      int request = Math.min(found < 0 ? -found - 1 : found, upTo.length - 1);
      drift.detector.learn(profile.timeMs(request, 1));
    }
    return drift;
  }

  /**
   * A request has ended. Only those that completed count.
   *
   * @return whether the demand seems to have changed
   */
  public boolean ended(Timeline request) {
    if (request.outcome() != Outcome.COMPLETED) {
      return detector.change().isPresent();
    }
    return detector.offer(speedups.demandNanos(request) / NANOS_PER_MS, request.endNanos());
  }

  /** So many requests in a row count as one by now, since their demands depend on each other. */
  public int batch() {
    return detector.batch();
  }

  /** What has changed, by times; empty if nothing has. */
  public Optional<Change> change() {
    return detector.change();
  }

  /** What has changed, in plain words; empty if nothing has. */
  public Optional<String> reason() {
    return change().map(change -> change.words("the demand of requests"));
  }
}
