package org.curtail.jmh;

import java.util.concurrent.TimeUnit;
import org.curtail.IntervalTable;
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
 * Duration of {@link org.curtail.plan.TablePlanner} in milliseconds, around one base point: 10,000
 * requests like Lucene's, four degrees, a step of 5 ms, loads 1 to 30. Each benchmark varies one
 * thing; every parameter can be set in each of them ({@code -p stepMs=100}).
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(1)
public class PlannerBenchmark {
  @Benchmark
  public IntervalTable growthWithRequests(Requests state) {
    return state.planning.table();
  }

  @Benchmark
  public IntervalTable growthWithMaxDegree(MaxDegrees state) {
    return state.planning.table();
  }

  @Benchmark
  public IntervalTable growthWithStep(Steps state) {
    return state.planning.table();
  }

  @Benchmark
  public IntervalTable growthWithLoads(Loads state) {
    return state.planning.table();
  }

  @Benchmark
  public IntervalTable profileKind(AllKinds state) {
    return state.planning.table();
  }

  /** More requests, the same shape. */
  @State(Scope.Benchmark)
  public static class Requests {
    @Param({"1000", "10000", "100000"})
    int requests;

    @Param("4")
    int maxDegree;

    @Param("5")
    double stepMs;

    @Param("30")
    int maxLoad;

    @Param("LUCENE_LIKE")
    ProfileKind kind;

    Planning planning;

    @Setup
    public void prepare() {
      planning = Planning.of(kind, requests, maxDegree, stepMs, maxLoad);
    }
  }

  /** More degrees, all of which matter. */
  @State(Scope.Benchmark)
  public static class MaxDegrees {
    @Param("10000")
    int requests;

    @Param({"2", "3", "4", "6", "8"})
    int maxDegree;

    @Param("5")
    double stepMs;

    @Param("30")
    int maxLoad;

    @Param("SCALABLE")
    ProfileKind kind;

    Planning planning;

    @Setup
    public void prepare() {
      planning = Planning.of(kind, requests, maxDegree, stepMs, maxLoad);
    }
  }

  /** A finer grid. */
  @State(Scope.Benchmark)
  public static class Steps {
    @Param("10000")
    int requests;

    @Param("4")
    int maxDegree;

    @Param({"20", "10", "5", "2"})
    double stepMs;

    @Param("30")
    int maxLoad;

    @Param("LUCENE_LIKE")
    ProfileKind kind;

    Planning planning;

    @Setup
    public void prepare() {
      planning = Planning.of(kind, requests, maxDegree, stepMs, maxLoad);
    }
  }

  /** More rows. */
  @State(Scope.Benchmark)
  public static class Loads {
    @Param("10000")
    int requests;

    @Param("4")
    int maxDegree;

    @Param("5")
    double stepMs;

    @Param({"10", "30"})
    int maxLoad;

    @Param("LUCENE_LIKE")
    ProfileKind kind;

    Planning planning;

    @Setup
    public void prepare() {
      planning = Planning.of(kind, requests, maxDegree, stepMs, maxLoad);
    }
  }

  /** Another shape of demand: all kinds. */
  @State(Scope.Benchmark)
  public static class AllKinds {
    @Param("10000")
    int requests;

    @Param("4")
    int maxDegree;

    @Param("5")
    double stepMs;

    @Param("30")
    int maxLoad;

    @Param ProfileKind kind;

    Planning planning;

    @Setup
    public void prepare() {
      planning = Planning.of(kind, requests, maxDegree, stepMs, maxLoad);
    }
  }
}
