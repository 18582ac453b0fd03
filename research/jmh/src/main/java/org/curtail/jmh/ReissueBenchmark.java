package org.curtail.jmh;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.plan.ReissueReport;
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
 * Duration of {@link ReissuePlanner} in milliseconds, from the arrays of a log to the plan, sorting
 * included. The times are lognormal and all different, which is the hardest case: equal times are
 * treated as one.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(1)
public class ReissueBenchmark {
  @Benchmark
  public ReissuePlan singleD(Log log) {
    return ReissuePlanner.singleD(log.times(), log.goal());
  }

  @Benchmark
  public ReissuePlan singleR(Log log) {
    return ReissuePlanner.singleR(log.times(), log.goal());
  }

  @Benchmark
  public ReissueReport singleRWithIntervals(Log log) {
    AttemptTimes times = log.times();
    return ReissueReport.of(times, ReissuePlanner.singleR(times, log.goal()));
  }

  /** Times of primary requests and copies. */
  @State(Scope.Benchmark)
  public static class Log {
    @Param({"10000", "100000", "1000000"})
    int requests;

    @Param({"INDEPENDENT", "PAIRED"})
    LogKind kind;

    @Param("99")
    double percentile;

    @Param("0.02")
    double budget;

    private double[] firstMillis = {};
    private double[] secondMillis = {};

    @Setup
    public void prepare() {
      var random = new SplittableRandom(1);
      firstMillis = new double[requests];
      secondMillis = new double[requests];
      Arrays.setAll(firstMillis, i -> Math.exp(random.nextGaussian()));
      Arrays.setAll(secondMillis, i -> Math.exp(random.nextGaussian()));
    }

    AttemptTimes times() {
      return kind == LogKind.PAIRED
          ? AttemptTimes.paired(firstMillis, secondMillis)
          : AttemptTimes.independent(firstMillis, secondMillis);
    }

    ReissueGoal goal() {
      return new ReissueGoal(percentile, budget);
    }
  }

  /** Data that the planner gets on requests and copies. */
  public enum LogKind {
    INDEPENDENT,
    PAIRED
  }
}
