package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.PriorityClass;

/**
 * A service that an {@link Allocator} serves in steps. It always knows the request of each thread.
 */
final class SteppedService implements Allocator.Enforcer<SteppedRequest> {
  private static final int MOST_ROUNDS = 1_000;

  final Allocator<SteppedRequest> allocator;
  final List<SteppedRequest> all = new ArrayList<>();
  long nowNanos = 1;
  private Policy policy;

  /** Requests are decided on before each round; if not, when they start and at their borders. */
  boolean decidesBeforeRounds = true;

  /** True if there is a place for a request that may start. */
  Predicate<SteppedRequest> hasRoom = next -> true;

  /** True if there is a thread for a request, where cores are lent. */
  Predicate<SteppedRequest> hasThread = request -> true;

  /** The answer of a request to {@code isServedByAll}. */
  Predicate<SteppedRequest> saysServedByAll = request -> false;

  /** Threads of requests that have ended, on their way back. */
  private int onTheirWay;

  /** Requests reported as boosted, once for each report. */
  final List<SteppedRequest> boosted = new ArrayList<>();

  /** Number of reported changes of the policy. */
  int policyChanges;

  private int roundsLeft;

  private long arrived;

  SteppedService(Policy policy, Allocator.Service service) {
    this.policy = policy;
    allocator = new Allocator<>(policy, policy.traits(), service, this);
  }

  /** Does something, then looks at everything. */
  private void change(Runnable change) {
    change.run();
    roundsLeft = MOST_ROUNDS;
    allocator.dispatch(nowNanos);
  }

  void advance(long nanos) {
    nowNanos += nanos;
    all.forEach(request -> request.advance(nanos));
  }

  SteppedRequest arrive(PriorityClass priorityClass) {
    var request = new SteppedRequest(++arrived, priorityClass, nowNanos);
    request.saysServedByAll = saysServedByAll.test(request);
    all.add(request);
    change(() -> allocator.queue().add(request));
    return request;
  }

  /** A running request ends. */
  void end(SteppedRequest request) {
    request.isOver = true;
    all.remove(request);
    change(() -> {
      allocator.countExit();
      giveBack(request, request.servedBy);
      allocator.end(request);
    });
  }

  /** A running request ends; its threads come back later. */
  void endWithThreadsOnTheirWay(SteppedRequest request) {
    request.isOver = true;
    all.remove(request);
    change(() -> {
      allocator.countExit();
      onTheirWay += request.servedBy;
      request.servedBy = 0;
      allocator.end(request);
    });
  }

  /** All threads of requests that have ended are back. */
  void threadsAreBack() {
    change(() -> {
      allocator.threadsAreBack(onTheirWay);
      onTheirWay = 0;
    });
  }

  /** A waiting request is given up. */
  void giveUp(SteppedRequest request) {
    all.remove(request);
    change(() -> allocator.queue().remove(request));
  }

  /** Ends a preempted request that does not continue. */
  void giveUpAside(SteppedRequest request) {
    all.remove(request);
    change(() -> allocator.endPreempted(request));
  }

  /** A running request has something to do for a further thread, or nothing. */
  void work(SteppedRequest request, boolean hasWork) {
    change(() -> {
      request.hasWork = hasWork;
      if (hasWork) {
        // Of less work nobody tells.
        allocator.update(request);
      }
    });
  }

  /** A running request is decided on. */
  void decideAtBorder(SteppedRequest request) {
    change(() -> decide(request));
  }

  /** Another policy serves from now on. */
  void change(Policy next, Allocator.Service service) {
    policy = next;
    change(() -> allocator.change(policy, next.traits(), service, nowNanos));
  }

  void dispatch() {
    change(() -> {});
  }

