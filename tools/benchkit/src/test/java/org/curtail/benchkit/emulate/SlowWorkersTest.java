package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.curtail.Prediction;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On clocks that the test moves, except the last test. */
@Timeout(300)
class SlowWorkersTest {
  private static final long MICRO = 1_000;
  private static final SpeedMachine MACHINE =
      SpeedMachine.ofCores(
          new SpeedClass("little", 1, 0.4, 1, 0), new SpeedClass("big", 1, 1, 2, 0));

  private long now;
  private long cpu;

  /** Excess of each sleep. */
  private long lateNanos;

  private final List<Long> sleeps = new ArrayList<>();
  private final SlowWorkers workers = new SlowWorkers(MACHINE, () -> cpu, () -> now, this::sleep);

  private void sleep(long untilNanos) {
    sleeps.add(untilNanos - now);
    now = Math.max(now, untilNanos) + lateNanos;
  }

  /** Chunks with a computing time, and a time without a core. */
  private final class Chunks implements SharedWork<String, String> {
    private final int count;
    private final long cpuNanos;
    private final long lostNanos;

    Chunks(int count, long cpuNanos, long lostNanos) {
      this.count = count;
      this.cpuNanos = cpuNanos;
      this.lostNanos = lostNanos;
    }

    @Override
    public int chunks() {
      return count;
    }

    @Override
    public String join() {
      return "worker";
    }

    @Override
    public void run(String worker, int chunk, Checkpoint checkpoint) {
      cpu += cpuNanos;
      now += cpuNanos + lostNanos;
    }

    @Override
    public String complete(List<String> joined) {
      return "done by " + joined;
    }

    @Override
    public Prediction prediction() {
      return Prediction.certain(5);
    }

    @Override
    public boolean wantsCpuTime() {
      return true;
    }

    @Override
    public boolean workersMove() {
      return true;
    }

    @Override
    public Optional<String> partial(List<String> joined) {
      return Optional.of("a part by " + joined);
    }
  }

  private void serve(SharedWork<String, String> work) throws Exception {
    work.begin(1);
    int chunks = work.chunks();
    String worker = work.join();
    for (int chunk = 0; chunk < chunks; chunk++) {
      work.run(worker, chunk, NO_CHECKPOINT);
    }
    assertThat(work.complete(List.of(worker))).isEqualTo("done by [worker]");
  }

  private static final SharedWork.Checkpoint NO_CHECKPOINT =
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

  @ParameterizedTest
  @ValueSource(longs = {1, 30, 50, 200, 5000})
  void aSlowWorkerTakesItsCpuTimeOverItsSpeed(long chunkMicros) throws Exception {
    workers.accept(0);
    serve(workers.slowed(new Chunks(20, chunkMicros * MICRO, 0)));
    assertThat(now).isEqualTo(Math.round(20 * chunkMicros * MICRO / 0.4));
    assertThat(workers.held().getFirst().speed()).isCloseTo(0.4, within(1e-9));
    // The last one is for the rest, whatever that is.
    assertThat(sleeps.subList(0, sleeps.size() - 1))
        .allMatch(nanos -> nanos >= SlowWorkers.LEAST_PAUSE_NANOS);
  }

  @Test
  void aFastWorkerNeverWaits() throws Exception {
    workers.accept(1);
    serve(workers.slowed(new Chunks(20, 100 * MICRO, 7 * MICRO)));
    assertThat(sleeps).isEmpty();
    assertThat(now).isEqualTo(20 * 107 * MICRO);
    assertThat(workers.held().get(1).speed()).isCloseTo(100.0 / 107, within(1e-9));
    assertThat(workers.held().getFirst().speed()).isNaN();
    workers.forget();
    assertThat(workers.held().get(1)).isEqualTo(new SlowWorkers.Held(0, 0));
  }

  @Test
  void sleepsThatAreTooLongDoNotAddUp() throws Exception {
    workers.accept(0);
    lateNanos = 90 * MICRO;
    serve(workers.slowed(new Chunks(50, 100 * MICRO, 0)));
    assertThat(now).isEqualTo(Math.round(50 * 100 * MICRO / 0.4) + lateNanos);
  }

  @Test
  void timeWithoutACoreCountsAsWaited() throws Exception {
    workers.accept(0);
    serve(workers.slowed(new Chunks(50, 100 * MICRO, 150 * MICRO)));
    assertThat(sleeps).isEmpty();
    assertThat(now).isEqualTo(Math.round(50 * 100 * MICRO / 0.4));
  }

  /** Each thread owes only for its own work, from its begin on. */
  @Test
  void whoTakesOverOwesNothingForTheOther() throws Exception {
    workers.accept(0);
    SharedWork<String, String> work = workers.slowed(new Chunks(2, 400 * MICRO, 0));
    work.begin(1);
    work.run(work.join(), 0, NO_CHECKPOINT);
    assertThat(now).isEqualTo(1000 * MICRO);
    now += 5000 * MICRO;
    var other =
        Thread.ofPlatform()
            .start(() -> {
              workers.accept(1);
              try {
                work.run(work.join(), 1, NO_CHECKPOINT);
                work.complete(List.of("both"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    other.join();
    assertThat(now).isEqualTo(6400 * MICRO);
    assertThat(sleeps).containsExactly(600 * MICRO);
    assertThat(workers.held())
        .containsExactly(
            new SlowWorkers.Held(400 * MICRO, 1000 * MICRO),
            new SlowWorkers.Held(400 * MICRO, 400 * MICRO));
  }

  @Test
  void allElseIsTheWorksOwn() throws Exception {
    SharedWork<String, String> work = workers.slowed(new Chunks(3, 1, 0));
    assertThat(work.prediction()).isEqualTo(Prediction.certain(5));
    assertThat(work.wantsCpuTime()).isTrue();
    assertThat(work.workersMove()).isTrue();
    assertThat(work.partial(List.of("one"))).contains("a part by [one]");
  }

  /** With real clocks, no worker is faster than its class on any machine. */
  @Test
  void onAnEngineASlowWorkerIsNeverTooFast() throws Exception {
    var real = new SlowWorkers(MACHINE);
    var times = new ClassTimes(MACHINE);
    try (Curtail engine =
        Curtail.with(MACHINE, SpeedPolicy.allSlow()).binding(real).listener(times).start()) {
      for (long seed = 0; seed < 5; seed++) {
        var random = new SplittableRandom(seed);
        SharedWork<?, Long> sum =
            SharedWork.of(40, chunk -> random.longs(20_000).map(it -> it % 7).sum(), Long::sum);
        engine.submit(real.slowed(sum)).get();
      }
    }
    SlowWorkers.Held held = real.held().getFirst();
    assertThat(held.computedNanos()).isPositive();
    assertThat(held.speed()).isLessThanOrEqualTo(0.4 * 1.001);
    assertThat(real.held().getLast()).isEqualTo(new SlowWorkers.Held(0, 0));
    long busyNanos = times.account(held.passedNanos(), 1).busyNanos().getFirst();
    assertThat(busyNanos).isGreaterThanOrEqualTo((long) (held.computedNanos() / 0.4 * 0.999));
  }
}
