package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Guarantee of {@link Preemption#longestPreemptionNanos} to a started request. */
class LongestAsideTest {
  private static final Duration QUANTUM = Duration.ofMillis(2);
  private static final Duration LONGEST_ASIDE = Duration.ofMillis(50);

  /** The shortest request first: long ones starve while short ones arrive. */
  private record ShortestFirst(Preemption preemption) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(1);
    }

    @Override
    public double priority(Progress request, Load load) {
      return -level(request);
    }

    @Override
    public int level(Progress aside) {
      return (int) (aside.prediction().demandNanos() / 1_000_000);
    }

    @Override
    public Traits traits() {
      return Traits.RANKING.needingPrediction(true).preempting(preemption);
    }

    @Override
    public int maxDegree() {
      return 1;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  /**
   * Time without a thread of a started request.
   *
   * @param waiting requests that had not started when it was preempted
   */
  private record Aside(int index, long fromNanos, long toNanos, int waiting) {
    /** Other requests without a thread since before, and still at a moment. */
    long ahead(List<Aside> all, long nanos) {
      return all.stream()
          .filter(other -> other.index != index)
          .filter(other -> other.fromNanos <= fromNanos && other.toNanos > nanos)
          .count();
    }
  }

  private record Case(Profile profile, Trace trace, Machine machine) {
    /** Long requests, and bursts of short ones that would keep all cores busy for seconds. */
    static Case draw(RandomGenerator random) {
      int cores = random.nextInt(1, 5);
      double[][] timesMs = new double[40][1];
      for (int r = 0; r < timesMs.length; r++) {
        timesMs[r][0] = r < 30 ? random.nextDouble(1, 20) : random.nextDouble(200, 1_000);
      }
      Profile profile = Profile.of("", timesMs);
      double perSecond = random.nextDouble(0.9, 1.3) * cores * 1000 / profile.meanMs(1);
      Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, 150, random.nextLong());
      long chunkNanos = random.nextBoolean() ? 0 : 100_000;
      return new Case(profile, trace, new Machine(cores, new Costs(0, chunkNanos)));
    }

    List<Aside> run(Preemption preemption) {
      var since = new TreeMap<Integer, Aside>();
      var asides = new ArrayList<Aside>();
      boolean[] had = new boolean[trace.size()];
      Observer observer =
          (nowNanos, state) -> {
            boolean[] has = new boolean[had.length];
            for (int i = 0; i < state.running(); i++) {
              int index = state.index(i);
              has[index] = true;
              Aside begun = since.remove(index);
              if (begun != null) {
                asides.add(new Aside(index, begun.fromNanos, nowNanos, begun.waiting));
              }
            }
            for (int index = 0; index < had.length; index++) {
              if (had[index] && !has[index]) {
                // Or the request has ended, and never returns.
                since.put(index, new Aside(index, nowNanos, Long.MAX_VALUE, state.waiting()));
              }
              had[index] = has[index];
            }
          };
      new Simulation(profile, machine)
          .predictedBy(Predictor.CLAIRVOYANT)
          .watchedBy(observer)
          .run(new ShortestFirst(preemption), trace);
      return asides;
    }

    /** As {@link Preemption} allows: a slice and the chunk in which it ends. */
    long sliceNanos() {
      return Math.max(QUANTUM.toNanos(), LONGEST_ASIDE.toNanos()) + machine.costs().periodNanos();
    }

    boolean isKept(Aside aside, List<Aside> all) {
      long overdueNanos = aside.fromNanos + LONGEST_ASIDE.toNanos();
      long rounds = Math.ceilDiv(aside.ahead(all, overdueNanos) + 1, (long) machine.cores());
      return aside.toNanos <= overdueNanos + rounds * sliceNanos();
    }
  }

  @Test
  void aPreemptedRequestResumesInTimeBesideUrgentOnes() {
    int[] overdue = new int[1];
    Cases.random(
        1,
        100,
        random -> {
          Case given = Case.draw(random);
          List<Aside> asides = given.run(Preemption.byPriority(QUANTUM, LONGEST_ASIDE));
          for (Aside aside : asides) {
            assertThat(given.isKept(aside, asides)).as("%s", aside).isTrue();
            overdue[0] += aside.toNanos - aside.fromNanos > LONGEST_ASIDE.toNanos() ? 1 : 0;
          }
        });
    assertThat(overdue[0])
        .as("times without a thread that only the guarantee ended")
        .isGreaterThan(1_000);
  }

  @Test
  void withoutTheGuaranteeTheSamePolicyStarvesLongRequests() {
    var unlimited =
        new Preemption(Preemption.Order.PRIORITY, QUANTUM.toNanos(), Preemption.UNLIMITED_NANOS);
    int[] broken = new int[1];
    Cases.random(
        1,
        20,
        random -> {
          Case given = Case.draw(random);
          List<Aside> asides = given.run(unlimited);
          asides.forEach(aside -> broken[0] += given.isKept(aside, asides) ? 0 : 1);
        });
    assertThat(broken[0]).as("times without a thread beyond the guarantee").isGreaterThan(50);
  }

  @Test
  void inTurnsARequestWaitsAtMostTwoTurnsPerRequestAhead() {
    Cases.random(
        1_000,
        10,
        random -> {
          Case given = Case.draw(random);
          var machine = new Machine(given.machine.cores(), new Costs(0, 100_000));
          var sliced = new Case(given.profile, given.trace, machine);
          List<Aside> asides = sliced.run(Preemption.turns(QUANTUM));
          assertThat(asides).isNotEmpty();
          // One in many, since counting the requests ahead visits all of them.
          for (int i = random.nextInt(100); i < asides.size(); i += 100) {
            Aside aside = asides.get(i);
            long ahead = aside.ahead(asides, aside.fromNanos) + aside.waiting;
            long rounds = Math.ceilDiv(2 * (ahead + 1), (long) machine.cores());
            assertThat(aside.toNanos - aside.fromNanos)
                .as("%s behind %d", aside, ahead)
                .isLessThanOrEqualTo(rounds * (QUANTUM.toNanos() + machine.costs().periodNanos()));
          }
        });
  }
}
