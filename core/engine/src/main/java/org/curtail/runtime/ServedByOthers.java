package org.curtail.runtime;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;

/** A caller who waits for a request that only threads of the pool serve. */
final class ServedByOthers {
  private ServedByOthers() {}

  /**
   * Waits until a request has ended, and no longer uses what the caller lent it. If this thread is
   * interrupted meanwhile, the request is cancelled.
   */
  static <R> R await(Ticket<R> ticket) throws InterruptedException, ExecutionException {
    boolean interrupted = false;
    while (true) {
      try {
        R result = ticket.get();
        if (!interrupted) {
          return result;
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        ticket.cancel();
      } catch (ExecutionException | CancellationException e) {
        if (!interrupted) {
          throw e;
        }
        break;
      }
    }
    throw new InterruptedException("interrupted while the request waited or ran");
  }
}
