package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Traits;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;
import org.curtail.sim.SimulatedEnd.SimulatedPhase;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** A steering gets the events of a service, and its policies serve from their moments on. */
class SteeringTest {
  private static final long MS = 1_000_000;

  /** Steering that installs one policy after the other, and records its calls. */
  private static final class Script implements Steering {
    final List<SimulatedEnd> ends = new ArrayList<>();
    final List<Long> arrivals = new ArrayList<>();
    final List<Long> asked = new ArrayList<>();
    private final long everyNanos;
    private final List<? extends Policy> policies;
    private long nextNanos;

    Script(long everyNanos, List<? extends Policy> policies) {
      this.everyNanos = everyNanos;
      this.policies = policies;
      nextNanos = everyNanos;
    }

    @Override
    public void arrived(long arrivalNanos) {
      arrivals.add(arrivalNanos);
    }

    @Override
    public void ended(SimulatedEnd end) {
      ends.add(end);
    }

    @Override
    public long nextNanos() {
      return nextNanos;
    }

    @Override
    public Policy at(long nowNanos) {
      Policy next = policies.get(asked.size() % policies.size());
      asked.add(nowNanos);
      nextNanos = nowNanos + everyNanos;
      return next;
    }
  }

  /** Policy that takes all threads but the first away. */
  private record MalleableSequential() implements DelegatingPolicy {
    @Override
    public Policy policy() {
      return new Sequential();
    }

    @Override
    public Traits traits() {
      return Traits.NONE.malleable(true);
    }
  }

  /** One request of 100 ms, or 50 ms on two threads. */
  private static final Profile HALVED = Profile.of("halved", new double[][] {{100, 50}});

  private static SimulatedEnd one(long swapMs, Policy before, Policy after) {
    var script = new Script(swapMs * MS, List.of(after));
    new Simulation(HALVED, Machine.ofCores(2))
        .steeredBy(script)
        .run(before, Trace.of(new double[] {0}, new int[] {0}));
    return script.ends.getFirst();
  }

  @Test
  void aRunningRequestContinuesWithTheThreadsOfTheNewPolicy() {
    SimulatedEnd grown = one(40, new Sequential(), new FixedDegree(2));
    assertThat(grown.endNanos()).isEqualTo(70 * MS);
    assertThat(grown.attainedNanos()).isEqualTo((40 + 2 * 30) * MS);
    assertThat(grown.peakDegree()).isEqualTo(2);
    assertThat(grown.path()).extracting(SimulatedPhase::degree).containsExactly(1, 2);
    assertThat(grown.path()).extracting(SimulatedPhase::nanos).containsExactly(40 * MS, 30 * MS);
    assertThat(grown.path().getFirst().workShare()).isCloseTo(0.4, within(1e-9));

    SimulatedEnd kept = one(20, new FixedDegree(2), new Sequential());
    assertThat(kept.endNanos()).as("no policy takes its threads away").isEqualTo(50 * MS);

    SimulatedEnd shrunk = one(20, new FixedDegree(2), new MalleableSequential());
    assertThat(shrunk.endNanos()).isEqualTo(80 * MS);
    assertThat(shrunk.path()).extracting(SimulatedPhase::degree).containsExactly(2, 1);
  }

  /** A count of requests by arrival contains each request that ends. */
  @Test
  void arrivalsWithinAPauseAreReportedWithTheirOwnTimes() {
    var pauses = new Noise(20 * MS, 60 * MS, true, 1);
    var script = new Script(10 * MS, List.of(new Sequential()));
    new Simulation(HALVED, new Machine(2, Costs.NONE, pauses))
        .steeredBy(script)
        .run(new Sequential(), Traces.draw(new PoissonArrivals(3), HALVED, 200, 1));
    assertThat(script.arrivals).isSorted();
    assertThat(script.ends)
        .hasSize(200)
        .extracting(SimulatedEnd::arrivalNanos)
        .containsExactlyInAnyOrderElementsOf(script.arrivals);
  }

