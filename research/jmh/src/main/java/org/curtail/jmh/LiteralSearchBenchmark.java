package org.curtail.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.BruteForce;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
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
 * The Few-to-Many paper's Figure 7 implemented literally, and the planner, on the same instance,
 * which is small enough for both: nested loops over v0, v1, ..., each from 0 to the longest time,
 * with all requests evaluated for each combination and each load. Average time in milliseconds.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
@State(Scope.Benchmark)
public class LiteralSearchBenchmark {
  /** The target binds from load 3 on, so that the loops on v0 matter. */
  private static final int TARGET = 6;

  private static final double PERCENTILE = 99;

  @Param("50")
  int requests;

  @Param("3")
  int maxDegree;

  @Param("100")
  double stepMs;

  @Param("6")
  int maxLoad;

  private Profile profile;
  private PlanGoal goal;
  private int[] limitSteps;

  @Setup
  public void prepare() {
    profile = SyntheticProfiles.luceneLike(requests, maxDegree);
    goal =
        new PlanGoal(
            TARGET, TARGET, maxDegree, PlanGoal.degreesTo(maxDegree), PERCENTILE, stepMs, maxLoad);
    limitSteps = new int[maxDegree];
    Arrays.fill(limitSteps, (int) Math.ceil(profile.percentileMs(100, 1) / stepMs));
  }

  @Benchmark
  public List<BruteForce> literalSearch() {
    return IntStream.rangeClosed(1, maxLoad)
        .mapToObj(
            load -> new BruteForce(profile, PERCENTILE / 100, TARGET, load, stepMs, limitSteps))
        .toList();
  }

  @Benchmark
  public IntervalTable planner() {
    return TablePlanner.plan(profile, goal);
  }
}
