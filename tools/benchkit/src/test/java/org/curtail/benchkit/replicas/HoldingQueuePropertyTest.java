package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random arrivals, cancellations and pauses, compared with a simulation in single steps. */
class HoldingQueuePropertyTest {
  private static final int CASES = 2000;
  private static final int STEPS = 300;

  /** Common events at a step of both simulations. */
  private record Event(int arrives, long holdNanos, int cancelled) {}

  private record Case(int slots, List<Event> events, List<Boolean> stands) {
    static Case draw(SplittableRandom random) {
      var events = new ArrayList<Event>();
      var stands = new ArrayList<Boolean>();
      int requests = 0;
      boolean standing = false;
      for (int step = 0; step < STEPS; step++) {
        standing = random.nextInt(20) == 0 ? !standing : standing;
        stands.add(standing);
        boolean comes = step < STEPS / 2 && random.nextInt(4) == 0;
        int cancelled = requests > 0 && random.nextInt(10) == 0 ? random.nextInt(requests) : -1;
        events.add(new Event(comes ? requests++ : -1, random.nextInt(1, 30), cancelled));
      }
      return new Case(random.nextInt(1, 4), events, stands);
    }
  }

  /** A simulation in steps of one nanosecond, with lists only. */
  private static final class StepByStep {
    final Case what;
    final List<Integer> waiting = new ArrayList<>();
    final Map<Integer, Long> leftNanos = new HashMap<>();
    final List<Integer> serving = new ArrayList<>();
    final List<Integer> done = new ArrayList<>();

    StepByStep(Case what) {
      this.what = what;
    }

    void step(int at) {
      if (at > 0 && !what.stands().get(at - 1)) {
        serving.forEach(request -> leftNanos.merge(request, -1L, Long::sum));
        serving.stream()
            .filter(it -> leftNanos.getOrDefault(it, -1L) == 0)
            .sorted()
            .forEach(done::add);
        serving.removeIf(it -> leftNanos.getOrDefault(it, -1L) == 0);
        fill();
      }
      Event event = what.events().get(at);
      if (event.cancelled() >= 0) {
        serving.remove((Object) event.cancelled());
        waiting.remove((Object) event.cancelled());
        fill();
      }
      if (event.arrives() >= 0) {
        leftNanos.put(event.arrives(), event.holdNanos());
        waiting.add(event.arrives());
        fill();
      }
    }

    void fill() {
      while (serving.size() < what.slots() && !waiting.isEmpty()) {
        serving.add(waiting.removeFirst());
      }
    }
  }

  @Test
  void everyRequestIsDoneInTheOrderThatASimulationStepByStepGives() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      var what = Case.draw(random);
      var expected = new StepByStep(what);
      var queue = new HoldingQueue<Integer>(what.slots(), 0);
      queue.setSpeeds(speeds(what), 0);
      var places = new ArrayList<HoldingQueue.Place<Integer>>();
      var done = new ArrayList<Integer>();
      for (int at = 0; at < STEPS; at++) {
        expected.step(at);
        Event event = what.events().get(at);
        if (event.cancelled() >= 0) {
          queue.cancel(places.get(event.cancelled()), at);
        }
        if (event.arrives() >= 0) {
          places.add(queue.arrive(event.arrives(), event.holdNanos(), at));
        }
        if (random.nextInt(5) == 0) {
          // Frequent and late calls give the same results.
          queue.advance(at);
          done.addAll(queue.takeDone());
          assertThat(done).as("seed %d at %d", seed, at).isEqualTo(expected.done);
          assertThat(queue.serving()).as("seed %d", seed).isEqualTo(expected.serving.size());
          assertThat(queue.waiting()).as("seed %d", seed).isEqualTo(expected.waiting.size());
        }
        assertThat(queue.serving()).as("seed %d", seed).isLessThanOrEqualTo(what.slots());
      }
      queue.advance(STEPS - 1);
      done.addAll(queue.takeDone());
      assertThat(done).as("seed %d", seed).isEqualTo(expected.done).doesNotHaveDuplicates();
    }
  }

  private static List<SpeedChange> speeds(Case what) {
    var speeds = new ArrayList<SpeedChange>();
    for (int at = 0; at < STEPS; at++) {
      if (at == 0 || !what.stands().get(at).equals(what.stands().get(at - 1))) {
        speeds.add(new SpeedChange(at, what.stands().get(at) ? 0 : 1));
      }
    }
    return speeds;
  }
}