  /** A running request is at a border. Returns true if the request is preempted. */
  boolean passBorder(SteppedRequest request) {
    boolean[] yields = new boolean[1];
    change(() -> {
      if (!decidesBeforeRounds) {
        decide(request);
      }
      yields[0] = request.sliceEndNanos() <= nowNanos && allocator.sliceIsOver(request, nowNanos);
      loseThreads(request, request.threads());
    });
    return yields[0];
  }

  /**
   * One thread of a running request is at a border, its others are not yet. Returns true if the
   * request must leave its threads.
   */
  boolean passBorderWithOneThread(SteppedRequest request) {
    boolean[] yields = new boolean[1];
    change(() -> {
      if (request.threadLimit() > 0
          && request.sliceEndNanos() <= nowNanos
          && allocator.sliceIsOver(request, nowNanos)) {
        yields[0] = true;
        long leaving = running().stream().filter(one -> one.threadLimit() == 0).count();
        long without = (long) allocator.queue().size() + allocator.preempted().size();
        assertThat(leaving).as("each makes way for one").isLessThanOrEqualTo(without);
      }
      loseThreads(request, 1);
    });
    return yields[0];
  }

  /** It goes on before all others, to end. */
  void expedite(SteppedRequest request) {
    change(() -> allocator.preempted().expedite(request));
  }

  private void loseThreads(SteppedRequest request, int atMost) {
    int beyond =
        Math.min(atMost, request.threads() - Math.min(request.threadLimit(), request.threads()));
    giveBack(request, beyond);
    if (beyond > 0 && request.threads() == 0) {
      allocator.preempt(request, nowNanos);
    }
  }

  private void giveBack(SteppedRequest request, int count) {
    for (int i = 0; i < count; i++) {
      request.servedBy--;
      allocator.threadIsBack(request);
    }
  }

  @Override
  public void beforeRound(long roundNanos) {
    roundsLeft--;
    if (roundsLeft == 0) {
      throw new AssertionError("the allocator never comes to rest");
    }
    if (decidesBeforeRounds) {
      allocator.running().forEach(this::decide);
    }
  }

  private void decide(SteppedRequest request) {
    request.degree = policy.decide(request.progress(nowNanos), allocator.load()).degree();
    allocator.update(request);
  }

  @Override
  public void threadLimitsChanged(long roundNanos) {
    for (SteppedRequest request : List.copyOf(allocator.running())) {
      // The last thread goes at a border.
      giveBack(
          request,
          request.threads() - Math.max(1, Math.min(request.threadLimit(), request.threads())));
    }
  }

  @Override
  public void start(SteppedRequest request, long startNanos) {
    serve(request);
    checkLoad();
    if (!decidesBeforeRounds) {
      decide(request);
    }
  }

  @Override
  public void addThread(SteppedRequest request, long helpNanos) {
    serve(request);
  }

  @Override
  public void resume(SteppedRequest request, long resumeNanos) {
    serve(request);
    checkLoad();
    if (!decidesBeforeRounds) {
      request.degree = policy.decide(request.progress(nowNanos), allocator.load()).degree();
    }
  }

  @Override
  public boolean hasRoom(SteppedRequest next, long roundNanos) {
    return hasRoom.test(next);
  }

  @Override
  public boolean hasThreadFor(SteppedRequest request) {
    return hasThread.test(request);
  }

  /** It says already who is served now. */
  private void checkLoad() {
    Load load = allocator.load();
    assertThat(load.requests()).isEqualTo(all.size());
    assertThat(load.waiting()).isEqualTo(all.stream().filter(one -> !one.hasStarted()).count());
    assertThat(load.threads())
        .isEqualTo(onTheirWay + all.stream().mapToInt(request -> request.servedBy).sum());
  }

  private void serve(SteppedRequest request) {
    request.join(nowNanos);
  }

  @Override
  public void policyChanged() {
    policyChanges++;
  }

  @Override
  public void boosted(SteppedRequest request) {
    boosted.add(request);
  }

  Collection<SteppedRequest> running() {
    return allocator.running();
  }
}
