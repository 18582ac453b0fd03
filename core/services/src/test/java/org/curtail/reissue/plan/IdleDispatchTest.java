package org.curtail.reissue.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Copies in slots that no other request needs. */
class IdleDispatchTest {
  private record Copy(String request, int replica, boolean isSecond) {}

  /** Replicas of a test: every copy holds a slot until it is answered or cancelled. */
  private static final class TestSlots implements IdleDispatch.Slots<String> {
    final int replicas;
    final int slots;
    final List<Copy> copies = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    final Set<String> over = new HashSet<>();
    boolean allowsSeconds = true;

    TestSlots(int replicas, int slots) {
      this.replicas = replicas;
      this.slots = slots;
    }

    @Override
    public int replicas() {
      return replicas;
    }

    @Override
    public int copies(int replica) {
      return (int) copies.stream().filter(copy -> copy.replica() == replica).count();
    }

    @Override
    public boolean hasFreeSlot(int replica) {
      return copies(replica) < slots;
    }

    @Override
    public boolean has(String request, int replica) {
      return copies.stream()
          .anyMatch(copy -> copy.request().equals(request) && copy.replica() == replica);
    }

    @Override
    public boolean isOver(String request) {
      return over.contains(request);
    }

    @Override
    public void send(String request, int replica) {
      add(new Copy(request, replica, false));
      log.add(request + " to " + replica);
    }

    @Override
    public boolean sendCopy(String request, int replica) {
      if (!allowsSeconds) {
        return false;
      }
      add(new Copy(request, replica, true));
      log.add(request + " again to " + replica);
      return true;
    }

    private void add(Copy copy) {
      assertThat(hasFreeSlot(copy.replica())).as("a free slot for %s", copy).isTrue();
      assertThat(isOver(copy.request())).as("%s is of a request that is over", copy).isFalse();
      assertThat(copies.stream().filter(other -> other.request().equals(copy.request())))
          .as("copies of the request of %s", copy)
          .hasSizeLessThan(2)
          .allMatch(other -> other.replica() != copy.replica());
      copies.add(copy);
    }

    @Override
    public void cancelCopy(String request, int replica) {
      assertThat(copies.remove(new Copy(request, replica, true))).as(request).isTrue();
      assertThat(copies).as("%s is served elsewhere", request).anyMatch(c -> isOf(c, request));
      log.add(request + " back from " + replica);
    }

    private static boolean isOf(Copy copy, String request) {
      return copy.request().equals(request);
    }

    /** Answers a copy: the other one of its request stops. */
    void answer(Copy copy, IdleDispatch<String> dispatch) {
      over.add(copy.request());
      List<Copy> gone = copies.stream().filter(c -> isOf(c, copy.request())).toList();
      copies.removeAll(gone);
      gone.forEach(one -> dispatch.freed(one.replica()));
    }
  }

  @Test
  void requestIsSentToTwoReplicasWithFreeSlots() {
    var slots = new TestSlots(2, 1);
    var dispatch = new IdleDispatch<>(slots);
    dispatch.arrived("a");
    assertThat(slots.log).containsExactly("a to 0", "a again to 1");
  }

  @Test
  void requestWithoutAFreeSlotReplacesTheLastCopy() {
    var slots = new TestSlots(4, 1);
    var dispatch = new IdleDispatch<>(slots);
    List.of("a", "b", "c").forEach(dispatch::arrived);
    assertThat(slots.log)
        .containsExactly(
            "a to 0", "a again to 1", "b to 2", "b again to 3", "b back from 3", "c to 3");
    dispatch.arrived("d");
    assertThat(slots.log).endsWith("a back from 1", "d to 1");
    // No request has a copy now, so the next request waits for an answer.
    int before = slots.log.size();
    dispatch.arrived("e");
    assertThat(slots.log).hasSize(before);
    slots.answer(new Copy("b", 2, false), dispatch);
    assertThat(slots.log).endsWith("e to 2");
  }

  @Test
  void idleSlotGetsACopyOfTheOldestRequest() {
    var slots = new TestSlots(3, 1);
    var dispatch = new IdleDispatch<>(slots);
    List.of("a", "b", "c").forEach(dispatch::arrived);
    slots.answer(new Copy("b", 2, false), dispatch);
    assertThat(slots.log).endsWith("a again to 2");
  }

  @Test
  void forbiddenCopyIsSentOnceItIsAllowed() {
    var slots = new TestSlots(2, 1);
    slots.allowsSeconds = false;
    var dispatch = new IdleDispatch<>(slots);
    dispatch.arrived("a");
    assertThat(slots.log).containsExactly("a to 0");
    slots.allowsSeconds = true;
    dispatch.freed(1);
    assertThat(slots.log).containsExactly("a to 0", "a again to 1");
  }

  @Test
  void randomRunsLeaveNoUsableSlotIdle() {
    Cases.random(
        1,
        Cases.count(170, 500),
        random -> {
          var slots = new TestSlots(2 + random.nextInt(4), 1 + random.nextInt(3));
          var dispatch = new IdleDispatch<>(slots);
          int requests = 60;
          int arrived = 0;
          while (slots.over.size() < requests) {
            if (arrived < requests && (slots.copies.isEmpty() || random.nextBoolean())) {
              dispatch.arrived("r" + arrived++);
            } else {
              slots.answer(slots.copies.get(random.nextInt(slots.copies.size())), dispatch);
            }
            check(slots, arrived);
          }
          assertThat(slots.copies).isEmpty();
        });
  }

  private static void check(TestSlots slots, int arrived) {
    long served = slots.copies.stream().map(Copy::request).distinct().count();
    long waiting = arrived - slots.over.size() - served;
    long free = (long) slots.replicas * slots.slots - slots.copies.size();
    long seconds = slots.copies.stream().filter(Copy::isSecond).count();
    assertThat(waiting == 0 || (free == 0 && slots.copies.size() == served))
        .as("%d wait, %d slots are free, %d second copies", waiting, free, seconds)
        .isTrue();
    for (Copy copy : slots.copies) {
      boolean isAlone =
          slots.copies.stream().filter(c -> TestSlots.isOf(c, copy.request())).count() == 1;
      for (int replica = 0; isAlone && replica < slots.replicas; replica++) {
        assertThat(slots.hasFreeSlot(replica) && replica != copy.replica())
            .as("%s is alone, and replica %d has a free slot", copy, replica)
            .isFalse();
      }
    }
  }
}
