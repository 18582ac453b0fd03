package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Invariants of a stepped engine that has come to rest while some of its threads are stuck. */
final class StuckInvariants {
  private StuckInvariants() {}

  static void check(Engine.View view, Set<Worker> stuck, long nowNanos) {
    // A stuck idle thread does not wake up for a place that waits for a thread of its class.
    boolean nobodyWakesUp = stuck.containsAll(view.idle());
    for (Request<?, ?> request : view.running()) {
      // It waits for a very class, whose cores are stuck.
      boolean waitsForCores =
          view.awaiting().stream()
              .anyMatch(place -> request.equals(place.request) && !place.hasClass());
      if (waitsForCores) {
        continue;
      }
      assertThat(stuck)
          .as("who serves request %d", request.id())
          .anyMatch(worker ->
              request.equals(worker.request()) || (nobodyWakesUp && request.places() != null));
    }
    // All threads may be stuck. Whoever asks for the result looks at the clock.
    for (Request<?, ?> request : view.waiting()) {
      if (request.deadlineNanos() <= nowNanos) {
        assertThat(isExpired(request.ticket())).as("request %d is late", request.id()).isTrue();
      }
    }
  }

  private static boolean isExpired(Ticket<?> ticket) {
    try {
      ticket.get(1, TimeUnit.MILLISECONDS);
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof DeadlineExceededException;
    } catch (TimeoutException | InterruptedException e) {
      return false;
    }
  }
}
