package org.curtail.automatic.detect;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.curtail.automatic.detect.RankedBatches.Statistic;
import org.jspecify.annotations.Nullable;

/**
 * Detector of changes in the distribution of values. It assumes no distribution and learns from the
 * values themselves. Not thread-safe.
 *
 * <p>Each value gets a rank among all values before it, with ties broken at random. While values
 * are exchangeable (for example independent and identically distributed), these ranks are
 * independent and uniform (conformal p-values: Vovk, Gammerman, Shafer, Algorithmic learning in a
 * random world, 2005). Several {@link RankBet}s bet against that, and the gains of bets that
 * started at any value are summed (Shiryaev-Roberts). On average, at least the requested number of
 * values passes until the first false alarm, because the sum minus the number of values is a
 * martingale (Pollak 1985; Volkhonskiy et al., Inductive conformal martingales for change-point
 * detection, 2017).
 *
 * <p>If similar values follow each other, a batch of values counts as one value ({@link
 * RankedBatches}). The guarantee then holds as far as batches are exchangeable; values within a
 * batch may be dependent. {@link BatchLength} measures the length of batches after {@value
 * #FIRST_MEASURED} values, and again each time their number has grown by a quarter. Before the
 * first measurement there is no alarm, except with given values for comparison. Dependence that is
 * too weak to measure causes more false alarms. After each withdrawn alarm batches become twice as
 * long, so such alarms are few.
 *
 * <p>After an alarm the detector finds out the kind of change: {@link #change}. It withdraws the
 * alarm if the median is the same to within {@value #LEAST_FACTOR} and the shape is the same. It
 * also withdraws an alarm whose difference may be chance, given the number of batches.
 */
public final class ChangeDetector {
  /** Number of past values in which a change can be located. */
  private static final int MEMORY = 4_096;

  /** Number of values at the first measurement of dependence. */
  private static final int FIRST_MEASURED = 64;

  /** Gain of a bet above which a change is possible. A change would look like dependence. */
  private static final double MUCH_GAINED = 20;

  /** Least evidence for an alarm, so that a single long batch raises none. */
  private static final double LEAST_EVIDENCE = 20;

  /** Greatest batch length at which looks are spaced as for single values. */
  private static final int SHORT_BATCH = 8;

  private static final int LATEST_LOOKS = 4;

  /** Least factor that counts as a change. */
  private static final double LEAST_FACTOR = 1.2;

  private static final double PLAIN_FACTOR = 1.5;

  private static final RankBet[] BETS = RankBet.values();

  private final double valuesPerFalseAlarm;
  private final SplittableRandom random;
  private final BatchLength measured = new BatchLength();
  private long nextMeasured = FIRST_MEASURED;
  private int batch;

  /** Batches of dependent values; null if values are independent. */
  private @Nullable RankedBatches batches;

  /** All values until the alarm; afterwards the values before the change. */
  private final LogHistogram before = new LogHistogram();

  private LogHistogram alarming = new LogHistogram();

  /**
   * Values since the last look; {@link #seenBefore} has those between the alarm and the last look.
   */
  private LogHistogram after = new LogHistogram();

  private LogHistogram seenBefore = new LogHistogram();
  private long seen;
  private boolean looksReshaped;

  private final double[] sums = new double[BETS.length];

  /**
   * Gain of each bet, restarted whenever it falls below 1; {@link #begun} is the number of the
   * value at that restart.
   */
  private final double[] gains = new double[BETS.length];

  private final long[] begun = new long[BETS.length];
  private final short[] recentBins = new short[MEMORY];
  private final long[] recentNanos = new long[MEMORY];
  private long values;
  private @Nullable Change change;

  /**
   * Creates a detector without values.
   *
   * @param valuesPerFalseAlarm least mean number of values until a false alarm; more than 1, finite
   */
  public ChangeDetector(double valuesPerFalseAlarm, long seed) {
    this(valuesPerFalseAlarm, seed, 1);
  }

  /**
   * Creates a detector with a least batch length.
   *
   * @param batch least number of values per batch; 1 if values seem independent
   */
  public ChangeDetector(double valuesPerFalseAlarm, long seed, int batch) {
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

  /** Adds a value for comparison with later ones, without an alarm. */
  public void learn(double value) {
    before.add(LogHistogram.bin(value), 1);
  }

  /**
   * Adds a value.
   *
   * @param nanos time of the value
   * @return true if an alarm is raised
   */
  public boolean offer(double value, long nanos) {
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

  /**
   * Returns true if dependence was measured, or the batch length or values for comparison were
   * given.
   */
  private boolean isMeasured() {
    return values >= FIRST_MEASURED || batch > 1 || before.total() > values;
  }

  /**
   * Lengthens batches to at least this number of values, and restarts with the remembered values.
   */
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

  /** Returns the gain of the bets with this value; 0 within a batch. */
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

  /** Returns the change, dated by the bet with the greatest gain. */
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
        || !ShapeFit.isLookDue(seen / each)
        || before.total() < ShapeFit.LEAST_BEFORE) {
      return found;
    }
    boolean isLast = seen == (long) each * ShapeFit.LAST_LOOK;
    if (isLast) {
      after.addAll(seenBefore);
    }
    double factor = LogHistogram.ratio(after.median() - before.median());
    boolean wasReshaped = looksReshaped;
    looksReshaped = ShapeFit.isReshaped(before, after, batch, random);
    Change.Kind kind = Change.Kind.NOT_KNOWN;
    // A second look confirms the change, since a burst of other values passes.
    if (looksReshaped && (wasReshaped || isLast)) {
      kind = Change.Kind.RESHAPED;
    } else if (isLast && !isScaled(factor)) {
      withdraw();
      return null;
    } else if (isLast || isPlainlyScaled(factor, wasReshaped, each)) {
      kind = Change.Kind.SCALED;
    }
    // The first look may fall on the rest of a burst.
    (seen == (long) each * ShapeFit.FIRST_LOOK ? alarming : seenBefore).addAll(after);
    after = new LogHistogram();
    return new Change(kind, factor, found.sinceNanos(), seen);
  }

  /**
   * Returns true if the change is large and has one shape in two looks. Then the last look is not
   * needed.
   */
  private boolean isPlainlyScaled(double factor, boolean wasReshaped, int each) {
    return seen > (long) each * ShapeFit.FIRST_LOOK
        && !looksReshaped
        && !wasReshaped
        && Math.max(factor, 1 / factor) >= PLAIN_FACTOR
        && ShapeFit.isShifted(before, after, batch, random);
  }

  private boolean isScaled(double factor) {
    return Math.max(factor, 1 / factor) >= LEAST_FACTOR
        && (batch == 1 || ShapeFit.isShifted(before, after, batch, random));
  }

  /** Withdraws the alarm: all values have one distribution. */
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

  /** Returns the number of values that count as one. */
  public int batch() {
    return batch;
  }

  /** Returns the change; empty before an alarm and after its withdrawal. */
  public Optional<Change> change() {
    return Optional.ofNullable(change);
  }

  /**
   * Age of an alarm with an unknown kind of change, in values. The kind stays unknown if the alarm
   * came before there were enough values for comparison. Not thread-safe.
   */
  public static final class UndecidedAlarm {
    private final int most;
    private int values;

    /**
     * Creates a state without alarm.
     *
     * @param most number of values within which the kind of change becomes known, or never
     */
    public UndecidedAlarm(int most) {
      this.most = most;
    }

    /**
     * Counts a value.
     *
     * @return true if the alarm is too old
     */
    public boolean isTooOld(boolean isRaised) {
      values = isRaised ? values + 1 : 0;
      return values > most;
    }
  }
}
