package org.curtail.runtime;

import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.curtail.Traits;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.TailIndex;
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
 * Choosing whom a free thread helps among so many running requests that all want one, in
 * nanoseconds. Every request has one to three threads; they have started one after the other.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class HandOutBenchmark {
  private static final int MAX_DEGREE = 4;

  /** How a policy ranks. */
  public enum Ranking {
    /** As {@code tail-index}, whose priorities are monotone. */
    TAIL_INDEX,
    /** The same priorities, of which nothing is known: all have to be asked for. */
    UNKNOWN,
    /** Not at all. */
    NONE
  }

  @Param({"4", "16", "64", "256", "512"})
  int running;

  @Param Ranking ranking;

  private Candidates candidates;
  private Candidates.Ranking priority;

  /** The tail index, which says of itself what is asked for. */
  private record Ranked(TailIndex index, Ranking ranking, int threads) implements Policy {
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
      return ranking == Ranking.NONE
          ? Traits.NONE
          : Traits.RANKING.monotone(ranking == Ranking.TAIL_INDEX);
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

  /** All are running and open; then every third each gets one or two threads more. */
  @Setup
  public void prepare() {
    var index = TailIndex.of(SyntheticProfiles.luceneLike(10_000, MAX_DEGREE));
    var policy = new Ranked(index, ranking, running);
    Curtail curtail = Curtail.with(policy).cores(running).startWithoutThreads();
    Dispatcher dispatcher = curtail.dispatcher();
    var work = new Idling(Integer.MAX_VALUE / 4, 0);
    var requests = new ArrayList<Request<?, ?>>();
    for (int i = 0; i < running; i++) {
      var request =
          new Request<>(
              dispatcher.nextId(), work, RequestOptions.NONE, dispatcher, dispatcher.nanoTime(), null);
      dispatcher.arrive(request, true);
      requests.add(request);
    }
    for (int step = 0; step < 2; step++) {
      curtail.workers().forEach(Worker::step);
    }
    candidates = new Candidates(ranking != Ranking.UNKNOWN, MAX_DEGREE);
    for (int i = 0; i < running; i++) {
      for (int helpers = 0; helpers < i % 3; helpers++) {
        requests.get(i).threadComes();
        requests.get(i).enter(dispatcher.nanoTime());
      }
      candidates.update(requests.get(i));
    }
    Load load = dispatcher.load();
    priority =
        ranking == Ranking.NONE ? progress -> 0 : progress -> policy.priority(progress, load);
  }

  /** Nothing has changed since the last choice. */
  @Benchmark
  public @Nullable Object choose() {
    return candidates.neediest(priority, System.nanoTime());
  }

  /** As if a thread had come to the one that was chosen last. */
  @Benchmark
  public @Nullable Object chooseAfterChange() {
    Request<?, ?> chosen = candidates.neediest(priority, System.nanoTime());
    if (chosen != null) {
      candidates.update(chosen);
    }
    return chosen;
  }
}
