package org.curtail.signals;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a tag for its thread, in nanoseconds per call, alone and while another core reads its
 * words continuously. With {@code -prof gc}, {@code gc.alloc.rate.norm} must be 0.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Benchmark)
public class TagBenchmark {
  /** True if another thread reads meanwhile. */
  @Param({"false", "true"})
  boolean observed;

  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong seen = new AtomicLong();
  private long request;

  /** An observer that only reads. */
  @Setup(Level.Iteration)
  public void observe() {
    stop.set(false);
    if (!observed) {
      return;
    }
    var observer =
        new Thread(() -> {
          long sum = 0;
          while (!stop.get()) {
            TagWords words = Tag.words();
            for (int slot = 0; slot < words.used(); slot++) {
              sum += words.tag(slot);
            }
          }
          seen.addAndGet(sum);
        });
    observer.setDaemon(true);
    observer.start();
  }

  @TearDown(Level.Iteration)
  public void stopObserving() {
    stop.set(true);
  }

  /** Tags another request. */
  @Benchmark
  public void request() {
    Tag.request(++request);
  }

  /** Tags another phase of the same request. */
  @Benchmark
  public void phase() {
    Tag.phase((int) ++request);
  }

  /** The loop without tags. */
  @Benchmark
  public long nothing() {
    return ++request;
  }
}
