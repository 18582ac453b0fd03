package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.curtail.fray.Schedules;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.runtime.ServedEngine.Counted;
import org.curtail.runtime.ServedEngine.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests and engines end in the middle of other events. */
@ExtendWith(Schedules.class)
class EndSchedulesTest {
  private static final Duration TURN = Duration.ofNanos(100_000);

  private static ServedEngine engine(Setup setup) {
    return new ServedEngine(setup.cores(2).threads(2));
  }

  @Test
  void whoeverComesWhileTheEngineClosesIsServedOrRefused() throws Exception {
    ServedEngine engine = engine(Curtail.with(new FixedDegree(2)));
    engine.user(() -> assertThat(engine.submitted()).isIn(End.SERVED, End.REFUSED));
    engine.user(() -> assertThat(engine.ran()).isIn(End.SERVED, End.REFUSED));
    engine.curtail.close();
    engine.end();
  }

  @Test
  void twoThreadsCloseAndBothFindItClosed() throws Exception {
    ServedEngine engine = engine(Curtail.with(new FixedDegree(2)));
    engine.submitter();
    engine.user(() -> {
      engine.curtail.close();
      assertThat(engine.submitted()).isEqualTo(End.REFUSED);
    });
    engine.curtail.close();
    assertThat(engine.submitted()).isEqualTo(End.REFUSED);
    engine.end();
  }

  @Test
  void anEngineThatIsClosedByForceLeavesNobodyWaiting() throws Exception {
    ServedEngine engine = engine(Curtail.with(new Sharing(new Sequential(), TURN)));
    engine.user(() -> assertThat(engine.submitted()).isNotEqualTo(End.TOO_LATE));
    engine.user(() -> assertThat(engine.ran()).isNotEqualTo(End.TOO_LATE));
    engine.curtail.close(Duration.ofNanos(1));
    engine.end();
  }

  @Test
  void aRequestEndsOrIsCancelled() throws Exception {
    ServedEngine engine = engine(Curtail.with(new FixedDegree(2)));
    var work = new Counted();
    Ticket<Integer> ticket = engine.curtail.submit(work);
    engine.submitter();
    engine.user(() -> {
      boolean isCancelled = ticket.cancel();
      assertThat(ServedEngine.end(work, ticket::get))
          .isEqualTo(isCancelled ? End.CANCELLED : End.SERVED);
    });
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void aRequestIsCancelledOnceThoughTwoCancel() throws Exception {
    ServedEngine engine =
        engine(Curtail.with(new Sharing(new Sequential(), TURN)).cores(1).threads(1));
    Ticket<Integer> first = engine.curtail.submit(new Counted());
    Ticket<Integer> second = engine.curtail.submit(new Counted());
    engine.user(() -> {
      first.cancel();
      second.cancel();
    });
    second.cancel();
    first.cancel();
    engine.end();
    assertThat(first.isDone()).isTrue();
    assertThat(second.isDone()).isTrue();
  }

  @Test
  void anInterruptedCallerGoesOrIsServed() throws Exception {
    ServedEngine engine =
        engine(Curtail.with(new Sharing(new Sequential(), TURN)).cores(1).threads(1));
    engine.submitter();
    var caller =
        new Thread(() -> {
          var work = new Counted();
          try {
            assertThat(engine.curtail.run(work)).isEqualTo(3);
          } catch (InterruptedException e) {
            // It was interrupted.
          } catch (Exception e) {
            throw new AssertionError("neither served nor interrupted", e);
          }
        });
    caller.start();
    caller.interrupt();
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    caller.join();
    engine.end();
  }

  @Test
  void aRequestEndsInTimeOrTooLate() throws Exception {
    ServedEngine engine =
        engine(Curtail.with(new Sharing(new Sequential(), TURN)).cores(1).threads(1));
    RequestOptions shortly = RequestOptions.NONE.within(Duration.ofMillis(2));
    engine.user(() -> assertThat(engine.ran(shortly)).isIn(End.SERVED, End.TOO_LATE));
    engine.submitter();
    assertThat(engine.ran(shortly)).isIn(End.SERVED, End.TOO_LATE);
    engine.end();
  }

  @Test
  void aReservationIsRunOrGivenBack() throws Exception {
    ServedEngine engine = engine(Curtail.with(new Sequential()).cores(1).threads(1));
    engine.submitter();
    Reservation reservation = engine.curtail.reserve(RequestOptions.NONE);
    engine.user(reservation::close);
    var work = new Counted();
    try {
      assertThat(reservation.run(work)).isEqualTo(3);
    } catch (IllegalStateException e) {
      assertThat(work.runs.get(0)).isZero();
    }
    engine.end();
  }

  @Test
  void reservationsWaitForEachOtherOnly() throws Exception {
    ServedEngine engine = engine(Curtail.with(new Sharing(new Sequential(), TURN)));
    engine.user(() -> assertThat(reserved(engine)).isEqualTo(End.SERVED));
    engine.submitter();
    assertThat(reserved(engine)).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void aReservationOfAnEngineThatIsClosedByForceDoesNotWait() throws Exception {
    ServedEngine engine = engine(Curtail.with(new Sequential()).cores(1).threads(1));
    engine.user(() -> assertThat(reserved(engine)).isNotEqualTo(End.TOO_LATE));
    engine.submitter();
    engine.curtail.close(Duration.ofNanos(1));
    engine.end();
  }

  private static End reserved(ServedEngine engine) {
    var work = new Counted();
    return ServedEngine.end(
        work,
        () -> {
          try (Reservation reservation = engine.curtail.reserve(RequestOptions.NONE)) {
            return reservation.run(work);
          }
        });
  }
}
