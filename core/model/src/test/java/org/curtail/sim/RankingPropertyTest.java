package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.plan.RandomProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** A free thread goes to the greatest priority: here the prediction of a request. */
class RankingPropertyTest {
  private record ByPrediction(int maxDegree) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(maxDegree);
    }

    @Override
    public double priority(Progress request, Load load) {
      return request.prediction().demandNanos();
    }

    @Override
    public Traits traits() {
      return Traits.RANKING.reorderingQueue(true);
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  /** No request that wants a thread has a greater priority than one that has just got a thread. */
  private static final class Checker implements Observer {
    private final int[] priorities;
    private final int maxDegree;
    private final Trace trace;
    private final int[] threads;
    private final boolean[] started;
    int given;

    Checker(int[] priorities, int maxDegree, Trace trace) {
      this.priorities = priorities;
      this.maxDegree = maxDegree;
      this.trace = trace;
      threads = new int[trace.size()];
      started = new boolean[trace.size()];
    }

    @Override
    public void after(long nowNanos, State state) {
      int leastGiven = Integer.MAX_VALUE;
      int greatestWanting = Integer.MIN_VALUE;
      for (int i = 0; i < state.running(); i++) {
        int index = state.index(i);
        if (state.threads(i) > threads[index]) {
          leastGiven = Math.min(leastGiven, priorities[index]);
          given++;
        }
        if (state.threads(i) < maxDegree) {
          greatestWanting = Math.max(greatestWanting, priorities[index]);
        }
        threads[index] = state.threads(i);
        started[index] = true;
      }
      for (int index = 0; index < started.length; index++) {
        boolean arrived = Math.round(trace.arrivalMs(index) * 1e6) <= nowNanos;
        if (arrived && !started[index]) {
          greatestWanting = Math.max(greatestWanting, priorities[index]);
        }
      }
      assertThat(leastGiven).isGreaterThanOrEqualTo(greatestWanting);
    }
  }

  @Test
  void noRequestIsPassedOver() {
    Cases.random(
        1,
        500,
        random -> {
          int maxDegree = random.nextInt(1, 5);
          Profile profile = RandomProfiles.any(random, random.nextInt(1, 10), maxDegree);
          int cores = random.nextInt(1, 6);
          double perSecond = random.nextDouble(0.3, 1.5) * cores * 1000 / profile.meanMs(1);
          Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, 60, random.nextLong());
          int[] priorities = new int[trace.size()];
          Arrays.setAll(priorities, i -> random.nextInt(1, 50));
          var checker = new Checker(priorities, maxDegree, trace);
          new Simulation(profile, Machine.ofCores(cores))
              .predictedBy((index, demandNanos) -> Prediction.certain(priorities[index]))
              .watchedBy(checker)
              .run(new ByPrediction(maxDegree), trace);
          assertThat(checker.given).isGreaterThanOrEqualTo(trace.size());
        });
  }
}
