package org.curtail.runtime;

import org.curtail.dispatch.DispatchedRequest;

/**
 * Keeps what a request was given where all its workers see it. Written under the dispatcher's lock
 * only.
 */
abstract class ServedRequest extends DispatchedRequest {
  private volatile int threads;
  private volatile int share = Integer.MAX_VALUE;
  private volatile boolean boosted;
  private volatile long sliceEndNanos = NEVER;

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
