package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.curtail.Profile;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TimedWorkTest {
  private static final Profile PROFILE =
      Profile.of("test", new double[][] {{40, 24}, {0.1, 0.1}, {10, 10}});

  private static final SharedWork.Checkpoint UNUSED =
      new SharedWork.Checkpoint() {
        @Override
        public void pass() {}

        @Override
        public boolean isOver() {
          return false;
        }

        @Override
        public void enough() {}
      };

  /** Rounding of times in nanoseconds, for each chunk. */
  private static final double ROUNDING_MS = 1e-3;

  @Test
  void aRequestTakesNoLessThanItsProfileSays() throws Exception {
    try (Curtail engine = Curtail.with(new Sequential()).cores(2).threads(2).start()) {
      var ticket = engine.submit(work(0, 1, 0.5));
      assertThat(ticket.get()).isEqualTo(39 + 4);
      assertThat(ms(ticket.timeline())).isGreaterThanOrEqualTo(40 * 0.5 - ROUNDING_MS);
    }
  }

  @Test
  void parallelExecutionCostsWhatTheProfileSays() throws Exception {
    try (Curtail engine = Curtail.with(new FixedDegree(2)).cores(2).threads(2).start()) {
      var ticket = engine.submit(work(0, 1, 1));
      ticket.get();
      assertThat(ticket.timeline().peakDegree()).isEqualTo(2);
      assertThat(ms(ticket.timeline())).isGreaterThanOrEqualTo(24 - ROUNDING_MS);
      // Two threads without a gain last as long as one.
      var useless = engine.submit(work(2, 0.5, 1));
      useless.get();
      assertThat(ms(useless.timeline())).isGreaterThanOrEqualTo(10 - ROUNDING_MS);
    }
  }

  @Test
  void noThreadHelpsInTheSerialPart() throws Exception {
    Profile serial = Profile.of("test", new double[][] {{40, 28}}).withSerialMs(new double[] {10});
    var cores = new VirtualCores(2, new WaitMeter());
    try (Curtail engine = Curtail.with(new FixedDegree(2)).cores(2).threads(2).start()) {
      var ticket = engine.submit(new TimedWork(cores, serial, 0, 1, 1));
      assertThat(ticket.get()).isEqualTo(1 + 29 + 4);
      assertThat(ticket.timeline().peakDegree()).isEqualTo(2);
      assertThat(ms(ticket.timeline())).isGreaterThanOrEqualTo(28 - ROUNDING_MS);
    }
    TimedWork work = new TimedWork(cores, serial, 0, 1, 1);
    TimedWork.Worker first = work.join();
    TimedWork.Worker second = work.join();
    var helping =
        CompletableFuture.runAsync(() -> {
          try {
            work.run(second, 1, UNUSED);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    assertThatThrownBy(() -> helping.get(50, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    work.run(first, 0, UNUSED);
    helping.get();
  }

  @Test
  void aChunkThatRanTwiceOrNeverFailsTheRequest() throws Exception {
    TimedWork lost = work(1, 0.1, 0.01);
    TimedWork.Worker worker = lost.join();
    lost.run(worker, 0, UNUSED);
    assertThatThrownBy(() -> lost.complete(List.of(worker))).hasMessageContaining("of 4 chunks 1");

    TimedWork twice = work(1, 0.1, 0.01);
    TimedWork.Worker one = twice.join();
    TimedWork.Worker other = twice.join();
    twice.run(one, 0, UNUSED);
    twice.run(other, 0, UNUSED);
    assertThatThrownBy(() -> twice.complete(List.of(one, other)))
        .hasMessageContaining("of 4 chunks 1 ran, in 2 runs");
  }

  private static TimedWork work(int request, double chunkMs, double scale) {
    var cores = new VirtualCores(2, new WaitMeter());
    return new TimedWork(cores, PROFILE, request, chunkMs, scale);
  }

  private static double ms(Timeline timeline) {
    return (timeline.endNanos() - timeline.startNanos()) / 1e6;
  }
}
