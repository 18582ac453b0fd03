package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.curtail.PriorityClass;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ReservationTest {
  private static Setup one() {
    return Curtail.with(new Sequential()).cores(1).mostStarted(1);
  }

  private static RecordedWork work(int chunks) {
    return new RecordedWork(chunks, chunk -> {});
  }

  private static Throwable failure(Reservation place) {
    Future<Reservation> granted = place.granted().toCompletableFuture();
    return granted.exceptionNow();
  }

  @Test
  void reservationsAreGrantedAtOnceIfPossibleAndOthersByImportance() throws Exception {
    try (Curtail curtail = one().start()) {
      var order = new ArrayList<String>();
      Reservation first = curtail.reserve(RequestOptions.NONE);
      assertThat(first.isGranted()).isTrue();
      Reservation second = curtail.reserve(RequestOptions.NONE);
      Reservation urgent = curtail.reserve(RequestOptions.NONE.of(PriorityClass.URGENT));
      second.granted().thenRun(() -> order.add("second"));
      urgent.granted().thenRun(() -> order.add("urgent"));
      assertThat(second.isGranted()).isFalse();
      assertThat(curtail.metrics().gauges().waiting()).isEqualTo(2);

      assertThat(first.run(work(3))).isEqualTo(3);
      assertThat(order).containsExactly("urgent");
      assertThat(urgent.run(work(4))).isEqualTo(4);
      assertThat(order).containsExactly("urgent", "second");
      assertThat(second.run(work(5))).isEqualTo(5);
      assertThat(curtail.metrics().counts().ended(Outcome.COMPLETED)).isEqualTo(3);
    }
  }

  @Test
  void helpersComeAsWithAnyRequest() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start();
        Reservation place = curtail.reserve(RequestOptions.NONE)) {
      var both = new CountDownLatch(2);
      var together =
          new RecordedWork(
              2,
              chunk -> {
                both.countDown();
                both.await();
              });
      assertThat(place.run(together)).isEqualTo(2);
      assertThat(together.threads).hasSize(2).contains(Thread.currentThread());
    }
  }

  @Test
  void aGrantedReservationThatIsNotUsedIsGivenBack() throws Exception {
    try (Curtail curtail = one().start()) {
      Reservation first = curtail.reserve(RequestOptions.NONE);
      Reservation second = curtail.reserve(RequestOptions.NONE);
      first.close();
      first.close();
      assertThat(second.isGranted()).isTrue();
      assertThatIllegalStateException()
          .isThrownBy(() -> first.run(work(1)))
          .withMessageContaining("used or closed");
      assertThat(second.run(work(1))).isEqualTo(1);
      assertThatIllegalStateException().isThrownBy(() -> second.run(work(1)));
      assertThat(curtail.metrics().counts().ended(Outcome.CANCELLED)).isEqualTo(1);
    }
  }

  @Test
  void aReservationClosedWhileItWaitsIsNeverGranted() throws Exception {
    try (Curtail curtail = one().start()) {
      Reservation first = curtail.reserve(RequestOptions.NONE);
      Reservation second = curtail.reserve(RequestOptions.NONE);
      second.close();
      assertThat(failure(second)).isInstanceOf(CancellationException.class);
      assertThat(second.isGranted()).isFalse();
      assertThat(curtail.metrics().gauges().waiting()).isZero();
      assertThat(first.run(work(1))).isEqualTo(1);
    }
  }

  @Test
  void aDeadlineEndsTheWaitAndTellsTheCaller() {
    try (Curtail curtail = one().start();
        Reservation first = curtail.reserve(RequestOptions.NONE)) {
      assertThat(first.isGranted()).isTrue();
      RequestOptions soon = RequestOptions.NONE.within(Duration.ofMillis(20));
      Reservation told = curtail.reserve(soon);
      assertThatThrownBy(() -> told.granted().toCompletableFuture().get())
          .hasCauseInstanceOf(DeadlineExceededException.class);
      Reservation waits = curtail.reserve(soon);
      assertThatThrownBy(() -> waits.run(work(1)))
          .hasCauseInstanceOf(DeadlineExceededException.class);
    }
  }

  @Test
  void aCallerThatComesBeforeItsTurnWaits() throws Exception {
    try (Curtail curtail = one().start();
        var threads = Executors.newSingleThreadExecutor()) {
      Reservation first = curtail.reserve(RequestOptions.NONE);
      Reservation second = curtail.reserve(RequestOptions.NONE);
      Future<Integer> early = threads.submit(() -> second.run(work(7)));
      assertThat(first.run(work(1))).isEqualTo(1);
      assertThat(early.get()).isEqualTo(7);
    }
  }

  @Test
  void insideARequestOnlyWhatIsGrantedCanBeServed() throws Exception {
    try (Curtail curtail = one().start()) {
      Reservation outer = curtail.reserve(RequestOptions.NONE);
      Reservation inner = curtail.reserve(RequestOptions.NONE);
      var nested = new RecordedWork(1, chunk -> inner.run(work(1)));
      assertThatThrownBy(() -> outer.run(nested))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(IllegalStateException.class);
      assertThat(inner.run(work(1))).isEqualTo(1);
    }
  }

  @Test
  void aFullQueueRefusesOrLetsItsCallerServeAlone() throws Exception {
    try (Curtail curtail = one().queueLimit(0).start();
        Reservation first = curtail.reserve(RequestOptions.NONE)) {
      assertThat(first.isGranted()).isTrue();
      assertThatThrownBy(() -> curtail.reserve(RequestOptions.NONE))
          .isInstanceOf(OverloadedException.class);
    }
    Setup alone = one().queueLimit(0).whenFull(Overload.RUN_SEQUENTIALLY);
    try (Curtail curtail = alone.start();
        Reservation first = curtail.reserve(RequestOptions.NONE)) {
      Reservation second = curtail.reserve(RequestOptions.NONE);
      assertThat(first.isGranted() && second.isGranted()).isTrue();
      assertThat(second.run(work(6))).isEqualTo(6);
      Reservation unused = curtail.reserve(RequestOptions.NONE);
      unused.close();
    }
  }

  @Test
  void anEngineThatIsClosedByForceEndsThemAll() {
    Curtail curtail = one().start();
    Reservation granted = curtail.reserve(RequestOptions.NONE);
    Reservation waits = curtail.reserve(RequestOptions.NONE);
    curtail.close(Duration.ZERO);
    assertThat(failure(waits)).isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> granted.run(work(1))).isInstanceOf(CancellationException.class);
    assertThat(List.of(granted.isGranted(), waits.isGranted())).containsExactly(true, false);
  }

  @Test
  void impossibleReservationsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Curtail.with(new Sequential()).mostStarted(0))
        .withMessage("mostStarted must be at least 1: 0");
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 1, 0));
    try (Curtail curtail = Curtail.with(machine, SlowToFast.of(1_000_000L)).start()) {
      assertThatIllegalStateException().isThrownBy(() -> curtail.reserve(RequestOptions.NONE));
    }
  }
}
