package org.curtail.replicas;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.live.AttemptObservations;
import org.curtail.reissue.live.AttemptObservations.End;

/**
 * A client's observed times of originals and first copies, in order of arrival: the log for a
 * planner. Times are in milliseconds since the attempt was sent. The time of a cancelled attempt
 * ends at the cancellation, so its true time is longer. Later copies of a call are left out.
 * Immutable.
 */
public final class ObservedAttempts {
  private static final int ENOUGH_SECONDS = 100;

  /** Thinning of early requests, as planning with pairs is slow and early requests are many. */
  private static final int SOON_THINNING = 10;

  private final double[] firstMillis;

  /** NaN without a copy. */
  private final double[] secondMillis;

  /** Time from the original to the copy. */
  private final double[] delayMillis;

  private final boolean[] firstCancelled;
  private final boolean[] secondCancelled;

  ObservedAttempts(int calls) {
    firstMillis = new double[calls];
    secondMillis = new double[calls];
    Arrays.fill(secondMillis, Double.NaN);
    delayMillis = new double[calls];
    firstCancelled = new boolean[calls];
    secondCancelled = new boolean[calls];
  }

  private ObservedAttempts(ObservedAttempts all, int from) {
    int to = all.firstMillis.length;
    firstMillis = Arrays.copyOfRange(all.firstMillis, from, to);
    secondMillis = Arrays.copyOfRange(all.secondMillis, from, to);
    delayMillis = Arrays.copyOfRange(all.delayMillis, from, to);
    firstCancelled = Arrays.copyOfRange(all.firstCancelled, from, to);
    secondCancelled = Arrays.copyOfRange(all.secondCancelled, from, to);
  }

  ObservedAttempts from(int call) {
    return new ObservedAttempts(this, call);
  }

  /** Records the end or the cancellation of an attempt. Called during the run only. */
  void ended(Copy copy, double nowMillis, boolean cancelled) {
    int call = copy.call.index;
    if (copy.attempt == 0) {
      firstMillis[call] = copy.responseMillis(nowMillis);
      firstCancelled[call] = cancelled;
    } else if (copy.attempt == 1) {
      secondMillis[call] = copy.responseMillis(nowMillis);
      secondCancelled[call] = cancelled;
      delayMillis[call] = Copy.elapsedMillis(copy.call.arrivalMillis, copy.sentMillis);
    }
  }

  /** Returns the number of calls. */
  public int size() {
    return firstMillis.length;
  }

  /** Returns the time of the original. */
  public double firstMillis(int call) {
    return firstMillis[call];
  }

  /** True if the original was cancelled. */
  public boolean firstCancelled(int call) {
    return firstCancelled[call];
  }

  /** True if there was a copy. */
  public boolean hasSecond(int call) {
    return !Double.isNaN(secondMillis[call]);
  }

  /** Returns the time of the copy; NaN without a copy. */
  public double secondMillis(int call) {
    return secondMillis[call];
  }

  /** True if the copy was cancelled. */
  public boolean secondCancelled(int call) {
    return secondCancelled[call];
  }

  /** Returns the delay of the copy, in milliseconds since the original; 0 without a copy. */
  public double delayMillis(int call) {
    return delayMillis[call];
  }

  /** Returns the times of all originals that answered. */
  public double[] firstMillis() {
    return IntStream.range(0, size())
        .filter(call -> !firstCancelled[call])
        .mapToDouble(this::firstMillis)
        .toArray();
  }

  /** Returns the times of all copies that answered. */
  public double[] secondMillis() {
    return IntStream.range(0, size())
        .filter(call -> hasSecond(call) && !secondCancelled[call])
        .mapToDouble(this::secondMillis)
        .toArray();
  }

  /** Returns the calls whose original and copy answered. */
  private IntStream pairs() {
    return IntStream.range(0, size())
        .filter(call -> hasSecond(call) && !firstCancelled[call] && !secondCancelled[call]);
  }

  /**
   * Returns the times for a planner.
   *
   * <ul>
   *   <li>With a hundred copies or more, the result is pairs. Requests with a copy represent all
   *       requests beyond the delay, with corresponding weights. So slow times of both attempts
   *       stay together. Every tenth earlier request represents ten, with an arbitrary second time.
   *       Only tails below the delay depend on that second time.
   *   <li>With fewer copies, second times are assumed to be like first times.
   *   <li>With cancelled attempts, the result is an estimate that includes them ({@link
   *       AttemptObservations}), with independent first and second times.
   * </ul>
   */
  public AttemptTimes attemptTimes() {
    boolean anyCancelled =
        IntStream.range(0, size()).anyMatch(call -> firstCancelled[call] || secondCancelled[call]);
    if (anyCancelled) {
      return estimated();
    }
    double[] seconds = secondMillis();
    return seconds.length < ENOUGH_SECONDS
        ? AttemptTimes.independent(firstMillis)
        : weightedPairs(seconds);
  }

  private AttemptTimes weightedPairs(double[] seconds) {
    double delay =
        IntStream.range(0, size())
            .filter(this::hasSecond)
            .mapToDouble(this::delayMillis)
            .min()
            .orElseThrow();
    double[] soon = Arrays.stream(firstMillis).filter(millis -> millis <= delay).sorted().toArray();
    int[] sentAgain = IntStream.range(0, size()).filter(this::hasSecond).toArray();
    int kept = (soon.length + SOON_THINNING - 1) / SOON_THINNING;
    double[] first = new double[kept + sentAgain.length];
    double[] second = new double[first.length];
    double[] weights = new double[first.length];
    for (int i = 0; i < kept; i++) {
      int from = i * SOON_THINNING;
      int to = Math.min(soon.length, from + SOON_THINNING);
      first[i] = soon[(from + to) / 2];
      second[i] = seconds[i % seconds.length];
      weights[i] = to - from;
    }
    for (int i = 0; i < sentAgain.length; i++) {
      first[kept + i] = firstMillis[sentAgain[i]];
      second[kept + i] = secondMillis[sentAgain[i]];
      weights[kept + i] = (size() - soon.length) / (double) sentAgain.length;
    }
    return AttemptTimes.paired(first, second, weights);
  }

  private AttemptTimes estimated() {
    // One window holds all attempts.
    var seen = new AttemptObservations(Duration.ofDays(1), 2);
    for (int call = 0; call < size(); call++) {
      seen.first(0, firstMillis[call], firstCancelled[call] ? End.CANCELLED : End.ANSWERED);
      if (hasSecond(call)) {
        seen.second(0, secondMillis[call], secondCancelled[call] ? End.CANCELLED : End.ANSWERED);
      }
    }
    int least = Math.min(ENOUGH_SECONDS, size());
    return seen.learned(0, least, Integer.MAX_VALUE).orElseThrow().times();
  }

  /** Returns the original times of calls whose original and copy answered. */
  public double[] pairedFirstMillis() {
    return pairs().mapToDouble(this::firstMillis).toArray();
  }

  /** Returns the copy times of calls whose original and copy answered, in the same order. */
  public double[] pairedSecondMillis() {
    return pairs().mapToDouble(this::secondMillis).toArray();
  }
}
