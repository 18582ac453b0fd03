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
 * Detector of changes in the demand of a service: longer requests, a longer tail, or another mix of
 * requests. Not thread-safe.
 *
 * <p><b>False alarms.</b> While demands are independent and identically distributed, at least
 * {@code requestsPerFalseAlarm} requests end on average before a false alarm. This is proved for
 * any distribution of demands. If similar requests follow each other, a batch of requests counts as
 * one. The guarantee then holds as far as batches are exchangeable. {@link BatchLength} measures
 * their length; too short batches cause more false alarms. The detector withdraws a false alarm
 * after {@value ShapeFit#LAST_LOOK} unchanged requests (four times as many for long batches), and
 * doubles the batch length.
 *
 * <p><b>Delay.</b> The following are median numbers of requests until an alarm (and the 90th
 * percentiles), with one false alarm in a million requests, after 2,000 requests. Doubled
 * log-normal demands (sigma 1): 65 (101). A machine slower by 1.8: 85 (129). Another mix for four
 * in ten requests: 49 (70). A tail in which one in ten requests takes eight times as long: 232
 * (537). It ignores changes of less than about a quarter. {@code DriftTest} measures these numbers.
 *
 * <p><b>Kinds of change.</b> {@link Change.Kind#SCALED} is a slower machine, or the same factor on
 * all demands; shape and speedups stay. {@link Change.Kind#RESHAPED} is another mix or tail. The
 * kind is known after 200 to {@value ShapeFit#LAST_LOOK} more requests. At most {@value
 * ShapeFit#ERROR_PERCENT} % of changes by one factor are reported as reshaped.
 */
public final class DemandDrift {
  /** Requests of a profile per drawn request: so few draws are nearly as good as new requests. */
  private static final int REQUESTS_PER_DRAW = 4;

  private static final int MOST_DRAWS = 2_000;
  private static final double NANOS_PER_MS = 1e6;

  private final SpeedupModel speedups;
  private final ChangeDetector detector;

  /**
   * Creates a detector that learns from its first requests.
   *
   * @param speedups converts time at a higher degree to sequential time; changed speedups look like
   *     a changed demand: see {@link SpeedupDrift}
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
   * request on. The rate of false alarms holds if the profile has enough requests. It uses one in
   * four of them, so that the profile's own error is small beside chance.
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

  /** Returns the number of consecutive dependent requests that count as one. */
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
