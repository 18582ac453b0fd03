package org.curtail.runtime;

import java.util.concurrent.ExecutionException;

/** A caller who serves its own request, with what help there is, and waits for its end. */
final class ServedByCaller {
  private ServedByCaller() {}

  /**
   * What a caller does until its request has ended. If its thread is interrupted meanwhile, the
   * request is cancelled.
   *
   * @param caller the current thread's
   */
  static <R> R serve(Request<?, R> request, Worker caller)
      throws InterruptedException, ExecutionException {
    Engine engine = request.engine();
    Ticket<R> ticket = request.ticket();
    boolean interrupted = false;
    while (caller.hasWork() || (!ticket.isDone() && !caller.hasServed())) {
      if (!caller.stepSurviving()) {
        caller.await();
        if (Thread.interrupted()) {
          interrupted = true;
          engine.cancelSurviving(request);
        }
      }
    }
    while (true) {
      try {
        R result = ticket.get();
        if (!interrupted) {
          return result;
        }
      } catch (InterruptedException e) {
        // Helpers stop at their next chunk border; until then they use what the caller lent them.
        interrupted = true;
        engine.cancelSurviving(request);
        continue;
      } catch (ExecutionException | RuntimeException e) {
        if (!interrupted) {
          throw e;
        }
      }
      throw new InterruptedException("interrupted while the request waited or ran");
    }
  }
}
