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
 * On that several {@link RankBet}s are made, and each unit won by a bet that began at any value counts:
 * the sum of Shiryaev and Roberts. Until the first false alarm it takes, in the mean, at least as
 * many values as are asked for: the sum less the number of values is a martingale (Pollak 1985;
 * Volkhonskiy et al., Inductive conformal martingales for change-point detection, 2017).
 *
 * <p>When the alarm is raised it goes on to look at what has changed: {@link #change}. If all is as
 * it was before, to within {@value #LEAST_FACTOR}, the alarm is withdrawn: some values that are
 * alike came one after the other.
 */
final class ChangeDetector {
  /** How many values back a change can be placed. */
  private static final int MEMORY = 4_096;

  /** Less of a change is none. */
  private static final double LEAST_FACTOR = 1.2;

  private static final RankBet[] BETS = RankBet.values();

  private final double valuesPerFalseAlarm;
  private final SplittableRandom random;

  /** Of all values until the alarm; from then on of those before the change. */
  private final LogHistogram before = new LogHistogram();

  /** Of those that caused the alarm. */
  private LogHistogram alarming = new LogHistogram();

  /** Of those since the alarm, which did not cause it: since the last look, and before that. */
  private LogHistogram after = new LogHistogram();

  private LogHistogram seenBefore = new LogHistogram();
  private long seen;
  private boolean looksReshaped;

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
   * @return whether an alarm is raised
   */
  boolean offer(double value, long nanos) {
    int bin = LogHistogram.bin(value);
    if (change != null) {
      change = seenSince(change, bin);
      return change != null;
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
    for (long i = from; i < values; i++) {
      int bin = recentBins[(int) (i % MEMORY)];
      alarming.add(bin, 1);
      before.add(bin, -1);
    }
    double factor =
        before.total() == 0 ? 1 : LogHistogram.ratio(alarming.median() - before.median());
    return new Change(Change.Kind.NOT_KNOWN, factor, recentNanos[(int) (from % MEMORY)], 0);
  }

  private @Nullable Change seenSince(Change found, int bin) {
    if (found.kind() != Change.Kind.NOT_KNOWN) {
      return found;
    }
    after.add(bin, 1);
    seen++;
    if (!ShapeTest.isLook(seen) || before.total() < ShapeTest.LEAST_BEFORE) {
      return found;
    }
    boolean isLast = seen == ShapeTest.LAST_LOOK;
    if (isLast) {
      after.addAll(seenBefore);
    }
    double factor = LogHistogram.ratio(after.median() - before.median());
    boolean wasReshaped = looksReshaped;
    looksReshaped = ShapeTest.isReshaped(before, after, random);
    Change.Kind kind = Change.Kind.NOT_KNOWN;
    // Twice, since a burst of other values passes.
    if (looksReshaped && (wasReshaped || isLast)) {
      kind = Change.Kind.RESHAPED;
    } else if (isLast && Math.max(factor, 1 / factor) < LEAST_FACTOR) {
      withdraw();
      return null;
    } else if (isLast) {
      kind = Change.Kind.SCALED;
    }
    // The first look may be at the rest of a burst.
    (seen == ShapeTest.FIRST_LOOK ? alarming : seenBefore).addAll(after);
    after = new LogHistogram();
    return new Change(kind, factor, found.sinceNanos(), seen);
  }

  /** All values are of the same kind after all. */
  private void withdraw() {
    before.addAll(alarming);
    before.addAll(after);
    alarming = new LogHistogram();
    seenBefore = new LogHistogram();
    after = new LogHistogram();
    seen = 0;
    looksReshaped = false;
    Arrays.fill(sums, 0);
    Arrays.fill(gains, 1);
  }

  /** What has changed; empty before the alarm and when it was withdrawn. */
  Optional<Change> change() {
    return Optional.ofNullable(change);
  }
}
