package org.curtail.jmh;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.PairSketch;
import org.curtail.reissue.plan.TailByBudget;
import org.curtail.workflow.estimate.ReissueCurve;
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
 * Duration of computing reissue curves from a log in memory, in milliseconds. Target: mean,
 * variance and tail against the budget, including sorting, in 50 ms for 10,000 times and 2 s for a
 * million.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Benchmark)
public class ReissueCurveBenchmark {
  @Param({"10000", "100000", "1000000"})
  int samples;

  /** True if times of requests and copies are paired. */
  @Param({"false", "true"})
  boolean paired;

  private double[] first = {};
  private double[] second = {};
  private AttemptTimes times = AttemptTimes.independent(new double[] {1});

  /** Log-normal times with one percent of slow replicas; half of a pair's slowness is common. */
  @Setup
  public void prepare() {
    var random = new SplittableRandom(16);
    first = new double[samples];
    second = new double[samples];
    for (int i = 0; i < samples; i++) {
      double common = random.nextGaussian();
      first[i] = time(random, common);
      second[i] = time(random, common);
    }
    times = sorted();
  }

  private static double time(SplittableRandom random, double common) {
    double noise = random.nextInt(100) == 0 ? 50 : 0;
    return 5 * Math.exp(0.5 * common + 0.5 * random.nextGaussian()) + noise;
  }

  @Benchmark
  public AttemptTimes sorted() {
    return paired ? AttemptTimes.paired(first, second) : AttemptTimes.independent(first, second);
  }

  @Benchmark
  public ReissueCurve meanAndVariance() {
    return ReissueCurve.of(times);
  }

  @Benchmark
  public TailByBudget tail() {
    return TailByBudget.of(times, 99);
  }

  /** The whole computation. */
  @Benchmark
  public double wholeCurve() {
    AttemptTimes log = sorted();
    return ReissueCurve.of(log).leastVariance(0.02).varianceMillisSquared()
        + TailByBudget.of(log, 99).at(0.02).tailMillis();
  }

  /** A log that is read only once. */
  @Benchmark
  public double sketched() {
    if (paired) {
      var sketch = new PairSketch();
      for (int i = 0; i < samples; i++) {
        sketch.add(first[i], second[i]);
      }
      return sketch.weight();
    }
    var sketch = new LatencySketch();
    Arrays.stream(first).forEach(sketch::add);
    return sketch.weight();
  }
}
