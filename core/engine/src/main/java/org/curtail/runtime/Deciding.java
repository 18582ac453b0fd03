package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.dispatch.Instants;
import org.jspecify.annotations.Nullable;

/**
 * What the policy has decided for one request, and when it is to be asked again. Read at every
 * border by all its workers; written by whoever has begun a review, one at a time.
 */
final class Deciding {
  private final AtomicBoolean reviewing = new AtomicBoolean();
  private volatile int degree;
  private volatile @Nullable Load newsSeen;

  /** When something is due though the load stays as it is: a question, or the deadline. */
  private volatile long dueNanos = DispatchedRequest.NEVER;

  /** True once it has all the workers that it can get for good: load and age mean nothing to it. */
  private volatile boolean settled;

  /**
   * True from a change of the policy until somebody asks. Written last by who changes it and first
   * by who asks: what both write between may be mixed, and then this is still true.
   */
  private volatile boolean forgotten;

  int degree() {
    return degree;
  }

  long dueNanos() {
    return dueNanos;
  }

  @SuppressWarnings("ReferenceEquality") // The allocator replaces the load when it changes.
  boolean isDue(long nowNanos, Load news) {
    return nowNanos >= dueNanos || forgotten || (!settled && news != newsSeen);
  }

  /** Nothing is asked until then. */
  void putOff(long untilNanos) {
    dueNanos = untilNanos;
  }

  /** One worker serves it alone; only the deadline matters. */
  void alone(long deadlineNanos) {
    degree = 1;
    settled = true;
    dueNanos = deadlineNanos;
  }

  /**
   * Asks the policy, unless its answer means nothing or somebody else does at this moment. Returns
   * true if the engine should look at the request.
   */
  boolean review(ServedRequest request, Engine engine, long nowNanos) {
    if ((settled && !forgotten) || !reviewing.compareAndSet(false, true)) {
      return false;
    }
    int before = degree;
    try {
      decide(request, engine, nowNanos);
    } catch (VirtualMachineError e) {
      putOff(Math.min(Instants.after(nowNanos, Engine.RETRY_NANOS), request.deadlineNanos()));
    } finally {
      reviewing.set(false);
    }
    return degree > before || engine.policyInForce().isMalleable();
  }

  /** Another policy serves from now on, which is to be asked at the next border. */
  void forget() {
    degree = 0;
    settled = false;
    newsSeen = null;
    forgotten = true;
  }

  /** Asks the policy; by whoever reviews, or starts the request. */
  @SuppressWarnings("ReferenceEquality") // Another policy is another object.
  void decide(ServedRequest request, Engine engine, long nowNanos) {
    PolicyInForce asked = ask(request, engine, nowNanos);
    while (asked != engine.policyInForce()) {
      // What the one said that was replaced meanwhile does not count.
      forget();
      asked = ask(request, engine, nowNanos);
    }
  }

  /** Asks the policy in force, and says which that was. */
  private PolicyInForce ask(ServedRequest request, Engine engine, long nowNanos) {
    forgotten = false;
    // Of an earlier answer, which is forgotten: if this fails, it is asked again.
    settled = false;
    PolicyInForce asked = engine.policyInForce();
    Load news = engine.news();
    Progress progress = request.progress(nowNanos);
    Decision decision = asked.policy().decide(progress, engine.load());
    int threads = request.threads();
    int most = Math.min(asked.maxDegree(), request.options().mostThreads());
    int wanted = Math.min(decision.degree(), most);
    boolean isMalleable = asked.isMalleable();
    // Threads that an earlier policy gave may be more than this one knows of.
    degree = isMalleable ? wanted : Math.max(Math.min(threads, most), wanted);
    newsSeen = news;
    settled = threads >= most && !isMalleable;
    long askNanos = Instants.after(request.startNanos(), decision.askAgainNanos());
    dueNanos = Math.min(settled ? DispatchedRequest.NEVER : askNanos, request.deadlineNanos());
    return asked;
  }
}
