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
 * The threads of a simulated service: carries out the decisions of the {@link Allocator}, and asks
 * the policy for degrees at chunk borders.
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

  /** True if {@link #open} is another list than {@link #running}. */
  private boolean looksAtSome;

  /** Running requests in the order in which they started or resumed. */
  final List<SimulatedRequest> running = new ArrayList<>();

  /** Running requests with a possible decision, in the same order. */
  private List<SimulatedRequest> open;

  /** Threads of ended requests that are not free yet. */
  final LingeringThreads lingeringThreads = new LingeringThreads();

  SimulatedThreads(Simulation simulation, Policy policy) {
    profile = simulation.profile();
    machine = simulation.machine();
    predictor = simulation.predictor();
    isSteered = simulation.isSteered();
    Traits traits = policy.traits();
    follow(policy, traits);
    // Few run at a time, so asking each is the fastest way to the neediest.
    allocator = new Allocator<>(policy, traits.monotone(false), service(policy, traits), this);
  }

  private void follow(Policy next, Traits traits) {
    policy = next;
    maxDegree = next.maxDegree();
    isMalleable = traits.isMalleable();
    preempts = traits.preemption().isUsed();
    looksAtSome = !isMalleable && !preempts;
    open = looksAtSome ? new ArrayList<>(running) : running;
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

  /** Returns true if this very object serves. */
  @SuppressWarnings("ReferenceEquality")
  boolean isServedBy(Policy other) {
    return policy == other;
  }

  /** Serves by this policy from now on; {@link #dispatch} comes next. */
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

  /** Returns the preempted requests. */
  List<SimulatedRequest> aside() {
    return allocator.preempted().all();
  }

  int asideCount() {
    return allocator.preempted().size();
  }

  /** Returns the number of threads in use, lingering ones included. */
  int used() {
    return allocator.busy();
  }

  /** Returns the time at which the next request may start; NEVER if time alone does not help. */
  long admissionNanos() {
    return allocator.admissionNanos();
  }

  /** Removes the running request at this place, which has ended. */
  void exit(int position) {
    SimulatedRequest request = running.remove(position);
    if (looksAtSome) {
      open.remove(request);
    }
    allocator.exit();
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

  /** Returns the next time at which a running request has to ask or to lose threads. */
  long nextLookNanos(long nowNanos) {
    long periodNanos = machine.costs().periodNanos();
    Load news = allocator.publishedLoad();
    long next = DispatchedRequest.NEVER;
    for (SimulatedRequest request : open) {
      next = Math.min(next, request.lookNanos(news, nowNanos, periodNanos));
    }
    return next;
  }

  void dispatch(long nowNanos, boolean loadHasChanged) {
    if (loadHasChanged) {
      allocator.publishLoad();
    }
    allocator.dispatch(nowNanos);
    if (looksAtSome) {
      open.removeIf(request -> request.isSettled(maxDegree));
    }
  }

  /** Returns the policy's decision; a time in the past would repeat the call each nanosecond. */
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
    Load news = allocator.publishedLoad();
    boolean isSharedOutAnew = false;
    for (SimulatedRequest request : open) {
      if (request.isToAsk(news, nowNanos, periodNanos)) {
        isSharedOutAnew = isMalleable;
        Decision decision = decision(request.progress(nowNanos, request.threads()));
        int degree = Math.min(decision.degree(), maxDegree);
        request.decided(
            isMalleable ? degree : Math.max(degree, Math.min(request.threads(), maxDegree)),
            decision,
            news,
            preempts && !isMalleable && request.threads() >= maxDegree);
        allocator.update(request);
      }
    }
    // A request that loses threads by an answer loses them before its slice is examined.
    if (preempts && !isSharedOutAnew) {
      endSlices(nowNanos);
    }
  }

  /**
   * Ends slices one after the other, in their order: a request that resumes in the place of one
   * cannot take that of another. A request above its share loses threads first.
   */
  private void endSlices(long nowNanos) {
    for (int position = 0; position < running.size(); position++) {
      SimulatedRequest request = running.get(position);
      boolean isToLeave =
          isAtBorder(request, nowNanos)
              && (request.share() == 0
                  || (!request.hasThreadsToLose()
                      && request.sliceEndNanos() <= nowNanos
                      && allocator.sliceIsOver(request, nowNanos)));
      if (isToLeave) {
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
    if (looksAtSome) {
      open.add(request);
    }
  }

  @Override
  public void resume(SimulatedRequest request, long nowNanos) {
    request.resume(nowNanos, nowNanos + machine.costs().switchNanos());
    running.add(request);
    if (looksAtSome) {
      open.add(request); // It was preempted under an earlier policy.
    }
  }

  @Override
  public void help(SimulatedRequest request, long nowNanos) {
    request.joinFrom(nowNanos + machine.costs().wakeUpNanos());
  }

  @Override
  public void sharesChanged(long nowNanos) {
    for (int position = 0; position < running.size(); ) {
      SimulatedRequest request = running.get(position);
      if (request.hasThreadsToLose() && isAtBorder(request, nowNanos)) {
        loseThreads(position, nowNanos);
      }
      position += request.threads() > 0 ? 1 : 0;
    }
  }

  /** Takes the threads above the share of a request at a border; the last ones go first. */
  private void loseThreads(int position, long nowNanos) {
    SimulatedRequest request = running.get(position);
    // Threads take chunks in turn, so one thread is at a border.
    boolean worksInChunks = machine.costs().periodNanos() > 0;
    int lost = worksInChunks ? 1 : request.threads() - request.share();
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
