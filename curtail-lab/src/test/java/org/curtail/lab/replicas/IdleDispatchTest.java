package org.curtail.lab.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.lab.replicas.IdleDispatch.Copy;
import org.curtail.lab.replicas.IdleDispatch.Step;
import org.junit.jupiter.api.Test;

class IdleDispatchTest {
  private static final int CASES = 1000;

  @Test
  void aRequestGoesToTwoReplicasIfBothHaveAFreeSlot() {
    var dispatch = new IdleDispatch(2, 1);
    assertThat(dispatch.arrive(7)).containsExactly(send(7, 0, 0), send(7, 1, 1));
    assertThat(dispatch.answered(new Copy(7, 1, 1)))
        .containsExactly(new Step.Cancel(new Copy(7, 0, 0)));
    assertThat(dispatch.isRunning(7)).isFalse();
  }

  @Test
  void aRequestThatFindsNoFreeSlotTakesThatOfASecondCopy() {
    var dispatch = new IdleDispatch(2, 1);
    dispatch.arrive(1);

    assertThat(dispatch.arrive(2))
        .containsExactly(new Step.Cancel(new Copy(1, 1, 1)), send(2, 0, 1));
    // Nobody has a second copy any more: the third one waits for an answer.
    assertThat(dispatch.arrive(3)).isEmpty();
    assertThat(dispatch.answered(new Copy(1, 0, 0))).containsExactly(send(3, 0, 0));
  }

  @Test
  void ifOneCopyFailsTheOtherOneGoesOn() {
    var dispatch = new IdleDispatch(2, 1);
    dispatch.arrive(1);

    assertThat(dispatch.failed(new Copy(1, 0, 0))).isEmpty();
    assertThat(dispatch.isRunning(1)).isTrue();
    dispatch.failed(new Copy(1, 1, 1));
    assertThat(dispatch.isRunning(1)).isFalse();
    assertThat(dispatch.arrive(2)).hasSize(2);
  }

  private static Step send(int request, int number, int replica) {
    return new Step.Send(new Copy(request, number, replica));
  }

  @Test
  void atRandomNoReplicaHasMoreThanItsSlotsAndEveryRequestIsServedOnce() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      int replicas = random.nextInt(2, 5);
      int slots = random.nextInt(1, 4);
      var dispatch = new IdleDispatch(replicas, slots);
      var running = new ArrayList<Copy>();
      Map<Integer, Integer> answers = new HashMap<>();
      int requests = 0;
      while (requests < 60 || !running.isEmpty()) {
        boolean arrives = requests < 60 && (running.isEmpty() || random.nextInt(2) == 0);
        List<Step> steps;
        if (arrives) {
          steps = dispatch.arrive(requests++);
        } else {
          Copy copy = running.remove(random.nextInt(running.size()));
          answers.merge(copy.request(), 1, Integer::sum);
          steps = dispatch.answered(copy);
        }
        apply(steps, running, seed);
        for (int replica = 0; replica < replicas; replica++) {
          int at = replica;
          assertThat(running.stream().filter(copy -> copy.replica() == at).count())
              .as("seed %d", seed)
              .isLessThanOrEqualTo(slots);
        }
      }
      assertThat(answers).as("seed %d", seed).hasSize(60);
      assertThat(answers.values()).as("seed %d", seed).containsOnly(1);
    }
  }

  private static void apply(List<Step> steps, List<Copy> running, long seed) {
    for (Step step : steps) {
      switch (step) {
        case Step.Send send -> {
          assertThat(running)
              .as("seed %d: two copies never share a replica", seed)
              .noneMatch(other ->
                  other.request() == send.copy().request()
                      && other.replica() == send.copy().replica());
          running.add(send.copy());
        }
        case Step.Cancel cancel ->
            assertThat(running.remove(cancel.copy())).as("seed %d", seed).isTrue();
      }
    }
  }
}
