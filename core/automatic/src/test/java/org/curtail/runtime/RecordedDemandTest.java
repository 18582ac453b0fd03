package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.automatic.LearnedDemand;
import org.curtail.demand.ProfileRecorder;
import org.curtail.demand.SpeedupEstimate;
import org.curtail.policy.FixedDegree;
import org.junit.jupiter.api.Test;

/**
 * Results of the recorder for traffic of known demand. The engine is real. One thread steps its
 * workers in the order of a manual clock, and chunks take given times.
 */
class RecordedDemandTest {
  private static final double[] SPEEDUPS = {0, 1, 1.8, 2.4, 2.8};
  private static final double MS = 1e6;

  /** Degree 1, then 2 from 4 ms on, 3 from 12 ms, 4 from 20 ms. */
  private record Growing() implements Policy {
    private static final long[] FROM_NANOS = {0, 4_000_000, 12_000_000, 20_000_000};

    @Override
    public Decision decide(Progress running, Load load) {
      int degree = 1;
      while (degree < 4 && running.executionNanos() >= FROM_NANOS[degree]) {
        degree++;
      }
      return degree < 4 ? new Decision(degree, FROM_NANOS[degree]) : Decision.keep(4);
    }

    @Override
    public int maxDegree() {
      return 4;
    }

    @Override
    public int threads(int cores) {
      return 16;
    }
  }

  /** Machine in which only the clock moves. */
  private static final class Machine implements RequestListener {
    private static final long NEVER = Long.MAX_VALUE;

    final ProfileRecorder recorder = new ProfileRecorder(10_000, 1);
    final LearnedDemand learned = new LearnedDemand();
    private final ManualClock clock = new ManualClock();
    private final double[] speedups;
    private final int cores;
    private final Curtail curtail;
    private final Map<Long, Integer> degrees = new HashMap<>();
    private final long[] freeAtNanos;

    /** Returns the length of the last chunk; 0 if none was run in this step. */
    private long chunkNanos;

    Machine(Policy policy, double[] speedups, int cores) {
      this.speedups = speedups;
      this.cores = cores;
      curtail =
          Curtail.with(policy)
              .cores(16)
              .threads(16)
              .clock(clock)
              .listener(recorder)
              .listener(this)
              .startWithoutThreads();
      freeAtNanos = new long[curtail.workers().size()];
      Arrays.fill(freeAtNanos, NEVER);
    }

    @Override
    public void started(long request, long atNanos) {
      degrees.put(request, 1);
    }

    @Override
    public void degreeChanged(long request, long atNanos, int degree) {
      degrees.put(request, degree);
    }

    @Override
    public void ended(long request, Timeline timeline) {
      learned.ended(timeline);
    }

    /** Request whose chunks take this time on one thread alone. */
    private SharedWork<Integer, Integer> work(long request, double[] chunksNanos) {
      return new SharedWork<>() {
        @Override
        public int chunks() {
          return chunksNanos.length;
        }

        @Override
        public Integer join() {
          return 0;
        }

        @Override
        public void run(Integer worker, int chunk, Checkpoint checkpoint) {
          int degree = degrees.getOrDefault(request, 1);
          double crowding = Math.max((double) curtail.threadsBusy() / cores, 1);
          chunkNanos = Math.round(chunksNanos[chunk] * degree / speedups[degree] * crowding);
        }

        @Override
        public Integer complete(List<Integer> workers) {
          return workers.size();
        }
      };
    }

    /** Serves all requests; they arrive {@code gapNanos} after each other. */
    void serve(List<double[]> requests, long gapNanos) {
      long beginNanos = clock.nanoTime();
      int next = 0;
      while (true) {
        int worker = first();
        long arrivalNanos = next < requests.size() ? beginNanos + next * gapNanos : NEVER;
        if (arrivalNanos <= freeAtNanos[worker]) {
          if (arrivalNanos == NEVER) {
            return;
          }
          clock.moveTo(arrivalNanos);
          curtail.submit(work(next + 1L, requests.get(next)));
          next++;
        } else {
          clock.moveTo(freeAtNanos[worker]);
          chunkNanos = 0;
          boolean busy = curtail.workers().get(worker).step();
          freeAtNanos[worker] = busy ? clock.nanoTime() + chunkNanos : NEVER;
        }
        wakeAssigned();
      }
    }

    private int first() {
      int first = 0;
      for (int w = 1; w < freeAtNanos.length; w++) {
        first = freeAtNanos[w] < freeAtNanos[first] ? w : first;
      }
      return first;
    }

    private void wakeAssigned() {
      for (int w = 0; w < freeAtNanos.length; w++) {
        if (freeAtNanos[w] == NEVER && curtail.workers().get(w).hasWork()) {
          freeAtNanos[w] = clock.nanoTime() + 20_000;
        }
      }
    }
  }

  /** Mean chunks of 0.05 to 0.3 ms; those of one request are equal up to a random half. */
  private static List<double[]> requests(int count, RandomGenerator random) {
    var requests = new ArrayList<double[]>();
    for (int r = 0; r < count; r++) {
      double meanNanos = random.nextDouble(0.05 * MS, 0.3 * MS);
      double[] chunks = new double[(int) Math.round(Math.exp(random.nextDouble(3, 6.5)))];
      Arrays.setAll(chunks, chunk -> meanNanos * random.nextDouble(0.5, 1.5));
      requests.add(chunks);
    }
    return requests;
  }

