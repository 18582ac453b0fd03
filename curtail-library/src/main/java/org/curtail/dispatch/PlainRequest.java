package org.curtail.dispatch;

/** Keeps what a request was given in plain fields, for one thread that serves all requests. */
public abstract class PlainRequest extends DispatchedRequest {
  private int threads;
  private int share = Integer.MAX_VALUE;
  private long sliceEndNanos = NEVER;
  private boolean boosted;

  /** For subclasses. */
  protected PlainRequest() {}

  @Override
  public final int threads() {
    return threads;
  }

  @Override
  public final int share() {
    return share;
  }

  @Override
  public final long sliceEndNanos() {
    return sliceEndNanos;
  }

  @Override
  public final boolean isBoosted() {
    return boosted;
  }

  @Override
  protected final void setThreads(int count) {
    threads = count;
  }

  @Override
  protected final void setShare(int count) {
    share = count;
  }

  @Override
  protected final void setSliceEndNanos(long nanos) {
    sliceEndNanos = nanos;
  }

  @Override
  protected final void setBoosted(boolean is) {
    boosted = is;
  }
}
