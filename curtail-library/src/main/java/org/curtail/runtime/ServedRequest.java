package org.curtail.runtime;

import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.dispatch.Instants;
import org.jspecify.annotations.Nullable;

/**
 * A request as the allocator sees it: when it came, how far it has come, and what it was given.
 * What it was given is written under the dispatcher's lock, and read by all its workers.
 */
abstract class ServedRequest extends DispatchedRequest {
  final long id;
  final long arrivalNanos;
  final long deadlineNanos;
  final RequestOptions options;
  final Dispatcher dispatcher;
  final Deciding deciding = new Deciding();
  final DegreePath path = new DegreePath();

  /** What its threads read and publish; null if they do not, which costs nothing. */
  final @Nullable ContainedSignals signals;

  /** What its threads did; null if they do not read themselves. */
  final @Nullable StintLog stints;

  /** When it was given its first thread; written under the lock before that thread begins. */
  long admittedNanos;

  /** True once the request left the queue to be served. */
  volatile boolean started;

  private volatile int threads;
  private volatile int share = Integer.MAX_VALUE;
  private volatile boolean boosted;
  private volatile long sliceEndNanos = NEVER;

  /**
   * A request that has arrived.
   *
   * @param wantsCpuTime see {@link SharedWork#wantsCpuTime}
   */
  ServedRequest(
      long id,
      RequestOptions options,
      Dispatcher dispatcher,
      long arrivalNanos,
      boolean wantsCpuTime) {
    this.id = id;
    this.options = options;
    this.dispatcher = dispatcher;
    this.arrivalNanos = arrivalNanos;
    deadlineNanos =
        options.hasTimeout() ? Instants.after(arrivalNanos, options.timeoutNanos()) : NEVER;
    signals = dispatcher.signals().of(wantsCpuTime);
    stints = signals == null ? null : new StintLog();
  }

  DegreePath path() {
    return path;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  RequestOptions options() {
    return options;
  }

  abstract boolean hasChunk();

  // ---- What the allocator asks, under the dispatcher's lock.

  @Override
  public long id() {
    return id;
  }

  @Override
  public PriorityClass priorityClass() {
    return options.priorityClass();
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
    return path.startNanos();
  }

  @Override
  public int degree() {
    // While a policy is replaced, the one before may still say more.
    return Math.min(deciding.degree(), dispatcher.policyInForce().maxDegree());
  }

  @Override
  protected void forgetDecision() {
    deciding.forget();
  }

  @Override
  public boolean isServedByAll() {
    return path.serving() == threads();
  }

  @Override
  public long leadNanos() {
    return path.servedNanos() - threads() * path.startNanos();
  }

  @Override
  public Progress progress(long nowNanos, int withThreads) {
    long executionNanos = started ? path.executionNanos(nowNanos) : 0;
    long ageNanos = Math.max(nowNanos - arrivalNanos, executionNanos);
    return new Progress(
        ageNanos,
        executionNanos,
        path.attainedNanos(executionNanos, Math.max(dispatcher.mostDegree(), 1)),
        degree(),
        withThreads,
        options.prediction(),
        options.priorityClass());
  }

  void start(long nowNanos) {
    admittedNanos = Math.max(nowNanos, arrivalNanos);
    path.start(admittedNanos);
    deciding.decide(this, dispatcher, nowNanos);
    started = true;
  }

  /** It goes on after it was set aside; under the dispatcher's lock. */
  void goOn(long nowNanos) {
    path.goOn(nowNanos);
    if (hasChunk()) {
      deciding.decide(this, dispatcher, nowNanos);
    }
  }

  /** It could not go on, and is aside. */
  void undoGoingOn() {
    path.undoGoingOn();
  }

  /** It could not be started, and waits on. */
  void undoStart() {
    started = false;
  }

  boolean hasStarted() {
    return started;
  }

  /** When the policy, or the deadline, wants a border to be passed. */
  long dueNanos() {
    return deciding.dueNanos();
  }

  // ---- What it was given.

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
