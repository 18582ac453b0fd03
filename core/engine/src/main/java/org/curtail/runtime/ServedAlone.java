package org.curtail.runtime;

/** A submitter who serves its request alone, since the queue is full and the engine set up so. */
final class ServedAlone {
  private ServedAlone() {}

  /** Serves a request that has arrived, on this thread, to its end. Throws nothing. */
  static void serve(Engine engine, Request<?, ?> request) {
    boolean nested = engine.isServing();
    Shift<?, ?> shift = null;
    while (shift == null) {
      try {
        engine.enterService();
        shift = Worker.ofCaller(engine).alone(request);
      } catch (OutOfMemoryError e) {
        // It has arrived, so it is served.
        engine.metOutsideRequests(e);
      }
    }
    try {
      shift.stepAll();
    } finally {
      if (!nested) {
        engine.leaveService();
      }
    }
  }
}
