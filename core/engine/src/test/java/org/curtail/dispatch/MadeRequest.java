package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;

/** A request of which a test says what it is like. */
final class MadeRequest extends TestRequest {
  private final List<Long> joinNanos = new ArrayList<>();
  boolean isServedByAll = true;

  private MadeRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    super(id, priorityClass, arrivalNanos, deadlineNanos);
  }

  static MadeRequest waiting(long id, PriorityClass priorityClass, long deadlineNanos) {
    return new MadeRequest(id, priorityClass, id, deadlineNanos);
  }

  /** The request's first thread came when the request started. */
  static MadeRequest running(
      long id, PriorityClass priorityClass, long arrivalNanos, long startNanos) {
    var request = new MadeRequest(id, priorityClass, arrivalNanos, NEVER);
    request.startNanos = startNanos;
    request.startOrder = id;
    request.isRunning = true;
    request.addThread(startNanos);
    return request;
  }

  void addThread(long atNanos) {
    joinNanos.add(atNanos);
    threads = joinNanos.size();
  }

  @Override
  public boolean isServedByAll() {
    return isServedByAll;
  }

  @Override
  public long leadNanos() {
    return -joinNanos.stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Progress progress(long nowNanos, int withThreads) {
    if (startNanos == NEVER) {
      return Progress.waiting(Math.max(nowNanos - arrivalNanos(), 0), Prediction.NONE);
    }
    return new Progress(
        nowNanos - arrivalNanos(),
        nowNanos - startNanos,
        leadNanos() + joinNanos.size() * nowNanos,
        degree,
        withThreads,
        Prediction.NONE);
  }
}