  private static double demandMs(double[] chunksNanos) {
    return DoubleStream.of(chunksNanos).sum() / MS;
  }

  private static double meanMs(List<double[]> requests) {
    return requests.stream().mapToDouble(RecordedDemandTest::demandMs).average().orElseThrow();
  }

  @Test
  void speedupsAndDemandsAreFoundAgainWhileEveryThreadHasACore() {
    List<double[]> requests = requests(400, new SplittableRandom(5));
    var machine = new Machine(new Growing(), SPEEDUPS, 16);
    machine.serve(requests, 30_000_000);

    SpeedupEstimate speedups = machine.recorder.speedups(4);
    for (int d = 2; d <= 4; d++) {
      assertThat(speedups.isSeen(d)).as("degree %d", d).isTrue();
      assertThat(speedups.speedup(d))
          .as("speedup at %d: %s", d, speedups)
          .isCloseTo(SPEEDUPS[d], within(0.02 * SPEEDUPS[d]));
    }
    Profile profile = machine.recorder.profile(4);
    assertThat(profile.requests()).isEqualTo(400);
    for (int r = 0; r < 400; r++) {
      double trueMs = demandMs(requests.get(r));
      // Two chunks, for unfinished ones when degrees change and threads find no chunk.
      double slackMs = 2 * trueMs / requests.get(r).length;
      assertThat(profile.timeMs(r, 1))
          .as("request %d", r)
          .isCloseTo(trueMs, within(0.02 * trueMs + slackMs));
    }
    assertThat(profile.meanMs(1)).isCloseTo(meanMs(requests), within(0.015 * meanMs(requests)));
    assertThat(profile.meanMs(4))
        .isCloseTo(meanMs(requests) / SPEEDUPS[4], within(0.03 * meanMs(requests) / SPEEDUPS[4]));
    assertThat(profile.percentileMs(99, 1))
        .isCloseTo(
            Profile.of(
                    "truth",
                    requests.stream().map(c -> new double[] {demandMs(c)}).toArray(double[][]::new))
                .percentileMs(99, 1),
            within(2.0));
  }

  @Test
  void aFewRequestsThatExploreBesideSequentialOnesTellOfAllDegrees() {
    List<double[]> requests = requests(1_500, new SplittableRandom(9));
    var machine = new Machine(LearnedDemand.exploring(), SPEEDUPS, 16);
    machine.serve(requests, 12_000_000);

    assertThat(machine.learned.requests()).isEqualTo(1_500);
    // Drawn are 150, with a standard deviation of 12.
    assertThat(machine.learned.explorers()).isBetween(90L, 200L);
    for (int d = 2; d <= 4; d++) {
      assertThat(machine.learned.isTried(d)).as("degree %d", d).isEqualTo(d != 3);
      assertThat(machine.learned.speedup(d, 50 * MS))
          .as("speedup at %d", d)
          .isCloseTo(SPEEDUPS[d], within(0.06 * SPEEDUPS[d]));
    }
    Profile profile = machine.learned.profile(4);
    assertThat(profile.totalWeight()).isCloseTo(1_500, within(1e-6));
    assertThat(profile.meanMs(1)).isCloseTo(meanMs(requests), within(0.02 * meanMs(requests)));
    assertThat(profile.meanMs(4))
        .isCloseTo(meanMs(requests) / SPEEDUPS[4], within(0.08 * meanMs(requests) / SPEEDUPS[4]));
    assertThat(profile.notes()).singleElement().asString().contains("degree 3 were never tried");
  }

  @Test
  void perfectAndUselessParallelismAreFoundAgainToo() {
    List<double[]> requests = requests(150, new SplittableRandom(6));
    var perfect = new Machine(new Growing(), new double[] {0, 1, 2, 3, 4}, 16);
    perfect.serve(requests, 30_000_000);
    assertThat(perfect.recorder.speedups(4).speedup(4)).isBetween(3.85, 4.0);
    var useless = new Machine(new Growing(), new double[] {0, 1, 1, 1, 1}, 16);
    useless.serve(requests, 30_000_000);
    assertThat(useless.recorder.speedups(4).speedup(4)).isBetween(1.0, 1.05);
  }

  @Test
  void threadsThatShareCoresMakeDemandsTooLong() {
    List<double[]> requests = requests(300, new SplittableRandom(7));
    var crowded = new Machine(new Growing(), SPEEDUPS, 2);
    crowded.serve(requests, 12_000_000);
    // 16 threads on 2 cores: up to 8 threads share one.
    double recordedMs = crowded.recorder.profile(4).meanMs(1);
    assertThat(recordedMs).isBetween(1.2 * meanMs(requests), 8 * meanMs(requests));
  }

  @Test
  void trafficOfOneDegreeShowsNoSpeedups() {
    List<double[]> requests = requests(100, new SplittableRandom(8));
    var machine = new Machine(new FixedDegree(2), SPEEDUPS, 16);
    machine.serve(requests, 30_000_000);
    assertThat(machine.recorder.speedups(2).isSeen(2)).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> machine.recorder.profile(2))
        .withMessageContaining("no speedup was learned");
    // Only the time at its degree is known, so nothing follows for other degrees.
    assertThat(machine.recorder.profile(1).meanMs(1))
        .isCloseTo(meanMs(requests) / SPEEDUPS[2], within(0.06 * meanMs(requests)));
  }
}
