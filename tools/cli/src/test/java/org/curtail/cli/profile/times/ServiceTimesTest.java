package org.curtail.cli.profile.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.latencylog.LogColumns;
import org.curtail.benchkit.latencylog.TimedLog;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTimesTest {
  private static final LogColumns ARRIVED =
      LogColumns.ofDurations(null, null, "arrived_ms", false, null);

  @TempDir private Path folder;

  private TimedRequests exponential(int workers, double load) throws IOException {
    return TimedLog.read(
        TimedFiles.fifo(
                folder.resolve("log.csv"),
                40_000,
                workers,
                load,
                10,
                random -> -10 * Math.log(1 - random.nextDouble()),
                7)
            .file(),
        ARRIVED);
  }

  private static Profile profile(ServiceTimes times) {
    return AssumedProfile.of(
        times, new SpeedupModel.Amdahl(0.9, 0), 1, AssumedProfile.Strength.STATED, "test");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aQueueInOrderOfArrivalIsTakenApartExactly(int workers) throws IOException {
    TimedFiles.Log log =
        TimedFiles.fifo(
            folder.resolve("log.csv"),
            5_000,
            workers,
            0.8,
            10,
            random -> 5 + 10 * random.nextDouble(),
            11);
    ServiceTimes times =
        ServiceTimes.by(
            new WaitingRule.Fifo(workers), TimedLog.read(log.file(), ARRIVED), "log.csv");
    assertThat(times.timesMs()).hasSize(5_000);
    for (int i = 0; i < times.timesMs().length; i++) {
      assertThat(times.timesMs()[i]).isCloseTo(log.trueMs().get(i), within(1e-5));
    }
    assertThat(times.notes()).isEmpty();
    assertThat(times.rule()).contains(workers + " worker", "in order of arrival", "waited");
  }

  @Test
  void requestsOfEqualLengthAreSeenAloneAtThatLength() throws IOException {
    TimedFiles.Log log =
        TimedFiles.fifo(folder.resolve("log.csv"), 5_000, 1, 0.6, 10, random -> 10, 3);
    ServiceTimes times =
        ServiceTimes.by(new WaitingRule.Alone(), TimedLog.read(log.file(), ARRIVED), "log.csv");
    assertThat(profile(times).percentileMs(50, 1)).isCloseTo(10, within(1e-6));
    assertThat(profile(times).meanMs(1)).isCloseTo(10, within(1e-6));
  }

  /**
   * The quantiles of an exponential distribution with mean 10 are known. At load 0.3, durations
   * include 43 % more, and requests that met no other alone would be 23 % shorter in the mean.
   */
  @Test
  void longRequestsThatMetOthersAreMadeUpFor() throws IOException {
    TimedRequests logged = exponential(1, 0.3);
    assertThat(Arrays.stream(logged.durationsMs()).average().orElseThrow())
        .isCloseTo(10 / 0.7, within(0.5));
    ServiceTimes times = ServiceTimes.unsaid(logged, "log.csv");
    Profile estimated = profile(times);
    assertThat(estimated.meanMs(1)).isCloseTo(10, within(0.3));
    assertThat(estimated.percentileMs(50, 1)).isCloseTo(10 * Math.log(2), within(0.3));
    assertThat(estimated.percentileMs(90, 1)).isCloseTo(10 * Math.log(10), within(1.2));
    assertThat(estimated.percentileMs(99, 1)).isCloseTo(10 * Math.log(100), within(5.0));
    assertThat(times.notes())
        .first()
        .asString()
        .contains("measured under load", "may contain waiting");
  }

  /** In a queue in order of arrival, they are a sample of the true service times. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8})
  void requestsThatFoundAWorkerFreeDidNotWait(int workers) throws IOException {
    TimedRequests logged = exponential(workers, 0.7);
    ServiceTimes times = ServiceTimes.by(new WaitingRule.Free(workers), logged, "log.csv");
    assertThat(times.timesMs()).hasSizeBetween(10_000, 35_000);
    assertThat(profile(times).meanMs(1)).isCloseTo(10, within(0.3));
    assertThat(profile(times).percentileMs(99, 1)).isCloseTo(10 * Math.log(100), within(2.0));
    assertThat(times.rule()).contains("of 40,000 requests that found");
    assertThat(times.arrivalsMs()).isEmpty();
  }

  @Test
  void aTailThatNobodyWasAloneForIsSaidToBeUnknown() throws IOException {
    ServiceTimes times = ServiceTimes.unsaid(exponential(1, 0.95), "log.csv");
    assertThat(times.notes()).anyMatch(note -> note.contains("little more than guesses"));
  }

  @Test
  void withoutArrivalsItIsSaidThatWaitingCannotBeSeen() {
    var logged = new TimedRequests(new double[] {1, 2}, new double[] {}, 0, "", List.of());
    ServiceTimes times = ServiceTimes.unsaid(logged, "log.csv");
    assertThat(times.timesMs()).containsExactly(1, 2);
    assertThat(times.notes()).singleElement().asString().contains("arrival times");
  }

  @Test
  void requestsThatNeverMetAreTakenAsTheyAre() {
    var logged =
        new TimedRequests(new double[] {10, 5, 3}, new double[] {0, 10, 20}, 0, "", List.of());
    ServiceTimes times = ServiceTimes.unsaid(logged, "log.csv");
    assertThat(times.timesMs()).containsExactly(10, 5, 3);
    assertThat(times.arrivalsMs()).containsExactly(0, 10, 20);
    assertThat(times.notes()).isEmpty();
  }
}
