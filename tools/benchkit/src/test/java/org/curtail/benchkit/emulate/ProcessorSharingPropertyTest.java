package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.benchkit.emulate.ProcessorSharing.Job;
import org.junit.jupiter.api.Test;

/**
 * Threads that sleep too long, continue, pause and leave at random, on a clock that the test moves.
 */
class ProcessorSharingPropertyTest {
  private static final int CASES = 2000;

  /** A thread: the time and kind of its next action, and its work so far. */
  private static final class Sleeper extends Job {
    long actsNanos;
    boolean computes;
    int chunksLeft;
    long staysUntilNanos;
    double workNanos;

    /** Begins and ends of its stays in a place. */
    final List<long[]> stays = new ArrayList<>();
  }

  private record Chunk(double beginNanos, double endNanos, double workNanos) {}

  /** Runs all sleepers to their ends. */
  private static final class Schedule {
    final SplittableRandom random;
    final int cores;
    final ProcessorSharing<Sleeper> sharing;
    final List<Sleeper> sleepers = new ArrayList<>();
    final List<Chunk> chunks = new ArrayList<>();
    long nowNanos;

    Schedule(long seed) {
      random = new SplittableRandom(seed);
      cores = random.nextInt(1, 5);
      sharing = new ProcessorSharing<>(cores, 0);
      int count = random.nextInt(1, 10);
      for (int i = 0; i < count; i++) {
        var sleeper = new Sleeper();
        sleeper.actsNanos = random.nextLong(0, 2000);
        sleeper.chunksLeft = random.nextInt(1, 12);
        sleepers.add(sleeper);
      }
    }

    Schedule run() {
      while (sleepers.stream().anyMatch(s -> s.computes || s.chunksLeft > 0)) {
        long next = Long.MAX_VALUE;
        for (Sleeper sleeper : sleepers) {
          next = Math.min(next, sleeper.actsNanos);
        }
        Sleeper first = sharing.first();
        if (first != null) {
          next = Math.min(next, sharing.plannedEndNanos(first));
        }
        nowNanos = Math.max(nowNanos, next);
        sharing.advance(nowNanos);
        for (Sleeper ended = sharing.pollEnded(); ended != null; ended = sharing.pollEnded()) {
          ended.actsNanos = nowNanos + random.nextLong(0, 400);
        }
        for (Sleeper sleeper : sleepers) {
          if (sleeper.actsNanos <= nowNanos) {
            act(sleeper);
          }
        }
      }
      sharing.advance(nowNanos + 10_000);
      return this;
    }

    private void act(Sleeper sleeper) {
      sleeper.actsNanos = Long.MAX_VALUE;
      if (sleeper.computes) {
        chunks.add(new Chunk(sleeper.beginNanos(), sleeper.endNanos(), sleeper.workNanos));
        sleeper.computes = false;
        if (random.nextInt(4) == 0) {
          sharing.leave(sleeper, nowNanos);
          sleeper.stays.getLast()[1] = nowNanos;
        } else {
          long holdNanos = random.nextLong(1, 200);
          sharing.hold(sleeper, nowNanos, holdNanos);
          sleeper.staysUntilNanos = nowNanos + holdNanos;
          sleeper.stays.getLast()[1] = nowNanos + holdNanos;
        }
        if (sleeper.chunksLeft > 0) {
          sleeper.actsNanos = nowNanos + random.nextLong(0, 300);
        }
      } else {
        double expectedBegin =
            sleeper.isPresent() && nowNanos < sleeper.staysUntilNanos
                ? sleeper.endNanos()
                : nowNanos;
        sleeper.workNanos = random.nextDouble(0, 1000);
        sharing.begin(sleeper, sleeper.workNanos, nowNanos);
        assertThat(sleeper.beginNanos()).isEqualTo(expectedBegin);
        if (expectedBegin < nowNanos) {
          sleeper.stays.getLast()[1] = Long.MAX_VALUE;
        } else {
          sleeper.stays.add(new long[] {nowNanos, Long.MAX_VALUE});
        }
        sleeper.computes = true;
        sleeper.chunksLeft--;
        if (sleeper.hasEnded()) {
          sleeper.actsNanos = nowNanos + random.nextLong(0, 400);
        }
      }
    }

    /** Number of threads with a place. */
    int present(long nanos) {
      int count = 0;
      for (Sleeper sleeper : sleepers) {
        for (long[] fromTo : sleeper.stays) {
          count += fromTo[0] <= nanos && nanos < fromTo[1] ? 1 : 0;
        }
      }
      return count;
    }

    /** Service that a thread with a place attains between two moments, nanosecond by nanosecond. */
    double service(double fromNanos, double toNanos) {
      double sum = 0;
      for (long t = (long) fromNanos; t < toNanos; t++) {
        double part = Math.min(t + 1.0, toNanos) - Math.max((double) t, fromNanos);
        sum += part * Math.min(1, (double) cores / present(t));
      }
      return sum;
    }
  }