  /** Requests of a second each. The queue of the first policy starts at once under the second. */
  @Test
  void waitingRequestsStartUnderTheNewPolicy() {
    Profile second = Profile.of("second", new double[][] {{1000}});
    var script = new Script(100 * MS, List.of(new Sequential()));
    SimulationResult result =
        new Simulation(second, Machine.ofCores(1))
            .steeredBy(script)
            .run(
                new DelegatingPolicy() {
                  @Override
                  public Policy policy() {
                    return new Sequential();
                  }

                  @Override
                  public int threads(int cores) {
                    return 1;
                  }
                },
                Trace.of(new double[] {0, 0, 0}, new int[] {0, 0, 0}));
    assertThat(result.waitNanos(0)).isZero();
    assertThat(result.waitNanos(1)).isEqualTo(100 * MS);
    assertThat(result.waitNanos(2)).isEqualTo(100 * MS);
    // 900 ms of the first and 1000 of each of the others, in thirds of the core.
    assertThat(result.latencyNanos(0)).isEqualTo((100 + 3 * 900) * MS);
    assertThat(result.latencyNanos(2)).isEqualTo(3000 * MS);
  }

  private static Profile profile(RandomGenerator random) {
    double[][] timesMs = new double[40][4];
    for (double[] times : timesMs) {
      times[0] = 1 + 80 * Math.pow(random.nextDouble(), 4);
      for (int degree = 2; degree <= 4; degree++) {
        times[degree - 1] = times[degree - 2] * random.nextDouble((degree - 1.0) / degree, 1);
      }
    }
    return Profile.of("random", timesMs);
  }

  private static List<Policy> policies(Profile profile) {
    return List.of(
        new Sequential(),
        new FixedDegree(3),
        new Sharing(new FixedDegree(2), Duration.ofMillis(2)),
        TailIndex.queueing(profile),
        TailIndex.queueing(profile).malleable(),
        Policies.named("least-attained", new Ingredients(Optional.empty(), Optional.empty())));
  }

  private static Machine machine(RandomGenerator random) {
    int cores = 1 + random.nextInt(5);
    return switch (random.nextInt(3)) {
      case 0 -> Machine.ofCores(cores);
      case 1 -> new Machine(cores, new Costs(0, 200_000));
      default -> new Machine(cores, new Costs(50_000, 300_000).withSpeculation());
    };
  }

  @Test
  void aSteeringGetsTheHistoryOfEachRequest() {
    Cases.random(
        1,
        60,
        random -> {
          Profile profile = profile(random);
          double perSecond = random.nextDouble(5, 40);
          Trace trace =
              Traces.draw(new PoissonArrivals(perSecond), profile, 150, random.nextLong());
          var script = new Script(random.nextLong(MS, 500 * MS), policies(profile));
          SimulationResult result =
              new Simulation(profile, machine(random))
                  .steeredBy(script)
                  .run(new Sequential(), trace);
          assertThat(script.arrivals).hasSize(150).isSorted();
          assertThat(script.ends).hasSize(150);
          long[] latencies = script.ends.stream().mapToLong(SimulatedEnd::responseNanos).toArray();
          long[] expected = new long[150];
          Arrays.setAll(expected, result::latencyNanos);
          Arrays.sort(latencies);
          Arrays.sort(expected);
          assertThat(latencies).isEqualTo(expected);
          script.ends.forEach(SteeringTest::checkPath);
        });
  }

  /** On a machine where waking up and resuming cost time, or not. */
  private static void checkPath(SimulatedEnd end) {
    double share = end.path().stream().mapToDouble(SimulatedPhase::workShare).sum();
    long nanos = end.path().stream().mapToLong(SimulatedPhase::nanos).sum();
    double threadNanos =
        end.path().stream().mapToDouble(phase -> (double) phase.nanos() * phase.degree()).sum();
    assertThat(share).as("%s", end).isCloseTo(1, within(1e-6));
    assertThat(nanos).as("%s", end).isEqualTo(end.executionNanos());
    assertThat(end.path()).allMatch(phase -> phase.degree() <= end.peakDegree());
    if (end.path().size() < 65) {
      assertThat(threadNanos).as("%s", end).isCloseTo((double) end.attainedNanos(), within(2.0));
      assertThat(end.path()).anyMatch(phase -> phase.degree() == end.peakDegree());
    }
    // A request that resumes at once was preempted for no time.
    assertThat(end.preemptions() > 0 || end.preemptedNanos() == 0).as("%s", end).isTrue();
  }

