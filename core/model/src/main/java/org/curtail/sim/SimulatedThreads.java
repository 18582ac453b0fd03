package org.curtail.sim;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Threads of a simulated service. Carries out the decisions of the {@link Allocator}, and calls the
 * policy at chunk borders.
 */
final class SimulatedThreads implements Allocator.Enforcer<SimulatedRequest> {
  private final Profile profile;
  private final Machine machine;
  private final Predictor predictor;
  private final boolean isSteered;
  private final Allocator<SimulatedRequest> allocator;

  private Policy policy;
  private int maxDegree;
  private boolean isMalleable;
  private boolean preempts;

  /** True if {@link #open} and {@link #running} are different lists. */
  private boolean keepsOpenApart;

  /** Running requests in the order of their start or last resumption. */
  final List<SimulatedRequest> running = new ArrayList<>();

  /** Running requests whose degree may change, in the same order. */
  private List<SimulatedRequest> open;

  /** Busy threads of ended requests. */
  final LingeringThreads lingeringThreads = new LingeringThreads();

  SimulatedThreads(Simulation simulation, Policy policy) {
    profile = simulation.profile();
    machine = simulation.machine();
    predictor = simulation.predictor();
    isSteered = simulation.isSteered();
    Traits traits = policy.traits();
    follow(policy, traits);
    // Few requests run at a time, so a linear search is the fastest.
    allocator = new Allocator<>(policy, traits.monotone(false), service(policy, traits), this);
  }

  private void follow(Policy next, Traits traits) {
    policy = next;
    maxDegree = next.maxDegree();
    isMalleable = traits.isMalleable();
    preempts = traits.preemption().isUsed();
    keepsOpenApart = !isMalleable && !preempts;
    open = keepsOpenApart ? new ArrayList<>(running) : running;
  }

  private Allocator.Service service(Policy given, Traits traits) {
    Preemption preemption = traits.preemption();
    return new Allocator.Service(
        machine.cores(),
        given.threads(machine.cores()),
        given.maxDegree(),
        traits.boosts(),
        preemption.order() == Preemption.Order.TURNS && machine.costs().chunkNanos() == 0);
  }

  /** Identity, not equality. */
  @SuppressWarnings("ReferenceEquality")
  boolean isServedBy(Policy other) {
    return policy == other;
  }

  /** Replaces the policy; {@link #dispatch} must follow. */
  void serveBy(Policy next, long nowNanos) {
    if (isServedBy(next)) {
      return;
    }
    Simulation.requireDegreesOf(profile, next);
    Traits traits = next.traits();
    follow(next, traits);
    allocator.change(next, traits.monotone(false), service(next, traits), nowNanos);
  }

  void arrive(int index, int request, long arrivalNanos) {
    long demandNanos = SimulatedRun.nanos(profile.timeMs(request, 1));
    allocator
        .queue()
        .add(
            new SimulatedRequest(
                index,
                request,
                1 - profile.serialMs(request) / profile.timeMs(request, 1),
                arrivalNanos,
                predictor.prediction(index, demandNanos),
                isSteered ? new SimulatedPath() : null));
  }

  /** Returns the requests that have not started, in order of arrival. */
  List<SimulatedRequest> waiting() {
    return allocator.queue().all();
  }

  int waitingCount() {
    return allocator.queue().size();
  }

  List<SimulatedRequest> preempted() {
    return allocator.preempted().all();
  }

  int asideCount() {
    return allocator.preempted().size();
  }

  /** Returns the number of threads in use, lingering ones included. */
  int used() {
    return allocator.busy();
  }

  /** Returns the time at which the next request may start; NEVER if it needs more than time. */
  long admissionNanos() {
    return allocator.admissionNanos();
  }

  /** Looks at a request that has work for more threads from now on. */
  void endSerialPart(SimulatedRequest request) {
    allocator.update(request);
  }

  /** Removes an ended request. */
  void exit(int position) {
    SimulatedRequest request = running.remove(position);
    if (keepsOpenApart) {
      open.remove(request);
    }
    allocator.countExit();
    allocator.end(request);
    int lingering = machine.costs().speculation() ? request.computing - 1 : 0;
    allocator.threadsAreBack(request.threads() - lingering);
    if (lingering > 0) {
      lingeringThreads.add(request.computing, machine.costs().chunkNanos());
    }
  }

  /** Removes ended lingering threads; returns true if there were any. */
  boolean loseLingering() {
    int left = lingeringThreads.removeEnded();
    allocator.threadsAreBack(left);
    return left > 0;
  }

