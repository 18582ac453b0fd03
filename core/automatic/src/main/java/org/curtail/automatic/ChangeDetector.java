package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.curtail.automatic.RankedBatches.Statistic;
import org.jspecify.annotations.Nullable;

/**
 * Notices when values begin to be distributed in another way. It knows no distribution: it learns
 * from the values themselves, however they are distributed. Not thread-safe.
 *
 * <p>Each value gets a rank among all before it, with ties broken at random. As long as values are
 * exchangeable, so independent of each other and of the same kind, these ranks are independent and
 * even (conformal p-values: Vovk, Gammerman, Shafer, Algorithmic learning in a random world, 2005).
 * On that several {@link RankBet}s are made, and each unit won by a bet that began at any value
 * counts: the sum of Shiryaev and Roberts. Until the first false alarm it takes, in the mean, at
 * least as many values as are asked for: the sum less the number of values is a martingale (Pollak
 * 1985; Volkhonskiy et al., Inductive conformal martingales for change-point detection, 2017).
 *
 * <p>Where values that are alike come one after the other, it takes batches of them for one value
 * each ({@link RankedBatches}), and the same holds as far as batches are exchangeable, whatever is
 * within them. How long they must be it finds out ({@link BatchLength}), whenever it has seen a
 * quarter more values than the last time, from {@value #FIRST_MEASURED} on. Before that it raises
 * no alarm, unless it was told what to compare with; where the dependence is too weak to see, there
 * are more false alarms. After each that had to be withdrawn batches are twice as long, so that
 * there are few.
 *
 * <p>When the alarm is raised it goes on to look at what has changed: {@link #change}. If all is as
 * it was before, to within {@value #LEAST_FACTOR}, or what is different may be chance, as of so
 * many batches, the alarm is withdrawn: some values that are alike came one after the other.
 */
final class ChangeDetector {
  /** How many values back a change can be placed. */
  private static final int MEMORY = 4_096;

  /** When it looks first whether values depend on each other. */
  private static final int FIRST_MEASURED = 64;

  /** While a bet has won so much there may be a change, which looks like a dependence. */
  private static final double MUCH_GAINED = 20;

  /** However long batches are, one of them raises no alarm. */
  private static final double LEAST_EVIDENCE = 20;

  /** Of batches of so many values the looks at a change are as of single ones. */
  private static final int SHORT_BATCH = 8;

  private static final int LATEST_LOOKS = 4;

  /** Less of a change is none. */
  private static final double LEAST_FACTOR = 1.2;

  private static final double PLAIN_FACTOR = 1.5;

  private static final RankBet[] BETS = RankBet.values();

  private final double valuesPerFalseAlarm;
  private final SplittableRandom random;
  private final BatchLength measured = new BatchLength();
  private long nextMeasured = FIRST_MEASURED;
  private int batch;

