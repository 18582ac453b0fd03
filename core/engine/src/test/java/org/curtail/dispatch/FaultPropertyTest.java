package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** An error in the middle of a dispatch, held against the same service without it. */
class FaultPropertyTest {
  private static final int STEPS = 25;

  private record Served(long id, int threads, boolean isBoosted) {
    Served(SteppedRequest request) {
      this(request.id(), request.threads(), request.isBoosted());
    }
  }

  private record State(List<Served> running, List<Long> waiting, Load load) {
    static State of(SteppedService service) {
      var allocator = service.allocator;
      return new State(
          allocator.running().stream()
              .map(Served::new)
              .sorted(Comparator.comparingLong(Served::id))
              .toList(),
          allocator.queue().all().stream().map(SteppedRequest::id).toList(),
          allocator.load());
    }
  }

  @Test
  void anErrorInTheMiddleOfADispatchLeavesNoTrace() {
    Cases.random(1, Cases.count(25, 1_000), FaultPropertyTest::check);
  }

  private static void check(RandomGenerator random) {
    Policy policy = DrawnPolicy.drawn(random);
    int cores = random.nextInt(1, 5);
    var service =
        new Service(cores, cores + 1, policy.maxDegree(), policy.traits().boosts(), false);
    long seed = random.nextLong();
    SteppedService whole = made(policy, service, seed);
    List<State> expected = play(whole, seed);
    for (int i = 0; i < 12; i++) {
      SteppedService faulty = made(policy, service, seed);
      faulty.failsAtCall = random.nextInt(1, whole.calls + 1);
      List<State> states = play(faulty, seed);
      for (int step = 0; step < STEPS; step++) {
        assertThat(states.get(step))
            .as("step %s, call %s failed", step, faulty.failsAtCall)
            .isEqualTo(expected.get(step));
      }
    }
  }

  /** Whichever call fails, of those that the allocator makes when the other one has come. */
  @Test
  void anUrgentRequestEndsTheSliceOfALessUrgentOneThoughAnErrorComes() {
    var preemption = new Preemption(Preemption.Order.PRIORITY, 10, Preemption.UNLIMITED_NANOS);
    for (boolean reorders : new boolean[] {false, true}) {
      Traits traits = Traits.RANKING.preempting(preemption).reorderingQueue(reorders);
      var policy = new LevelledPolicy(List.of(1), 1, 0, 1, Integer.MAX_VALUE, 1, traits);
      int calls = endsSlice(policy, 0);
      assertThat(calls).isPositive();
      for (int call = 1; call <= calls; call++) {
        endsSlice(policy, call);
      }
    }
  }

  private static int endsSlice(Policy policy, int failsAtCall) {
    SteppedService service = made(policy, new Service(1, 1, 1, false, false), 1);
    SteppedRequest normal = service.arrive(PriorityClass.NORMAL);
    service.advance(3);
    service.calls = 0;
    service.failsAtCall = failsAtCall;
    SteppedRequest urgent = service.arrive(PriorityClass.URGENT);
    int calls = service.calls;
    assertThat(normal.sliceEndNanos()).as("call %s failed", failsAtCall).isEqualTo(4);
    assertThat(service.passBorder(normal)).isTrue();
    assertThat(service.running()).containsExactly(urgent);
    return calls;
  }

  private static SteppedService made(Policy policy, Service service, long seed) {
    return new SteppedService(policy, service, 0, new SplittableRandom(seed));
  }

  private static List<State> play(SteppedService service, long seed) {
    var random = new SplittableRandom(seed);
    var states = new ArrayList<State>();
    for (int step = 0; step < STEPS; step++) {
      service.advance(random.nextInt(12));
      List<SteppedRequest> running =
          service.running().stream().sorted(Comparator.comparingLong(SteppedRequest::id)).toList();
      int kind = random.nextInt(8);
      if (running.isEmpty() || kind < 3) {
        PriorityClass[] classes = PriorityClass.values();
        service.arrive(classes[random.nextInt(classes.length)]);
      } else {
        SteppedRequest one = running.get(random.nextInt(running.size()));
        if (kind < 6) {
          service.end(one);
        } else {
          service.dispatch();
        }
      }
      states.add(State.of(service));
    }
    return states;
  }
}
