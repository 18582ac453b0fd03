package org.curtail.runtime;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.curtail.Decision;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policies.Policies;
import org.curtail.sim.SyntheticProfiles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A decision of a policy as in the engine, which builds the progress of a request and reads the
 * decision at once. In nanoseconds; with {@code -prof gc}, {@code gc.alloc.rate.norm} must be 0.
 * Requests and loads are those of a busy service like the Few-to-Many paper's.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
@State(Scope.Thread)
public class DecisionBenchmark {
  private static final int CASES = 1024;
  private static final int CORES = 15;
  private static final int MAX_DEGREE = 4;
  private static final long LONGEST_NANOS = 400_000_000;

  @Param({
    "sequential",
    "fixed-4",
    "adaptive",
    "protected-3",
    "binary-8",
    "linear-8",
    "interval-100",
    "clairvoyant-225",
    "dds-20-225-50",
    "tpc-100",
    "tail-control-300",
    "edf-300",
    "few-to-many",
    "tail-index",
    "tail-index-patient",
    "tail-index-malleable",
    "tail-index-predicted",
    "tail-index-short-first"
  })
  String policy;

  private Policy asked;
  private Load[] loads;
  private Prediction[] predictions;
  private long[] executionNanos;
  private int[] threads;
  private int next;

  /** The same cases for all policies. */
  @Setup
  public void prepare() {
    Profile profile = SyntheticProfiles.luceneLike(10_000, MAX_DEGREE);
    asked =
        Policies.named(
            policy,
            new Policies.Ingredients(
                Optional.of(profile), Optional.of(IntervalTable.published("few-to-many-lucene"))));
    var random = new SplittableRandom(1);
    loads = new Load[CASES];
    predictions = new Prediction[CASES];
    executionNanos = new long[CASES];
    threads = new int[CASES];
    for (int i = 0; i < CASES; i++) {
      int requests = 1 + random.nextInt(30);
      int waiting = Math.max(0, requests - CORES);
      loads[i] = new Load(requests, waiting, Math.min(CORES, 2 * requests), CORES);
      executionNanos[i] = random.nextLong(LONGEST_NANOS);
      threads[i] = 1 + random.nextInt(MAX_DEGREE);
      predictions[i] = new Prediction(1 + random.nextLong(LONGEST_NANOS), 0.3);
    }
  }

  private Progress progress(int i, int withThreads) {
    long nanos = executionNanos[i];
    int mean = (withThreads + 1) / 2;
    return new Progress(nanos + nanos / 8, nanos, nanos * mean, mean, withThreads, predictions[i]);
  }

  @Benchmark
  public long decide() {
    int i = next++ & (CASES - 1);
    Decision decision = asked.decide(progress(i, threads[i]), loads[i]);
    return decision.degree() + decision.askAgainNanos();
  }

  @Benchmark
  public double priority() {
    int i = next++ & (CASES - 1);
    return asked.priority(progress(i, threads[i]), loads[i]);
  }
}
