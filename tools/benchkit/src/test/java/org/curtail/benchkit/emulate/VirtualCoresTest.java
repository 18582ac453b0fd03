package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real threads, only properties that hold on any machine, however slow. */
@Timeout(300)
class VirtualCoresTest {
  private static final double MS = 1e6;

  @Test
  void threadsComputeNoMoreThanTheCoresCanAndEachNoFasterThanOne() throws Exception {
    int cores = 3;
    int threads = 12;
    int chunks = 8;
    var meter = new WaitMeter();
    var virtual = new VirtualCores(cores, meter);
    long fromNanos = System.nanoTime();
    try (var pool = Executors.newFixedThreadPool(threads)) {
      Callable<Long> computing =
          () -> {
            long beginNanos = System.nanoTime();
            VirtualCores.Place place = virtual.place();
            for (int i = 0; i < chunks; i++) {
              place.begin(2 * MS);
              place.await();
            }
            place.leave();
            return System.nanoTime() - beginNanos;
          };
      var running = new ArrayList<Future<Long>>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(computing));
      }
      for (Future<Long> thread : running) {
        assertThat(thread.get()).isGreaterThanOrEqualTo((long) (chunks * 2 * MS));
      }
    }
    double elapsed = System.nanoTime() - fromNanos;
    double work = threads * chunks * 2 * MS;
    assertThat(work).isLessThanOrEqualTo(cores * elapsed);
    assertThat(virtual.busyNanos()).isBetween(work, cores * elapsed + MS);
    assertThat(meter.chunks()).isEqualTo((long) threads * chunks);
    assertThat(meter.latenessMs(99)).isGreaterThanOrEqualTo(meter.latenessMs(50));
  }

  @Test
  void aThreadThatIsInterruptedStopsAndGivesItsCoreToOthers() throws Exception {
    var virtual = new VirtualCores(1, new WaitMeter());
    var begun = new CountDownLatch(1);
    List<Throwable> thrown = new ArrayList<>();
    var thread =
        new Thread(() -> {
          begun.countDown();
          try {
            VirtualCores.Place place = virtual.place();
            place.begin(3_600_000 * MS);
            place.await();
          } catch (InterruptedException e) {
            thrown.add(e);
          }
        });
    thread.start();
    begun.await();
    thread.interrupt();
    thread.join();
    assertThat(thrown).hasSize(1);
    double busyNanos = virtual.busyNanos();
    assertThat(virtual.busyNanos()).isEqualTo(busyNanos);
  }

  @Test
  void aThreadThatServesTwoRequestsInTurnsNeedsOneCore() throws Exception {
    var virtual = new VirtualCores(1, new WaitMeter());
    var turns = new ArrayList<String>();
    VirtualCores.Place one = virtual.place(() -> turns.add("left one"));
    VirtualCores.Place other = virtual.place(() -> turns.add("left other"));
    for (int i = 0; i < 5; i++) {
      for (VirtualCores.Place place : List.of(one, other)) {
        place.continueHere(0);
        place.begin(2 * MS);
        place.await();
        // If the thread counted at both places, half of a core would be left for each.
        assertThat(place.endNanos() - place.beginNanos()).isCloseTo(2 * MS, within(1.0));
      }
    }
    assertThat(turns).hasSize(9).startsWith("left one", "left other");
  }

  @Test
  void chunksThatTakeNoTimeAreOverAtOnce() throws Exception {
    var meter = new WaitMeter();
    VirtualCores.Place place = new VirtualCores(1, meter).place();
    for (int i = 0; i < 100; i++) {
      place.begin(0);
      place.await();
    }
    assertThat(meter.chunks()).isEqualTo(100);
  }
}
