package org.curtail.benchkit.emulate;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/** The delay between the engine's grant of a thread and the begin of the thread's work. */
public final class HandOff {
  private static final int SAMPLES = 200;

  private HandOff() {}

  /** Measures the median delay on this machine, in nanoseconds. */
  public static long nanos() throws InterruptedException {
    long[] nanos = new long[SAMPLES];
    try (Curtail engine = Curtail.with(new Sequential()).cores(1).threads(2).start()) {
      for (int i = 0; i < SAMPLES; i++) {
        // The pause is long enough for the thread to sleep.
        TimeUnit.MILLISECONDS.sleep(1);
        nanos[i] = engine.submit(new Stamp(System.nanoTime())).get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("an empty request failed", e);
    }
    Arrays.sort(nanos);
    return nanos[SAMPLES / 2];
  }

  /** A request that returns the time since its submission. */
  private record Stamp(long submittedNanos) implements SharedWork<Long, Long> {
    @Override
    public int chunks() {
      return 0;
    }

    @Override
    public Long join() {
      return System.nanoTime() - submittedNanos;
    }

    @Override
    public void run(Long worker, int chunk, Checkpoint checkpoint) {}

    @Override
    public Long complete(List<Long> workers) {
      return workers.getFirst();
    }
  }
}