  @Test
  void aChunkEndsWhenItsShareOfTheCoresAddsUpToItsWork() {
    for (long seed = 0; seed < 60; seed++) {
      Schedule schedule = new Schedule(seed).run();
      for (Chunk chunk : schedule.chunks) {
        assertThat(schedule.service(chunk.beginNanos(), chunk.endNanos()))
            .as("seed %d, %s", seed, chunk)
            // Begins and ends between two whole nanoseconds may differ by the value of a border.
            .isCloseTo(chunk.workNanos(), within(1e-3));
      }
    }
  }

  @Test
  void neverMoreIsComputedThanTheCoresCan() {
    for (long seed = 0; seed < CASES; seed++) {
      Schedule schedule = new Schedule(seed).run();
      double work = schedule.chunks.stream().mapToDouble(Chunk::workNanos).sum();
      double elapsed = schedule.nowNanos;
      assertThat(work).as("seed %d", seed).isLessThanOrEqualTo(schedule.cores * elapsed + 1e-3);
      assertThat(work).as("seed %d", seed).isLessThanOrEqualTo(schedule.sharing.busyNanos() + 1e-3);
      for (Chunk chunk : schedule.chunks) {
        assertThat(chunk.endNanos() - chunk.beginNanos())
            .as("seed %d", seed)
            .isGreaterThanOrEqualTo(chunk.workNanos() - 1e-3);
      }
      assertThat(schedule.sharing.present()).as("seed %d", seed).isZero();
    }
  }

  @Test
  void aThreadThatIsAlwaysLateComputesAsMuchAsOneThatIsNot() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      var sharing = new ProcessorSharing<Job>(1, 0);
      var job = new Job();
      double workNanos = random.nextDouble(100, 1000);
      long nowNanos = 0;
      for (int chunk = 1; chunk <= 50; chunk++) {
        sharing.begin(job, workNanos, nowNanos);
        long lateNanos = random.nextLong(0, 300);
        nowNanos = Math.max(nowNanos, sharing.plannedEndNanos(job) + lateNanos);
        sharing.advance(nowNanos);
        assertThat(job.endNanos())
            .as("seed %d, chunk %d", seed, chunk)
            .isCloseTo(chunk * workNanos, within(1e-6 * chunk * workNanos));
        sharing.hold(job, nowNanos, 1000);
      }
    }
  }

  /** Time slices of one nanosecond, in turn for all threads. */
  @Test
  void itIsWhatVeryShortTurnsWouldGive() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      int cores = random.nextInt(1, 5);
      int threads = random.nextInt(1, 10);
      var sharing = new ProcessorSharing<Job>(cores, 0);
      var turns = new Turns(cores, threads);
      var jobs = new ArrayList<Job>();
      long[] begins = random.longs(threads, 0, 1000).sorted().toArray();
      long[] work = random.longs(threads, 1, 3000).toArray();
      for (int i = 0; i < threads; i++) {
        turns.runUntil(begins[i]);
        turns.add(work[i]);
        // A thread that has ended leaves at once, as it does with time slices.
        leaveAtEnds(sharing, begins[i]);
        var job = new Job();
        sharing.begin(job, (double) work[i], begins[i]);
        jobs.add(job);
      }
      leaveAtEnds(sharing, Long.MAX_VALUE);
      turns.runUntil(Long.MAX_VALUE);
      for (int i = 0; i < threads; i++) {
        assertThat(jobs.get(i).endNanos())
            .as("seed %d, thread %d", seed, i)
            .isCloseTo((double) turns.ends[i], within(2.0 * threads * threads));
      }
    }
  }

  private static void leaveAtEnds(ProcessorSharing<Job> sharing, long untilNanos) {
    for (Job first = sharing.first(); first != null; first = sharing.first()) {
      long endNanos = sharing.plannedEndNanos(first);
      if (endNanos > untilNanos) {
        return;
      }
      sharing.advance(endNanos);
      for (Job ended = sharing.pollEnded(); ended != null; ended = sharing.pollEnded()) {
        sharing.leave(ended, endNanos);
      }
    }
  }

  private static final class Turns {
    private final int cores;
    private final long[] ends;
    private final long[] left;
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private int count;
    private long nowNanos;

    Turns(int cores, int threads) {
      this.cores = cores;
      ends = new long[threads];
      left = new long[threads];
    }

    void add(long work) {
      left[count] = work;
      queue.add(count++);
    }

    void runUntil(long untilNanos) {
      while (nowNanos < untilNanos && !queue.isEmpty()) {
        var served = new ArrayList<Integer>();
        for (int core = 0; core < cores && !queue.isEmpty(); core++) {
          served.add(queue.remove());
        }
        nowNanos++;
        for (int thread : served) {
          if (--left[thread] == 0) {
            ends[thread] = nowNanos;
          } else {
            queue.add(thread);
          }
        }
      }
      if (untilNanos != Long.MAX_VALUE) {
        nowNanos = untilNanos;
      }
    }
  }
}
