package org.curtail.runtime;

/** A submitter who serves its request alone, since the queue is full and the engine set up so. */
final class ServedAlone {
  private ServedAlone() {}

  /** Serves a request that has arrived, on this thread, to its end. Throws nothing. */
  static void serve(Dispatcher dispatcher, Request<?, ?> request) {
    boolean nested = dispatcher.isServing();
    Shift<?, ?> shift = null;
    while (shift == null) {
      try {
        dispatcher.enterService();
        shift = Worker.ofCaller(dispatcher).alone(request);
      } catch (OutOfMemoryError e) {
        // It has arrived, so it is served.
        dispatcher.metOutsideRequests(e);
      }
    }
    try {
      shift.stepAll();
    } finally {
      if (!nested) {
        dispatcher.leaveService();
      }
    }
  }
}
