package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.automatic.Contention.Concurrency;
import org.curtail.automatic.learn.RecentDemand;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  private static final long MS = 1_000_000;
  private static final int CHUNKS = 400;

  /** Speed of two threads that run at once on two halves of one physical core. */
  private static final double HALF_RATE = 0.6;

  /**
   * Requests begin with two threads and continue with one, mostly because another request comes.
   * Two threads have a speedup of at most 1.2. But a single thread then is as slow as each of the
   * two, since the other half of the core is busy again.
   */
  @Test
  void speedupsOnTwoHalvesOfOneCoreAreCorrected() {
    var random = new SplittableRandom(3);
    var concurrency = new Concurrency(2);
    var all = new RecentDemand(1, Duration.ofHours(1), 10_000, 1);
    var alike = new RecentDemand(1, Duration.ofHours(1), 10_000, 1);
    long now = 0;
    for (int request = 0; request < 1_000; request++) {
      long beginNanos = now;
      concurrency.changed(now, 1);
      List<Timeline.Phase> path = new ArrayList<>();
      double share = random.nextDouble(0.2, 0.6);
      double demandMs = 10 * Math.exp(random.nextGaussian());
      path.add(phase(2, demandMs * share, CHUNKS * share, 2 * HALF_RATE));
      now += path.getLast().nanos();
      boolean isDisturbed = random.nextDouble() < 0.8;
      concurrency.changed(now, isDisturbed ? 2 : 1);
      double rate = isDisturbed ? HALF_RATE : 1;
      path.add(phase(1, demandMs * (1 - share), CHUNKS * (1 - share), rate));
      now += path.getLast().nanos();
      Timeline timeline = timeline(beginNanos, now, path);
      all.ended(timeline);
      if (concurrency.isAlike(timeline, beginNanos)) {
        alike.ended(timeline);
      }
      concurrency.changed(now, 0);
      now += MS;
    }
    assertThat(speedup(all)).as("without").isGreaterThan(1.7);
    assertThat(speedup(alike)).as("with").isBetween(1.15, 1.25);
  }

  @Test
  void requestsWithOneDegreeOrPreemptionShowNothing() {
    var concurrency = new Concurrency(2);
    concurrency.changed(0, 1);
    assertThat(concurrency.isAlike(timeline(0, MS, List.of(new Timeline.Phase(2, MS, CHUNKS))), 0))
        .isFalse();
    List<Timeline.Phase> two =
        List.of(new Timeline.Phase(2, MS, 200), new Timeline.Phase(1, MS, 200));
    assertThat(concurrency.isAlike(timeline(0, 2 * MS, two), 0)).isTrue();
    var aside = new Timeline(0, 0, 3 * MS, 3 * MS, 2, CHUNKS, two, 1, MS, Outcome.COMPLETED);
    assertThat(concurrency.isAlike(aside, 0)).isFalse();
  }

  private static double speedup(RecentDemand demand) {
    SpeedupModel model = demand.sample().speedups();
    return model.speedup(2, 10.0 * MS);
  }

  private static Timeline.Phase phase(int degree, double workMs, double chunks, double rate) {
    return new Timeline.Phase(degree, Math.round(workMs * MS / rate), (int) Math.round(chunks));
  }

  private static Timeline timeline(long fromNanos, long toNanos, List<Timeline.Phase> path) {
    int peak = path.stream().mapToInt(Timeline.Phase::degree).max().orElseThrow();
    return new Timeline(
        fromNanos,
        fromNanos,
        toNanos,
        peak * (toNanos - fromNanos),
        peak,
        CHUNKS,
        path,
        Outcome.COMPLETED);
  }
}
