package org.curtail.dispatch;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.PriorityClass;
import org.curtail.Progress;

/** A request of which a test says what it is like. */
final class MadeRequest extends DispatchedRequest {
  private final long id;
  private final PriorityClass priorityClass;
  private final long arrivalNanos;
  private final long deadlineNanos;
  private final List<Long> joinNanos = new ArrayList<>();
  private long startNanos = NEVER;
  private int threads;
  private int share = Integer.MAX_VALUE;
  private boolean boosted;
  private long sliceEndNanos = NEVER;
  int degree;
  boolean isServedByAll = true;

  private MadeRequest(long id, PriorityClass priorityClass, long arrivalNanos, long deadlineNanos) {
    this.id = id;
    this.priorityClass = priorityClass;
    this.arrivalNanos = arrivalNanos;
    this.deadlineNanos = deadlineNanos;
  }

  static MadeRequest waiting(long id, PriorityClass priorityClass, long deadlineNanos) {
    return new MadeRequest(id, priorityClass, id, deadlineNanos);
  }

  /** Its first thread came when it started. */
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
  public long id() {
    return id;
  }

  @Override
  public PriorityClass priorityClass() {
    return priorityClass;
  }

  @Override
  public long arrivalNanos() {
    return arrivalNanos;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public int degree() {
    return degree;
  }

  @Override
  public boolean hasWork() {
    return true;
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
      return Progress.waiting(Math.max(nowNanos - arrivalNanos, 0), Prediction.NONE);
    }
    return new Progress(
        nowNanos - arrivalNanos,
        nowNanos - startNanos,
        leadNanos() + joinNanos.size() * nowNanos,
        degree,
        withThreads,
        Prediction.NONE);
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public int share() {
    return share;
  }

  @Override
  public boolean isBoosted() {
    return boosted;
  }

  @Override
  protected void setThreads(int count) {
    threads = count;
  }

  @Override
  protected void setShare(int count) {
    share = count;
  }

  @Override
  public long sliceEndNanos() {
    return sliceEndNanos;
  }

  @Override
  protected void setSliceEndNanos(long nanos) {
    sliceEndNanos = nanos;
  }

  @Override
  protected void setBoosted(boolean is) {
    boosted = is;
  }
}
