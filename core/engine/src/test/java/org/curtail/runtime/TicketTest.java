package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TicketTest {
  /** Enough for any collection on a busy machine. */
  private static final Duration COLLECTED_WITHIN = Duration.ofSeconds(60);

  /** The rest of a request whose engine is closed. */
  private record Left(Ticket<Integer> ticket, WeakReference<RecordedWork> work) {
    static Left of(RecordedWork.Body body) throws InterruptedException {
      try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
        var work = new RecordedWork(3, body);
        Ticket<Integer> ticket =
            curtail.submit(work, RequestOptions.NONE.within(Duration.ofMinutes(5)));
        while (!ticket.isDone()) {
          Thread.sleep(1);
        }
        return new Left(ticket, new WeakReference<>(work));
      }
    }

    boolean isWorkCollected() throws InterruptedException {
      long untilNanos = System.nanoTime() + COLLECTED_WITHIN.toNanos();
      while (work.get() != null && System.nanoTime() < untilNanos) {
        System.gc();
        Thread.sleep(10);
      }
      return work.get() == null;
    }
  }

  @Test
  void aTicketThatIsKeptKeepsItsResultAndNothingOfItsWork() throws Exception {
    Left left = Left.of(chunk -> {});
    assertThat(left.isWorkCollected()).isTrue();
    assertThat(left.ticket().get()).isEqualTo(3);
    assertThat(left.ticket().timeline().chunks()).isEqualTo(3);
    assertThat(left.ticket().cancel()).isFalse();
  }

  @Test
  void aTicketOfARequestThatFailedKeepsItsCauseAndNothingOfItsWork() throws Exception {
    Left left =
        Left.of(chunk -> {
          throw new IllegalStateException("chunk " + chunk);
        });
    assertThat(left.isWorkCollected()).isTrue();
    assertThatThrownBy(left.ticket()::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("chunk 0");
    assertThat(left.ticket().cancel()).isFalse();
  }
}