  @Test
  void aSteeringIsCalledAtItsMomentsAndRunsAreReproducible() {
    Cases.random(
        1,
        20,
        random -> {
          Profile profile = profile(random);
          Trace trace = Traces.draw(new PoissonArrivals(30), profile, 80, random.nextLong());
          Machine machine = machine(random);
          long everyNanos = random.nextLong(MS, 100 * MS);
          var one = new Script(everyNanos, policies(profile));
          var other = new Script(everyNanos, policies(profile));
          new Simulation(profile, machine).steeredBy(one).run(new Sequential(), trace);
          new Simulation(profile, machine).steeredBy(other).run(new Sequential(), trace);
          for (int i = 0; i < one.asked.size(); i++) {
            assertThat(one.asked.get(i)).isEqualTo((i + 1) * everyNanos);
          }
          assertThat(one.asked).isEqualTo(other.asked).isNotEmpty();
          assertThat(one.ends).isEqualTo(other.ends);
        });
  }

  @Test
  void aSteeringMayReplaceThePolicyWhenARequestEnds() {
    Profile profile = Profile.of("one", new double[][] {{10, 5}});
    var ends = new ArrayList<Long>();
    var steering =
        new Steering() {
          private boolean due;

          @Override
          public void arrived(long arrivalNanos) {}

          @Override
          public void ended(SimulatedEnd end) {
            ends.add(end.endNanos());
            due = ends.size() == 1;
          }

          @Override
          public long nextNanos() {
            return due ? 0 : Long.MAX_VALUE;
          }

          @Override
          public Policy at(long nowNanos) {
            due = false;
            return new FixedDegree(2);
          }
        };
    new Simulation(profile, Machine.ofCores(2))
        .steeredBy(steering)
        .run(new Sequential(), Trace.of(new double[] {0, 20}, new int[] {0, 0}));
    assertThat(ends).containsExactly(10 * MS, 25 * MS);
  }

  @Test
  void aPolicyBeyondTheDegreesOfTheProfileIsRefused() {
    Profile profile = Profile.of("one", new double[][] {{10, 5}});
    Trace trace = Trace.of(new double[] {0}, new int[] {0});
    var simulation =
        new Simulation(profile, Machine.ofCores(4))
            .steeredBy(new Script(MS, List.of(new FixedDegree(3))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> simulation.run(new Sequential(), trace))
        .withMessageContaining("goes to degree 3, the profile only to 2");
  }

  @Test
  void aSteeringWithAnImmediateNextCallIsRejected() {
    Profile profile = Profile.of("one", new double[][] {{10}});
    var steering =
        new Steering() {
          @Override
          public void arrived(long arrivalNanos) {}

          @Override
          public void ended(SimulatedEnd end) {}

          @Override
          public long nextNanos() {
            return 3;
          }

          @Override
          public Policy at(long nowNanos) {
            return new Sequential();
          }
        };
    assertThatThrownBy(() ->
            new Simulation(profile, Machine.ofCores(1))
                .steeredBy(steering)
                .run(new Sequential(), Trace.of(new double[] {0}, new int[] {0})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("asked at 3 ns");
  }

  @Test
  void impossibleHistoriesOfARequestAreRefused() {
    List<SimulatedPhase> path = List.of(new SimulatedPhase(1, 5, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedEnd(2, 1, 5, 1, 1, path));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedEnd(0, 6, 5, 1, 1, path));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedEnd(0, 0, 5, -1, 1, path));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedEnd(0, 0, 5, 1, 0, path));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulatedEnd(0, 0, 5, 1, 1, path, 1, 6, Prediction.NONE));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedPhase(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedPhase(1, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SimulatedPhase(1, 1, 1.1));
  }
}