  /** Returns the next time at which a running request needs a decision or loses threads. */
  long nextLookNanos(long nowNanos) {
    long periodNanos = machine.costs().periodNanos();
    Load load = allocator.publishedLoad();
    long next = DispatchedRequest.NEVER;
    for (SimulatedRequest request : open) {
      next = Math.min(next, request.nextLookNanos(load, nowNanos, periodNanos));
    }
    return next;
  }

  void dispatch(long nowNanos, boolean loadHasChanged) {
    if (loadHasChanged) {
      allocator.publishLoad();
    }
    allocator.dispatch(nowNanos);
    if (keepsOpenApart) {
      open.removeIf(request -> request.isSettled(maxDegree));
    }
  }

  /**
   * Returns the policy's decision. Rejects a time in the past, because the call would be repeated
   * each nanosecond.
   */
  private Decision decision(Progress progress) {
    Decision decision = policy.decide(progress, allocator.load());
    try {
      return decision.requireAfter(progress.executionNanos());
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("the policy %s: %s".formatted(policy, e.getMessage()), e);
    }
  }

  @Override
  public void beforeRound(long nowNanos) {
    long periodNanos = machine.costs().periodNanos();
    Load load = allocator.publishedLoad();
    boolean isReallocated = false;
    for (SimulatedRequest request : open) {
      if (request.needsDecision(load, nowNanos, periodNanos)) {
        isReallocated = isMalleable;
        Decision decision = decision(request.progress(nowNanos, request.threads()));
        int degree = Math.min(decision.degree(), maxDegree);
        request.decided(
            isMalleable ? degree : Math.max(degree, Math.min(request.threads(), maxDegree)),
            decision,
            load,
            preempts && !isMalleable && request.threads() >= maxDegree);
        allocator.update(request);
      }
    }
    // A request loses threads by a decision before its slice is examined.
    if (preempts && !isReallocated) {
      endSlices(nowNanos);
    }
  }

  /**
   * Ends slices one after the other, in their order. So a request that resumes in the place of one
   * cannot take the place of another. A request above its share loses threads first.
   */
  private void endSlices(long nowNanos) {
    for (int position = 0; position < running.size(); position++) {
      SimulatedRequest request = running.get(position);
      boolean mustLeave =
          isAtBorder(request, nowNanos)
              && (request.threadLimit() == 0
                  || (!request.hasThreadsToLose()
                      && request.sliceEndNanos() <= nowNanos
                      && allocator.sliceIsOver(request, nowNanos)));
      if (mustLeave) {
        loseThreads(position, nowNanos);
        return;
      }
    }
  }

  private boolean isAtBorder(SimulatedRequest request, long nowNanos) {
    return request.borderNanos(nowNanos, machine.costs().periodNanos()) <= nowNanos;
  }

  @Override
  public void start(SimulatedRequest request, long nowNanos) {
    request.start(nowNanos);
    running.add(request);
    if (keepsOpenApart) {
      open.add(request);
    }
  }

  @Override
  public void resume(SimulatedRequest request, long nowNanos) {
    request.resume(nowNanos, nowNanos + machine.costs().switchNanos());
    running.add(request);
    if (keepsOpenApart) {
      open.add(request); // An earlier policy preempted it.
    }
  }

  @Override
  public void addThread(SimulatedRequest request, long nowNanos) {
    request.joinFrom(nowNanos + machine.costs().wakeUpNanos());
  }

  @Override
  public void threadLimitsChanged(long nowNanos) {
    for (int position = 0; position < running.size(); ) {
      SimulatedRequest request = running.get(position);
      if (request.hasThreadsToLose() && isAtBorder(request, nowNanos)) {
        loseThreads(position, nowNanos);
      }
      position += request.threads() > 0 ? 1 : 0;
    }
  }

  /** Takes a request's threads above its share at a border, last threads first. */
  private void loseThreads(int position, long nowNanos) {
    SimulatedRequest request = running.get(position);
    // Threads take chunks in turn, so one thread is at a border.
    boolean worksInChunks = machine.costs().periodNanos() > 0;
    int lost = worksInChunks ? 1 : request.threads() - request.threadLimit();
    for (int i = 0; i < lost; i++) {
      allocator.threadIsBack(request);
    }
    if (request.threads() == 0) {
      running.remove(position);
      request.setAside(nowNanos);
      allocator.preempt(request, nowNanos);
    }
  }
}
