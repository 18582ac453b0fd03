package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingQueueTest {
  private static final long NEVER = Long.MAX_VALUE;

  @Test
  void asManyAsThereAreSlotsAreServedAtOnceAndTheOthersInOrderOfArrival() {
    var queue = new HoldingQueue<String>(2, 0);
    queue.arrive("a", 100, 0);
    queue.arrive("b", 50, 0);
    queue.arrive("c", 10, 1);
    queue.arrive("d", 10, 2);

    assertThat(queue.serving()).isEqualTo(2);
    assertThat(queue.waiting()).isEqualTo(2);
    assertThat(queue.nextEventNanos()).isEqualTo(50);
    queue.advance(70);
    assertThat(queue.takeDone()).containsExactly("b", "c", "d");
    queue.advance(100);
    assertThat(queue.takeDone()).containsExactly("a");
    assertThat(queue.mostServing()).isEqualTo(2);
    assertThat(queue.nextEventNanos()).isEqualTo(NEVER);
  }

  @Test
  void whoArrivedIsServedOrWaitsOrIsDoneUntilItIsTakenOut() {
    var queue = new HoldingQueue<String>(1, 0);
    queue.arrive("a", 10, 0);
    queue.arrive("b", 10, 0);
    queue.arrive("c", 10, 0);

    queue.advance(15);

    assertThat(queue.serving()).isEqualTo(1);
    assertThat(queue.waiting()).isEqualTo(1);
    assertThat(queue.done()).isEqualTo(1);
    assertThat(queue.takeDone()).containsExactly("a");
    assertThat(queue.done()).isZero();
  }

  @Test
  void aTimerThatWakesLateTakesNoCapacity() {
    var queue = new HoldingQueue<String>(1, 1000);
    queue.arrive("a", 10, 1000);
    queue.arrive("b", 10, 1001);
    queue.arrive("c", 10, 1002);

    queue.advance(1029);

    assertThat(queue.takeDone()).containsExactly("a", "b");
    assertThat(queue.nextEventNanos()).isEqualTo(1030);
  }

  @Test
  void whoIsCancelledWhileItIsServedGivesItsSlotToTheFirstThatWaits() {
    var queue = new HoldingQueue<String>(1, 0);
    var a = queue.arrive("a", 100, 0);
    queue.arrive("b", 10, 1);
    queue.arrive("c", 10, 2);

    assertThat(queue.cancel(a, 20)).isTrue();
    assertThat(queue.cancel(a, 20)).isFalse();

    assertThat(queue.nextEventNanos()).isEqualTo(30);
    queue.advance(40);
    assertThat(queue.takeDone()).containsExactly("b", "c");
  }

  @Test
  void whoIsCancelledWhileItWaitsLeavesTheQueue() {
    var queue = new HoldingQueue<String>(1, 0);
    queue.arrive("a", 10, 0);
    var b = queue.arrive("b", 10, 1);
    queue.arrive("c", 10, 2);

    assertThat(queue.cancel(b, 5)).isTrue();

    queue.advance(20);
    assertThat(queue.takeDone()).containsExactly("a", "c");
  }

  @Test
  void whoIsDoneCannotBeCancelled() {
    var queue = new HoldingQueue<String>(1, 0);
    var a = queue.arrive("a", 10, 0);

    assertThat(queue.cancel(a, 10)).isFalse();
    assertThat(queue.takeDone()).containsExactly("a");
  }

  @Test
  void aPauseMakesWhatIsServedSoMuchLongerAndWhatComesWaits() {
    var queue = new HoldingQueue<String>(1, 0);
    queue.setSpeeds(List.of(new SpeedChange(40, 0), new SpeedChange(240, 1)), 0);
    queue.arrive("a", 100, 0);
    queue.arrive("b", 100, 50);

    queue.advance(299);
    assertThat(queue.takeDone()).isEmpty();
    assertThat(queue.nextEventNanos()).isEqualTo(300);
    queue.advance(400);
    assertThat(queue.takeDone()).containsExactly("a", "b");
  }

  @Test
  void aSlowReplicaTakesThatMuchLongerForWhatIsLeft() {
    var queue = new HoldingQueue<String>(1, 0);
    queue.setSpeeds(List.of(new SpeedChange(50, 0.25)), 0);
    queue.arrive("a", 100, 0);

    queue.advance(60);
    assertThat(queue.nextEventNanos()).isEqualTo(50 + 4 * 50);
    queue.setSpeeds(List.of(), 70);
    assertThat(queue.nextEventNanos()).isEqualTo(70 + 45);
  }

  @Test
  void aReplicaThatStandsStillForEverDoesNothingUntilItIsToldOtherwise() {
    var queue = new HoldingQueue<String>(1, 0);
    queue.setSpeeds(List.of(new SpeedChange(0, 0)), 0);
    queue.arrive("a", 1, 0);

    assertThat(queue.nextEventNanos()).isEqualTo(NEVER);
    queue.advance(1_000_000);
    assertThat(queue.takeDone()).isEmpty();
    queue.setSpeeds(List.of(), 1_000_000);
    assertThat(queue.nextEventNanos()).isEqualTo(1_000_001);
  }

  @Test
  void whatIsHeldForNoTimeIsDoneAtOnce() {
    var queue = new HoldingQueue<String>(1, 0);
    queue.arrive("a", 0, 5);

    assertThat(queue.nextEventNanos()).isEqualTo(5);
    queue.advance(5);
    assertThat(queue.takeDone()).containsExactly("a");
  }

  @Test
  void impossibleSettingsAreRejected() {
    assertThatThrownBy(() -> new HoldingQueue<String>(0, 0)).hasMessageContaining("slots");
    var queue = new HoldingQueue<String>(1, 10);
    assertThatThrownBy(() -> queue.arrive("a", -1, 10)).hasMessageContaining("holdNanos");
    assertThatThrownBy(() -> queue.advance(9)).hasMessageContaining("back");
    assertThatThrownBy(() -> new SpeedChange(0, -1)).hasMessageContaining("speed");
  }
}
