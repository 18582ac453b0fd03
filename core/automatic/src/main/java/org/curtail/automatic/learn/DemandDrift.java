package org.curtail.automatic.learn;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.curtail.Profile;
import org.curtail.automatic.detect.BatchLength;
import org.curtail.automatic.detect.Change;
import org.curtail.automatic.detect.ChangeDetector;
import org.curtail.automatic.detect.ShapeFit;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Detects changes in the demand of a service: all requests take longer, or the long ones do, or the
 * mix of requests changes. Not thread-safe.
 *
 * <p><b>False alarms.</b> While demands are independent and identically distributed, on average at
 * least {@code requestsPerFalseAlarm} requests end before a false alarm: proved, for any
 * distribution of demands. Where similar requests follow each other, batches of requests count as
 * one each, and the guarantee holds as far as batches are exchangeable. Their length is measured
 * ({@link BatchLength}); where it is too short there are more false alarms. Those are withdrawn
 * when {@value ShapeFit#LAST_LOOK} further requests were as before (four times as many where
 * batches are long), and batches are twice as long from then on.
 *
 * <p><b>Delay.</b> With one false alarm in a million requests and 2,000 requests seen before, the
 * median number of requests until an alarm (and the 90th percentile) is: log-normal demands (sigma
 * 1) that double, 65 (101); a machine slower by 1.8, 85 (129); another mix of four in ten requests,
 * 49 (70); a tail in which one in ten requests takes eight times as long, 232 (537). Changes of
 * less than about a quarter are not looked for. {@code DriftTest} measures that.
 *
 * <p><b>Kinds of change.</b> {@link Change.Kind#SCALED} is a slower machine, or the same factor on
 * all demands: the shape is as before, and so are the speedups. {@link Change.Kind#RESHAPED} is
 * another mix or tail. The kind is known after 200 to {@value ShapeFit#LAST_LOOK} more requests; at
 * most {@value ShapeFit#ERROR_PERCENT} % of changes by one factor are reported as reshaped.
 */
public final class DemandDrift {
  /**
   * Requests of a profile for each one drawn: so few are drawn that it does not matter that they
   * are not new.
   */
  private static final int REQUESTS_PER_DRAW = 4;

  private static final int MOST_DRAWS = 2_000;
  private static final double NANOS_PER_MS = 1e6;

  private final SpeedupModel speedups;
  private final ChangeDetector detector;

  /**
   * Creates a detector that learns from the first requests it sees.
   *
   * @param speedups converts time at a higher degree to sequential time; if speedups change, the
   *     demand seems to change: see {@link SpeedupDrift}
   * @param requestsPerFalseAlarm more than 1, finite; the requests of a day for one false alarm a
   *     day
   * @param seed breaks ties
   * @param batch least number of consecutive requests that count as one, 1 if demands are
   *     independent: {@link BatchLength#values} of the logarithms of earlier demands
   */
  public DemandDrift(SpeedupModel speedups, double requestsPerFalseAlarm, long seed, int batch) {
    this.speedups = speedups;
    detector = new ChangeDetector(requestsPerFalseAlarm, seed, batch);
  }

  /**
   * Creates a detector that compares with a profile, for example from a file, from the first
   * request on. The rate of false alarms holds as far as the profile has enough requests: one in
   * four of them counts, so that the profile's own error is small beside chance.
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
   * Adds an ended request. Only completed ones count.
   *
   * @return true if the demand seems to have changed
   */
  public boolean ended(Timeline request) {
    if (request.outcome() != Outcome.COMPLETED) {
      return detector.change().isPresent();
    }
    return detector.offer(speedups.demandNanos(request) / NANOS_PER_MS, request.endNanos());
  }

  /**
   * Returns the number of consecutive requests that count as one, since their demands depend on
   * each other.
   */
  public int batch() {
    return detector.batch();
  }

  /** Returns the change in times; empty if there is none. */
  public Optional<Change> change() {
    return detector.change();
  }

  /** Returns the change in plain words; empty if there is none. */
  public Optional<String> reason() {
    return change().map(change -> change.words("the demand of requests"));
  }
}
