package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import org.curtail.Percentile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Detection if similar requests follow each other. */
class CorrelatedDriftTest {
  private static final double PER_FALSE_ALARM = 1e6;
  private static final int BEFORE = 4_000;
  private static final int MOST_AFTER = 20_000;

  /** Number of alarms, and number of those reported as a change. */
  private record Alarms(int raised, int told, int batch) {}

  /** Continues after a reported change, as a pilot does: with the known batch length. */
  private static Alarms alarms(DoubleSupplier values, int count, long seed) {
    var batch = new BatchLength();
    var detector = new ChangeDetector(PER_FALSE_ALARM, seed);
    int raised = 0;
    int told = 0;
    boolean isAlarmed = false;
    for (int i = 0; i < count; i++) {
      double value = values.getAsDouble();
      batch.add(StrictMath.log(value));
      boolean isAlarm = detector.offer(value, i);
      raised += isAlarm && !isAlarmed ? 1 : 0;
      isAlarmed = isAlarm;
      if (isKindKnown(detector)) {
        told++;
        detector = new ChangeDetector(PER_FALSE_ALARM, seed + i, batch.values());
        isAlarmed = false;
      }
    }
    return new Alarms(raised, told, detector.batch());
  }

  private static boolean isKindKnown(ChangeDetector detector) {
    return detector.change().filter(change -> change.kind() != Change.Kind.NOT_KNOWN).isPresent();
  }

  /** Returns the number of values until an alarm after all values have doubled. */
  private static int delay(DoubleSupplier values, long seed) {
    var batch = new BatchLength();
    for (int i = 0; i < BEFORE / 4; i++) {
      batch.add(StrictMath.log(values.getAsDouble()));
    }
    var detector = new ChangeDetector(PER_FALSE_ALARM, seed, batch.values());
    for (int i = 0; i < BEFORE; i++) {
      detector.offer(values.getAsDouble(), i);
    }
    int after = 0;
    while (after < MOST_AFTER && !detector.offer(2 * values.getAsDouble(), BEFORE + after)) {
      after++;
    }
    return after;
  }

  private static double raised(int runs, int count, LongFunction<DoubleSupplier> values) {
    double sum = 0;
    for (int seed = 0; seed < runs; seed++) {
      sum += alarms(values.apply(seed), count, seed).raised;
    }
    return sum / runs;
  }

  private static double medianDelay(int runs, LongFunction<DoubleSupplier> values) {
    double[] delays = new double[runs];
    Arrays.setAll(delays, seed -> delay(values.apply(seed), seed));
    Arrays.sort(delays);
    return Percentile.of(delays, 50);
  }

  @Test
  void requestsThatDependOnTheOneBeforeRaiseFewAlarmsAndAChangeIsNoticed() {
    assertThat(raised(6, 12_000, seed -> Correlated.times(seed, 0.5))).isLessThanOrEqualTo(0.5);
    assertThat(raised(6, 12_000, seed -> Correlated.times(seed, 0.9))).isLessThanOrEqualTo(0.5);
    assertThat(medianDelay(5, seed -> Correlated.times(seed, 0.5))).isLessThan(400);
    assertThat(medianDelay(5, seed -> Correlated.times(seed, 0.9))).isLessThan(2_500);
  }

  @Test
  void kindsOfRequestsThatTakeTurnsRaiseFewAlarms() {
    assertThat(raised(6, 12_000, seed -> Correlated.modulated(seed, 20, 3))).isLessThanOrEqualTo(1);
  }

  /** Each value comes eight times. The batches are exchangeable, so the stated guarantees hold. */
  @Test
  void whereBatchesAreExchangeableFalseAlarmsAreNoMoreFrequentThanStated() {
    int runs = 60;
    double stated = 8 * 200;
    double[] lengths = new double[runs];
    for (int run = 0; run < runs; run++) {
      DoubleSupplier values = Correlated.times(run, 0);
      var detector = new ChangeDetector(stated, run, 8);
      int length = 0;
      double value = 0;
      boolean isAlarm = false;
      while (!isAlarm && length < 10 * stated) {
        value = length % 8 == 0 ? values.getAsDouble() : value;
        isAlarm = detector.offer(value, length);
        length++;
      }
      lengths[run] = length;
    }
    double mean = Arrays.stream(lengths).average().orElseThrow();
    double variance = Arrays.stream(lengths).map(x -> (x - mean) * (x - mean)).sum() / (runs - 1);
    assertThat(mean + 3 * Math.sqrt(variance / runs)).isGreaterThan(stated);
  }

  @Test
  void aWithdrawnAlarmMakesBatchesLonger() {
    DoubleSupplier values = Correlated.times(3, 0);
    var detector = new ChangeDetector(PER_FALSE_ALARM, 3);
    for (int i = 0; i < 1_000; i++) {
      detector.offer(values.getAsDouble(), i);
    }
    for (int i = 0; i < 30; i++) {
      detector.offer(20 * values.getAsDouble(), i);
    }
    assertThat(detector.change()).isPresent();
    assertThat(detector.batch()).isEqualTo(1);
    for (int i = 0; i < 1_000; i++) {
      detector.offer(values.getAsDouble(), i);
    }
    assertThat(detector.change()).isEmpty();
    assertThat(detector.batch()).isEqualTo(2);
  }

  /** With {@code -Ddrift.values=FILE}, one number in a line, also of those, and shuffled. */
  @Tag("long")
  @Test
  void alarmsAndDelaysInManyLongRuns() throws IOException {
    int runs = 40;
    print("independent", runs, seed -> Correlated.times(seed, 0), 0.1);
    print("correlation 0.5", runs, seed -> Correlated.times(seed, 0.5), 0.5);
    print("correlation 0.9", runs, seed -> Correlated.times(seed, 0.9), 0.5);
    print("two kinds, 20 in a row", runs, seed -> Correlated.modulated(seed, 20, 3), 1);
    print("two kinds, 100 in a row", runs, seed -> Correlated.modulated(seed, 100, 3), 2);
    String file = System.getProperty("drift.values");
    Assumptions.assumeTrue(file != null, "no file of values was given");
    double[] values =
        Files.readAllLines(Path.of(file)).stream().mapToDouble(Double::parseDouble).toArray();
    int[] next = {0};
    Alarms found = alarms(() -> values[next[0]++], values.length, 1);
    System.out.printf("%s: %d values, %s%n", file, values.length, found);
    assertThat(found.told).isLessThanOrEqualTo(2);
  }

  private static void print(
      String what, int runs, LongFunction<DoubleSupplier> values, double mostAlarms) {
    double raised = raised(runs, 25_000, values);
    System.out.printf(
        "%s: %.2f alarms in 25,000, twice as large is noticed after %.0f (median)%n",
        what, raised, medianDelay(runs, values));
    assertThat(raised).as(what).isLessThanOrEqualTo(mostAlarms);
  }
}
