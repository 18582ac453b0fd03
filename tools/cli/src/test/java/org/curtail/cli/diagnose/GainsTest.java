package org.curtail.cli.diagnose;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.curtail.DelegatingPolicy;
import org.curtail.Percentile;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.policy.Sequential;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;

/** Predicted gains of advice, compared with closed forms and brute force. */
class GainsTest {
  private static final long MS = 1_000_000;
  private static final double TAIL = 0.01;

  /** One request at a time on each core, in the order of arrival. */
  private record InOrder(Policy policy) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  private static Advised gain(
      Cause cause, List<RequestEvidence> seen, ObservedRequests.Service service) {
    var watched =
        new ObservedRequests(
            seen,
            Diagnosis.of(seen),
            List.of(seen),
            service,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new Gains(watched, 1).of(new Advice(cause, 0.5, "do it", OptionalDouble.empty()));
  }

  /** A request that computes, and waits for a core. */
  private static RequestEvidence request(int id, long computeMs, long queuedMs) {
    long nanos = (computeMs + queuedMs) * MS;
    var stint =
        new Stint(1, "worker", 0, nanos, computeMs * MS, queuedMs * MS, 0, 0, 0, 0, 1, false);
    return new RequestEvidence(
        id, "", 0, 0, 0, nanos, nanos, List.of(stint), List.of(), RequestEvidence.UNKNOWN);
  }

  private static List<RequestEvidence> some() {
    return List.of(request(0, 1, 0), request(1, 2, 0), request(2, 9, 0));
  }

  private static ObservedRequests.Service service(
      Policy policy, Profile profile, double rps, int cores) {
    return new ObservedRequests.Service("the policy", policy, profile, rps, cores);
  }

  // ---- Queues, by formulas.

  /** Demands at the middles of equally likely intervals of an exponential distribution. */
  private static Profile exponential(double meanMs) {
    var timesMs = new double[2_000][1];
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i][0] = -meanMs * StrictMath.log(1 - (i + 0.5) / timesMs.length);
    }
    return Profile.of("exponential", timesMs);
  }

  /** M/M/c: P(T > t), by Erlang's C (Kleinrock, Queueing Systems I, 3.5 and problem 5.10). */
  private static double longerThan(double ms, double meanMs, double offered, int cores) {
    double blocking = 1;
    for (int i = 1; i <= cores; i++) {
      blocking = offered * blocking / (i + offered * blocking);
    }
    double waits = blocking / (1 - offered / cores * (1 - blocking));
    double alone = StrictMath.exp(-ms / meanMs);
    double rate = cores - 1 - offered;
    double queued =
        StrictMath.abs(rate) < 1e-9
            ? ms / meanMs
            : (1 - StrictMath.exp(-rate * ms / meanMs)) / rate;
    return alone * (1 + waits * queued);
  }

  private static double tailMs(DoubleUnaryOperator longerThan) {
    double low = 0;
    double high = 1e6;
    for (int i = 0; i < 200; i++) {
      double middle = (low + high) / 2;
      if (longerThan.applyAsDouble(middle) > TAIL) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  @Test
  void oneCoreMoreBringsWhatErlangSays() {
    for (int cores : new int[] {1, 2}) {
      double offered = 0.6 * cores;
      double nowMs = tailMs(ms -> longerThan(ms, 10, offered, cores));
      double moreMs = tailMs(ms -> longerThan(ms, 10, offered, cores + 1));

      Advised advised =
          gain(
              Cause.ADMISSION,
              some(),
              service(new InOrder(new Sequential()), exponential(10), 100 * offered, cores));

      // The p99 of 10,000 requests, three times, varies by some percent.
      assertThat(requireNonNull(advised.gain()))
          .as("%d cores", cores)
          .isCloseTo(nowMs / moreMs, within(0.12 * nowMs / moreMs));
      assertThat(advised.how()).contains("the policy has a p99 of", "with one more core");
    }
  }

  @Test
  void whereTheLoadDoesNotMakeTheQueueNoCoreIsPromisedToShortenIt() {
    Advised advised =
        gain(
            Cause.ADMISSION,
            List.of(request(0, 1, 0), request(1, 2, 900), request(2, 9, 900)),
            service(new InOrder(new Sequential()), exponential(1), 10, 2));

    assertThat(advised.gain()).isNull();
    assertThat(advised.how()).contains("909 ms was measured", "something else than the load");
  }

  @Test
  void withoutQueuesTwoThreadsHalveTheTail() {
    var timesMs = new double[1_000][2];
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i][0] = 1 + 99.0 * i / timesMs.length;
      timesMs[i][1] = timesMs[i][0] / 2;
    }
    Advised advised =
        gain(Cause.WORK, some(), service(new Sequential(), Profile.of("even", timesMs), 0.1, 2));

    // Some of a request may run before it gets its second thread.
    assertThat(requireNonNull(advised.gain())).isBetween(1.6, 2.05);
    assertThat(advised.how()).contains("simulated at this load");
  }

  @Test
  void withoutSpeedupsNothingIsPredicted() {
    Advised advised = gain(Cause.WORK, some(), service(new Sequential(), exponential(10), 10, 2));

    assertThat(advised.gain()).isNull();
    assertThat(advised.how()).contains("--profile FILE");
    assertThat(gain(Cause.REST, some(), service(new Sequential(), exponential(10), 10, 2)).gain())
        .isNull();
  }

  // ---- From what was seen.

  @Test
  void aCauseThatIsGoneLeavesTheLatenciesWithoutIt() {
    var seen = new ArrayList<RequestEvidence>();
    for (int i = 0; i < 1_000; i++) {
      // The slowest 20 wait 50 ms for a core; without that 10 ms is the longest.
      seen.add(request(i, 1 + i % 10, i < 20 ? 50 : 0));
    }
    Advised advised =
        gain(Cause.RUN_QUEUE, seen, service(new Sequential(), exponential(10), 10, 2));

    double[] nowMs = new double[1_000];
    double[] thenMs = new double[1_000];
    for (int i = 0; i < 1_000; i++) {
      thenMs[i] = 1 + i % 10;
      nowMs[i] = thenMs[i] + (i < 20 ? 50 : 0);
    }
    Arrays.sort(nowMs);
    Arrays.sort(thenMs);
    double ratio = Percentile.of(nowMs, 99) / Percentile.of(thenMs, 99);
    assertThat(requireNonNull(advised.gain())).isCloseTo(ratio, within(1e-6));
    assertThat(ratio).isGreaterThan(5);
    assertThat(advised.how()).startsWith("at most: ");
  }

  @Test
  void sendingAgainBringsWhatTheBestDelayBrings() {
    var random = new Random(5);
    var seen = new ArrayList<RequestEvidence>();
    double[] ms = new double[2_000];
    for (int i = 0; i < ms.length; i++) {
      ms[i] = 1 + random.nextInt(20) + (random.nextInt(30) == 0 ? 100 + random.nextInt(50) : 0);
      seen.add(request(i, (long) ms[i], 0));
    }
    Arrays.sort(ms);
    double bestMs = Double.POSITIVE_INFINITY;
    for (double delayMs = 0; delayMs < 60; delayMs += 0.5) {
      double after = delayMs;
      double again = Math.min(1, 0.05 / Math.max(above(ms, after), 1e-9));
      bestMs =
          Math.min(
              bestMs,
              tailMs(
                  t -> above(ms, t) * (t < after ? 1 : 1 - again + again * above(ms, t - after))));
    }
    Advised advised = gain(Cause.NETWORK, seen, service(new Sequential(), exponential(10), 10, 2));

    double ratio = Percentile.of(ms, 99) / bestMs;
    assertThat(ratio).isGreaterThan(2);
    assertThat(requireNonNull(advised.gain())).isCloseTo(ratio, within(0.05 * ratio));
    assertThat(advised.how()).contains("with a second replica", "sent again after");
  }

  /** Share of latencies above one. */
  private static double above(double[] ascending, double ms) {
    int count = 0;
    for (double one : ascending) {
      count += one > ms ? 1 : 0;
    }
    return (double) count / ascending.length;
  }
}
