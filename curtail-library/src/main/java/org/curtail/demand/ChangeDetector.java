package org.curtail.demand;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Notices when values begin to be distributed in another way. It knows no distribution: it learns
 * from the values themselves, however they are distributed. Not thread-safe.
 *
 * <p>Each value gets a rank among all before it, with ties broken at random. As long as values are
 * exchangeable, so independent of each other and of the same kind, these ranks are independent and
 * even (conformal p-values: Vovk, Gammerman, Shafer, Algorithmic learning in a random world, 2005).
 * On that several {@link Bet}s are made, and each unit won by a bet that began at any value counts:
 * the sum of Shiryaev and Roberts. Until the first false alarm it takes, in the mean, at least as
 * many values as are asked for: the sum less the number of values is a martingale (Pollak 1985;
 * Volkhonskiy et al., Inductive conformal martingales for change-point detection, 2017).
 *
 * <p>When the alarm is raised it goes on to look at what has changed: {@link #change}.
 */
final class ChangeDetector {
  /** How many values back a change can be placed. */
  private static final int MEMORY = 4_096;

  private static final Bet[] BETS = Bet.values();

  private final double valuesPerFalseAlarm;
  private final SplittableRandom random;

  /** Of all values until the alarm; from then on of those before the change. */
  private final LogHistogram before = new LogHistogram();

  /** Of those since the alarm, which did not cause it. */
  private final LogHistogram after = new LogHistogram();

  private final double[] sums = new double[BETS.length];

  /** What a bet has won that was given up whenever it had lost, and since which value. */
  private final double[] gains = new double[BETS.length];

  private final long[] begun = new long[BETS.length];
  private final short[] recentBins = new short[MEMORY];
  private final long[] recentNanos = new long[MEMORY];
  private long values;
  private @Nullable Change change;

  /**
   * A detector that has seen nothing.
   *
   * @param valuesPerFalseAlarm so many values, in the mean at least, until it raises an alarm
   *     though nothing changes; more than 1, finite
   */
  ChangeDetector(double valuesPerFalseAlarm, long seed) {
    if (!(valuesPerFalseAlarm > 1) || Double.isInfinite(valuesPerFalseAlarm)) {
      throw new IllegalArgumentException(
          "a false alarm must take more than 1, and finitely many: " + valuesPerFalseAlarm);
    }
    this.valuesPerFalseAlarm = valuesPerFalseAlarm;
    random = new SplittableRandom(seed);
    Arrays.fill(gains, 1);
  }

  /** A value that later ones are compared with, and that raises no alarm itself. */
  void learn(double value) {
    before.add(LogHistogram.bin(value), 1);
  }

  /**
   * A value, and when it was seen.
   *
   * @return whether an alarm is or was raised
   */
  boolean offer(double value, long nanos) {
    int bin = LogHistogram.bin(value);
    if (change != null) {
      change = seenSince(change, bin);
      return true;
    }
    before.add(bin, 1);
    int place = (int) (values % MEMORY);
    recentBins[place] = (short) bin;
    recentNanos[place] = nanos;
    values++;
    if (bet(share(bin)) >= valuesPerFalseAlarm) {
      change = changed();
    }
    return change != null;
  }

  /** The share of all values that are greater, the present one among its equals at random. */
  private double share(int bin) {
    long equal = before.below(bin + 1) - before.below(bin);
    long greater = before.total() - before.below(bin + 1);
    return (greater + random.nextDouble() * equal) / before.total();
  }

  /** Returns the mean of what the bets have won. */
  private double bet(double share) {
    double sum = 0;
    for (int b = 0; b < BETS.length; b++) {
      double factor = BETS[b].factor(share);
      sums[b] = (sums[b] + 1) * factor;
      sum += sums[b];
      if (gains[b] <= 1) {
        gains[b] = 1;
        begun[b] = values - 1;
      }
      gains[b] *= factor;
    }
    return sum / BETS.length;
  }

  /** The bet that has won most says since when. */
  private Change changed() {
    int best = 0;
    for (int b = 1; b < BETS.length; b++) {
      best = gains[b] > gains[best] ? b : best;
    }
    long from = Math.max(begun[best], values - MEMORY);
    var since = new LogHistogram();
    for (long i = from; i < values; i++) {
      int bin = recentBins[(int) (i % MEMORY)];
      since.add(bin, 1);
      before.add(bin, -1);
    }
    double factor =
        before.total() == 0 ? 1 : LogHistogram.ratio(since.median() - before.median());
    return new Change(Change.Kind.NOT_KNOWN, factor, recentNanos[(int) (from % MEMORY)], 0);
  }

  private Change seenSince(Change found, int bin) {
    if (found.kind() == Change.Kind.SCALED) {
      return found;
    }
    after.add(bin, 1);
    long seen = after.total();
    if (!ShapeTest.isLook(seen) || before.total() < ShapeTest.LEAST_BEFORE) {
      return found;
    }
    boolean isReshaped =
        found.kind() == Change.Kind.RESHAPED || ShapeTest.isReshaped(before, after, random);
    return new Change(
        isReshaped
            ? Change.Kind.RESHAPED
            : seen < ShapeTest.LAST_LOOK ? Change.Kind.NOT_KNOWN : Change.Kind.SCALED,
        LogHistogram.ratio(after.median() - before.median()),
        found.sinceNanos(),
        seen);
  }

  /** What has changed; empty before the alarm. */
  Optional<Change> change() {
    return Optional.ofNullable(change);
  }
}
