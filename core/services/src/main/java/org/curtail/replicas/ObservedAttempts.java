package org.curtail.replicas;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.live.AttemptObservations;
import org.curtail.reissue.live.AttemptObservations.End;

/**
 * What a client saw of first and second copies, in order of arrival: a log as a planner wants it.
 * Times are in milliseconds since the copy was sent. A copy that was cancelled has no answer; its
 * time is then how long it had been on its way, less than its answer would have taken. Third and
 * later copies are left out. Immutable.
 */
public final class ObservedAttempts {
  private static final int ENOUGH_SECONDS = 100;

  /** Planning with pairs takes long, and there are thirty sooner requests for each late one. */
  private static final int SOON_THINNING = 10;

  private final double[] firstMillis;

  /** NaN where there was none. */
  private final double[] secondMillis;

  /** When it was sent, since the first one. */
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

  /** A copy has ended, or was cancelled. Called during the run only. */
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

  /** Requests times shards. */
  public int size() {
    return firstMillis.length;
  }

  /** The time of the first copy. */
  public double firstMillis(int call) {
    return firstMillis[call];
  }

  /** Whether the first copy was cancelled. */
  public boolean firstCancelled(int call) {
    return firstCancelled[call];
  }

  /** Whether there was a second copy. */
  public boolean hasSecond(int call) {
    return !Double.isNaN(secondMillis[call]);
  }

  /** The time of the second copy; NaN if there was none. */
  public double secondMillis(int call) {
    return secondMillis[call];
  }

  /** Whether the second copy was cancelled. */
  public boolean secondCancelled(int call) {
    return secondCancelled[call];
  }

  /** When the second copy was sent, in milliseconds since the first one; 0 if there was none. */
  public double delayMillis(int call) {
    return delayMillis[call];
  }

  /** The times of all first copies that answered. */
  public double[] firstMillis() {
    return IntStream.range(0, size())
        .filter(call -> !firstCancelled[call])
        .mapToDouble(this::firstMillis)
        .toArray();
  }

  /** The times of all second copies that answered. */
  public double[] secondMillis() {
    return IntStream.range(0, size())
        .filter(call -> hasSecond(call) && !secondCancelled[call])
        .mapToDouble(this::secondMillis)
        .toArray();
  }

  /** Where both copies answered. */
  private IntStream pairs() {
    return IntStream.range(0, size())
        .filter(call -> hasSecond(call) && !firstCancelled[call] && !secondCancelled[call]);
  }

  /**
   * The same for a planner.
   *
   * <ul>
   *   <li>With a hundred second copies or more, pairs: requests that exceeded the delay count by
   *       those of them that were sent again, each for as many as there are for each of these. So
   *       what is slow for both copies stays together. Of those that were sooner, every tenth one
   *       stands for ten, with a second time of the others, which only tails below the delay would
   *       ask for.
   *   <li>With fewer, second times are taken to be like first ones.
   *   <li>If copies were cancelled, an estimate that counts these too ({@link
   *       AttemptObservations}); first and second times are then independent.
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
    // All in one window.
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

  /** The times of first copies where both answered. */
  public double[] pairedFirstMillis() {
    return pairs().mapToDouble(this::firstMillis).toArray();
  }

  /** The times of second copies where both answered, in the same order. */
  public double[] pairedSecondMillis() {
    return pairs().mapToDouble(this::secondMillis).toArray();
  }
}
