package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.TailIndex;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the first request to help with a search over all priorities. */
class NeediestPropertyTest {
  private static final PriorityClass[] CLASSES = PriorityClass.values();

  /**
   * Policy with coarse priorities, so that many are equal. Its degrees vary.
   *
   * @param isMonotone true if the policy says that it is monotone; it always is
   */
  private record Coarse(boolean isMonotone) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      long millis = running.executionNanos() / 1_000_000;
      return new Decision(1 + (int) (millis % maxDegree()), running.executionNanos() + 500_000);
    }

    @Override
    public double priority(Progress request, Load load) {
      if (request.threads() == 0) {
        return Double.POSITIVE_INFINITY;
      }
      return coarse(request.ageNanos())
          + coarse(request.executionNanos())
          + coarse(request.attainedNanos())
          - request.threads();
    }

    private static double coarse(long nanos) {
      return Math.floor(nanos / 2e6);
    }

    @Override
    public Traits traits() {
      return Traits.RANKING;
    }

    @Override
    public int maxDegree() {
      return 4;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  private static Policy policy(RandomGenerator random) {
    return switch (random.nextInt(7)) {
      case 0 -> new FixedDegree(1 + random.nextInt(5));
      case 1 -> new FewToMany(PaperTables.figure5Table());
      case 2 -> TailIndex.patient(SyntheticProfiles.luceneLike(100, 4));
      case 3 -> new Coarse(true);
      case 4 -> new Coarse(false);
      default -> TailIndex.queueing(SyntheticProfiles.luceneLike(100, 4));
    };
  }

  /** Returns the result of a search over all requests. */
  private static @Nullable Request<?, ?> bruteForce(
      List<Request<?, ?>> requests, Policy policy, Load load, long nowNanos) {
    Request<?, ?> best = null;
    double greatest = 0;
    for (Request<?, ?> request : requests) {
      // A request without a thread waits, or is preempted.
      if (!request.wantsThread() || request.threads() == 0) {
        continue;
      }
      double priority =
          policy.traits().ranks() ? policy.priority(request.progress(nowNanos), load) : 0;
      int order = best == null ? -1 : request.priorityClass().compareTo(best.priorityClass());
      boolean first =
          priority > greatest
              || (priority == greatest && best != null && request.startOrder() < best.startOrder());
      if (order < 0 || (order == 0 && first)) {
        best = request;
        greatest = priority;
      }
    }
    return best;
  }

  @Test
  void theChoiceIsThatOfAskingEverybody() {
    var found = new int[1];
    Cases.random(
        1,
        Cases.count(100, 300),
        random -> {
          Policy policy = policy(random);
          var clock = new ManualClock();
          Curtail curtail =
              Curtail.with(policy)
                  .clock(clock)
                  .cores(1 + random.nextInt(12))
                  .threads(1 + random.nextInt(12))
                  .startWithoutThreads();
          Engine engine = curtail.engine();
          var requests = new ArrayList<Request<?, ?>>();
          for (int i = 0; i < 300; i++) {
            switch (random.nextInt(12)) {
              case 0 -> requests.add(arrive(engine, random));
              case 1 -> clock.advanceMillis(random.nextDouble(2));
              case 2 -> {
                if (!requests.isEmpty() && random.nextInt(8) == 0) {
                  requests.get(random.nextInt(requests.size())).cancel();
                }
              }
              default -> curtail.workers().get(random.nextInt(curtail.workers().size())).step();
            }
            long nowNanos = clock.nanoTime();
            Request<?, ?> expected = bruteForce(requests, policy, engine.load(), nowNanos);
            assertThat(engine.neediest(nowNanos)).as("step %d of %s", i, policy).isSameAs(expected);
            found[0] += expected == null ? 0 : 1;
          }
        });
    // Otherwise the test compared nothing.
    assertThat(found[0]).isGreaterThan(10_000);
  }

  private static Request<?, ?> arrive(Engine engine, RandomGenerator random) {
    var work = new RecordedWork(2 + random.nextInt(60), chunk -> {});
    RequestOptions options =
        random.nextInt(3) == 0
            ? RequestOptions.NONE.of(CLASSES[random.nextInt(CLASSES.length)])
            : RequestOptions.NONE;
    var request = new Request<>(engine.nextId(), work, options, engine, engine.nanoTime(), null);
    engine.accept(request, true);
    return request;
  }
}
