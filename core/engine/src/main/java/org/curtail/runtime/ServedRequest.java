package org.curtail.runtime;

import org.curtail.Progress;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.dispatch.Instants;
import org.jspecify.annotations.Nullable;

/**
 * A request as the allocator sees it: how far it has come. What it was given is written under the
 * engine's lock, and read by all its workers.
 */
abstract class ServedRequest extends DispatchedRequest {
  final RequestOptions options;
  final Engine engine;
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

  /**
   * A request that has arrived.
   *
   * @param wantsCpuTime see {@link SharedWork#wantsCpuTime}
   */
  ServedRequest(
      long id, RequestOptions options, Engine engine, long arrivalNanos, boolean wantsCpuTime) {
    super(
        id,
        options.priorityClass(),
        arrivalNanos,
        options.hasTimeout() ? Instants.after(arrivalNanos, options.timeoutNanos()) : NEVER);
    this.options = options;
    this.engine = engine;
    signals = engine.signals().of(wantsCpuTime);
    stints = signals == null ? null : new StintLog();
  }

  DegreePath path() {
    return path;
  }

  Engine engine() {
    return engine;
  }

  RequestOptions options() {
    return options;
  }

  abstract boolean hasChunk();

  // ---- What the allocator asks, under the engine's lock.

  @Override
  public long startNanos() {
    return path.startNanos();
  }

  @Override
  public int degree() {
    // While a policy is replaced, the one before may still say more.
    return Math.min(deciding.degree(), engine.policyInForce().maxDegree());
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
    long ageNanos = Math.max(nowNanos - arrivalNanos(), executionNanos);
    return new Progress(
        ageNanos,
        executionNanos,
        path.attainedNanos(executionNanos, Math.max(engine.mostDegree(), 1)),
        degree(),
        withThreads,
        options.prediction(),
        options.priorityClass());
  }

  void start(long nowNanos) {
    admittedNanos = Math.max(nowNanos, arrivalNanos());
    path.start(admittedNanos);
    deciding.decide(this, engine, nowNanos);
    started = true;
  }

  /** It goes on after it was set aside; under the engine's lock. */
  void goOn(long nowNanos) {
    path.goOn(nowNanos);
    if (hasChunk()) {
      deciding.decide(this, engine, nowNanos);
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
}
