package org.curtail.dispatch;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.EngineRequests;
import org.curtail.sim.SyntheticProfiles;
import org.jspecify.annotations.Nullable;
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
 * Choice of the request that a free thread helps, among many running requests that all want one, in
 * nanoseconds. Every request has one to three threads; they started one after the other.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class HandOutBenchmark {
  private static final int MAX_DEGREE = 4;

  /** Knowledge about a policy's ranking. */
  public enum RankingKind {
    /** Monotone priorities, as in {@code tail-index}. */
    TAIL_INDEX,
    /** The same priorities without known properties: all requests have to be asked. */
    UNKNOWN,
    /** No ranking. */
    NONE
  }

  @Param({"4", "16", "64", "256", "512"})
  int running;

  @Param RankingKind ranking;

  private Candidates<DispatchedRequest> candidates;
  private Allocator.Ranking priority;

  /** The tail index, with other declared traits. */
  private record Ranked(TailIndex index, RankingKind ranking, int threads) implements Policy {
    @Override
    public Decision decide(Progress progress, Load load) {
      return index.decide(progress, load);
    }

    @Override
    public double priority(Progress progress, Load load) {
      return index.priority(progress, load);
    }

    @Override
    public Traits traits() {
      return ranking == RankingKind.NONE
          ? Traits.NONE
          : Traits.RANKING.monotone(ranking == RankingKind.TAIL_INDEX);
    }

    @Override
    public int maxDegree() {
      return MAX_DEGREE;
    }

    @Override
    public int threads(int cores) {
      return threads;
    }
  }

  /** All are running and open; then every third gets one or two more threads. */
  @Setup
  public void prepare() {
    var index = TailIndex.queueing(SyntheticProfiles.luceneLike(10_000, MAX_DEGREE));
    var policy = new Ranked(index, ranking, running);
    List<DispatchedRequest> requests = EngineRequests.running(policy, running);
    candidates = Candidates.of(policy.traits(), MAX_DEGREE, MAX_DEGREE);
    for (int i = 0; i < running; i++) {
      DispatchedRequest request = requests.get(i);
      request.threads = 1 + i % 3;
      // It was among the engine's own candidates until now.
      request.leaveCandidates();
      candidates.update(request);
    }
    var load = new Load(running, 0, running, running);
    priority =
        ranking == RankingKind.NONE ? progress -> 0 : progress -> policy.priority(progress, load);
  }

  /** Chooses with no change since the last choice. */
  @Benchmark
  public @Nullable Object choose() {
    return candidates.neediest(priority, System.nanoTime());
  }

  /** Chooses after a thread joined the request chosen last. */
  @Benchmark
  public @Nullable Object chooseAfterChange() {
    DispatchedRequest chosen = candidates.neediest(priority, System.nanoTime());
    if (chosen != null) {
      candidates.update(chosen);
    }
    return chosen;
  }
}