  /** Of values that depend on each other; null if none do. */
  private @Nullable RankedBatches batches;

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
    this(valuesPerFalseAlarm, seed, 1);
  }

  /**
   * The same, with batches of so many values at least.
   *
   * @param batch 1 if values are independent, as far as is known
   */
  ChangeDetector(double valuesPerFalseAlarm, long seed, int batch) {
    if (batch < 1) {
      throw new IllegalArgumentException("a batch must have at least 1 value: " + batch);
    }
    if (!(valuesPerFalseAlarm > 1) || Double.isInfinite(valuesPerFalseAlarm)) {
      throw new IllegalArgumentException(
          "a false alarm must take more than 1, and finitely many: " + valuesPerFalseAlarm);
    }
    this.valuesPerFalseAlarm = valuesPerFalseAlarm;
    random = new SplittableRandom(seed);
    this.batch = batch;
    batches = batch > 1 ? new RankedBatches(batch) : null;
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
    measured.add(bin);
    boolean mayHaveChanged =
        values > FIRST_MEASURED && Arrays.stream(gains).max().orElse(1) >= MUCH_GAINED;
    if (values >= nextMeasured && !mayHaveChanged) {
      nextMeasured = values + values / 4;
      lengthen(measured.values());
    }
    boolean isAlarming = evidence(bin) >= Math.max(valuesPerFalseAlarm / batch, LEAST_EVIDENCE);
    if (isAlarming && isMeasured()) {
      change = changed();
    }
    return change != null;
  }

  /** Whether enough was seen to tell whether values depend on each other, or it was told. */
  private boolean isMeasured() {
    return values >= FIRST_MEASURED || batch > 1 || before.total() > values;
  }

  /** Batches are to be as long as this, if they are not: begins anew with what is remembered. */
  private void lengthen(int values) {
    int length = Math.min(values, BatchLength.MOST);
    if (length > batch) {
      batch = length;
      batches = new RankedBatches(length);
      long remembered = Math.min(this.values, MEMORY) / length * length;
      for (long i = this.values - remembered; i < this.values; i++) {
        batches.add(recentBins[(int) (i % MEMORY)]);
      }
      Arrays.fill(sums, 0);
      Arrays.fill(gains, 1);
    }
  }

  /** What the bets have won with this value; 0 in the midst of a batch. */
  private double evidence(int bin) {
    RankedBatches ranked = batches;
    if (ranked == null) {
      double share = before.greaterShare(bin, random);
      return bet(with -> with.factor(share));
    }
    if (!ranked.add(bin)) {
      return 0;
    }
    var shares = new EnumMap<Statistic, Double>(Statistic.class);
    for (Statistic statistic : Statistic.values()) {
      shares.put(statistic, ranked.share(statistic, random));
    }
    return bet(with -> with.batchFactor(requireNonNull(shares.get(with.statistic()))));
  }

  /** Returns the mean of what the bets have won. */
  private double bet(ToDoubleFunction<RankBet> outcome) {
    double sum = 0;
    for (int b = 0; b < BETS.length; b++) {
      double factor = outcome.applyAsDouble(BETS[b]);
      sums[b] = (sums[b] + 1) * factor;
      sum += sums[b];
      if (gains[b] <= 1) {
        gains[b] = 1;
        begun[b] = values - batch;
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
    int each = Math.clamp(batch / SHORT_BATCH, 1, LATEST_LOOKS);
    if (seen % each != 0
        || !ShapeTest.isLook(seen / each)
        || before.total() < ShapeTest.LEAST_BEFORE) {
      return found;
    }
    boolean isLast = seen == (long) each * ShapeTest.LAST_LOOK;
    if (isLast) {
      after.addAll(seenBefore);
    }
    double factor = LogHistogram.ratio(after.median() - before.median());
    boolean wasReshaped = looksReshaped;
    looksReshaped = ShapeTest.isReshaped(before, after, batch, random);
    Change.Kind kind = Change.Kind.NOT_KNOWN;
    // Twice, since a burst of other values passes.
    if (looksReshaped && (wasReshaped || isLast)) {
      kind = Change.Kind.RESHAPED;
    } else if (isLast && !isScaled(factor)) {
      withdraw();
      return null;
    } else if (isLast || isPlainlyScaled(factor, wasReshaped, each)) {
      kind = Change.Kind.SCALED;
    }
    // The first look may be at the rest of a burst.
    (seen == (long) each * ShapeTest.FIRST_LOOK ? alarming : seenBefore).addAll(after);
    after = new LogHistogram();
    return new Change(kind, factor, found.sinceNanos(), seen);
  }

  /** What is as much as this, and of one shape in two looks, need not wait for the last. */
  private boolean isPlainlyScaled(double factor, boolean wasReshaped, int each) {
    return seen > (long) each * ShapeTest.FIRST_LOOK
        && !looksReshaped
        && !wasReshaped
        && Math.max(factor, 1 / factor) >= PLAIN_FACTOR
        && ShapeTest.isShifted(before, after, batch, random);
  }

  private boolean isScaled(double factor) {
    return Math.max(factor, 1 / factor) >= LEAST_FACTOR
        && (batch == 1 || ShapeTest.isShifted(before, after, batch, random));
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
    lengthen(2 * batch);
  }

  /** How many values count as one. */
  int batch() {
    return batch;
  }

  /** What has changed; empty before the alarm and when it was withdrawn. */
  Optional<Change> change() {
    return Optional.ofNullable(change);
  }
}
