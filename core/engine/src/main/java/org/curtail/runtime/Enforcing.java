package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.locks.Condition;
import org.curtail.Load;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.Enforcer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what an {@link Allocator} decides: gives threads to requests. Guarded by the
 * dispatcher's lock, except where said.
 */
final class Enforcing implements Enforcer<Request<?, ?>> {
  private final Succession policies;
  private final EngineThreads threads;
  private final UnseenRequests unseen;
  private final Gate gate;
  private final Condition room;
  private final Allocator<Request<?, ?>> allocator;

  /** Set once, before anything is decided. */
  private @Nullable SpeedPlacing speeds;

  private boolean closed;

  /** What the allocator counted, for those who look without the lock. */
  private volatile Load load;

  private volatile Load news;

  /**
   * For an engine without requests, and its allocator.
   *
   * @param room signalled when somebody leaves the queue, or is aside no longer
   */
  Enforcing(
      PolicyInForce first,
      Succession policies,
      EngineThreads threads,
      UnseenRequests unseen,
      Gate gate,
      Condition room) {
    this.policies = policies;
    this.threads = threads;
    this.unseen = unseen;
    this.gate = gate;
    this.room = room;
    allocator = new Allocator<>(first.policy(), first.traits(), first.service(), this);
    load = allocator.load();
    news = allocator.news();
  }

  /** Says on which cores requests run; once. */
  void placedBy(SpeedPlacing placing) {
    speeds = placing;
  }

  Allocator<Request<?, ?>> allocator() {
    return allocator;
  }

  /** No more requests arrive. */
  void close() {
    closed = true;
  }

  /** The load as it was published last; needs no lock. */
  Load load() {
    return load;
  }

  /** The load that all requests should know of; needs no lock. */
  Load news() {
    return news;
  }

  /** Tells those who look without the lock what the allocator has counted. */
  @SuppressWarnings("ReferenceEquality") // The allocator replaces a load that changes.
  void publish() {
    if (load != allocator.load()) {
      load = allocator.load();
    }
    if (news != allocator.news()) {
      news = allocator.news();
    }
  }

  private SpeedPlacing speeds() {
    return requireNonNull(speeds);
  }

  @Override
  public boolean hasRoom(Request<?, ?> next, long nowNanos) {
    return speeds().hasRoom(next, nowNanos);
  }

  @Override
  public boolean hasThreadFor(Request<?, ?> request) {
    return threads.anyIdle() || request.bringsThread();
  }

  @Override
  public void beforeRound(long nowNanos) {
    publish();
    unseen.look(allocator, nowNanos, closed);
  }

  @Override
  public void policyChanged() {
    // Who sees the new policy is not to see what the old one remembered.
    publish();
    policies.change();
  }

  @Override
  public void start(Request<?, ?> request, long nowNanos) {
    publish();
    request.start(nowNanos);
    threads.assignFirst(request, nowNanos);
    room.signal();
  }

  @Override
  public void resume(Request<?, ?> request, long nowNanos) {
    publish();
    request.goOn(nowNanos);
    threads.assignAgain(request);
    room.signal();
  }

  @Override
  public void help(Request<?, ?> request, long nowNanos) {
    threads.assignNext(request);
  }

  @Override
  public void sharesChanged(long nowNanos) {
    speeds().giveUpUnserved(allocator.running(), nowNanos);
  }

  @Override
  public void boosted(Request<?, ?> request) {
    gate.resume(request);
  }
}
