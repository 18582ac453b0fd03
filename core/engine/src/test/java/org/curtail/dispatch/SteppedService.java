package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.Progress;

/**
 * A service that an {@link Allocator} serves in steps. It knows at any time which thread serves
 * whom; any call of it and of its policy may fail, and then it has the allocator repaired.
 */
final class SteppedService implements Enforcer<SteppedRequest>, Facts<SteppedRequest> {
  private static final int MOST_ATTEMPTS = 10_000;
  private static final int MOST_ROUNDS = 1_000;

  /** Thrown in the middle of a change. */
  private static final class Rehearsed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  final Allocator<SteppedRequest> allocator;
  final List<SteppedRequest> all = new ArrayList<>();
  long nowNanos = 1;
  private Policy policy;

  /** Requests are decided on before each round; if not, when they start and at their borders. */
  boolean decidesBeforeRounds = true;

  /** Whether there is a place for a request that may start. */
  Predicate<SteppedRequest> hasRoom = next -> true;

  /** Whether there is a thread for a request, where cores are lent. */
  Predicate<SteppedRequest> hasThread = request -> true;

  /** What a request says of itself. */
  Predicate<SteppedRequest> saysServedByAll = request -> false;

  /** Those that the repair says are aside. */
  private final Set<SteppedRequest> toldAside = new HashSet<>();

  /** Threads of requests that have ended, on their way back. */
  private int onTheirWay;

  /** Those that it was told of as boosted, each as often as that. */
  final List<SteppedRequest> boosted = new ArrayList<>();

  /** In how many calls one fails, on the average; 0 for never. */
  private final int meanCallsToFault;

  private final RandomGenerator random;

  private int faults;

  /** Calls while it dispatches, and the one of them that fails; 0 for none. */
  int calls;

  int failsAtCall;
  private boolean isDispatching;

  /** How often it was told that another policy serves. */
  int policyChanges;

  private int roundsLeft;

  private long arrived;

  SteppedService(Policy policy, Service service, int meanCallsToFault, RandomGenerator random) {
    this.policy = new Faulty(policy);
    this.meanCallsToFault = meanCallsToFault;
    this.random = random;
    allocator = new Allocator<>(this.policy, policy.traits(), service, this);
  }

  /** Fails now and then. */
  private final class Faulty implements DelegatingPolicy {
    private final Policy policy;

    Faulty(Policy policy) {
      this.policy = policy;
    }

    @Override
    public Policy policy() {
      return policy;
    }

    @Override
    public Admission admit(Progress waiting, Load load) {
      fail();
      return policy.admit(waiting, load);
    }

    @Override
    public Decision decide(Progress running, Load load) {
      fail();
      return policy.decide(running, load);
    }

    @Override
    public double priority(Progress request, Load load) {
      fail();
      return policy.priority(request, load);
    }

    @Override
    public int level(Progress aside) {
      fail();
      return policy.level(aside);
    }
  }

  private void fail() {
    if (isDispatching) {
      calls++;
      if (calls == failsAtCall) {
        throw new Rehearsed();
      }
    }
    if (meanCallsToFault > 0 && random.nextInt(meanCallsToFault) == 0) {
      faults++;
      throw new Rehearsed();
    }
  }

  int faults() {
    return faults;
  }

  /** Does something, then looks at everything, until nothing fails. */
  private void change(Runnable change) {
    try {
      change.run();
    } catch (Rehearsed e) {
      repair();
    }
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        roundsLeft = MOST_ROUNDS;
        isDispatching = true;
        allocator.dispatch(nowNanos);
        isDispatching = false;
        return;
      } catch (Rehearsed e) {
        isDispatching = false;
        repair();
      }
    }
    throw new AssertionError("each of many attempts failed");
  }

  private void repair() {
    var before = new HashSet<>(allocator.aside().all());
    toldAside.clear();
    repairUntilItIsWhole();
    var put = new HashSet<>(allocator.aside().all());
    put.removeAll(before);
    assertThat(toldAside).as("told that they are aside").containsAll(put);
  }

  private void repairUntilItIsWhole() {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        allocator.repair(this, nowNanos);
        return;
      } catch (Rehearsed e) {
        // The next attempt goes on from there.
      }
    }
    throw new AssertionError("each of many repairs failed");
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
      allocator.exit();
      giveBack(request, request.servedBy);
      allocator.end(request);
    });
  }

  /** A running request ends; its threads come back later. */
  void endWithThreadsOnTheirWay(SteppedRequest request) {
    request.isOver = true;
    all.remove(request);
    change(() -> {
      allocator.exit();
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

  /** A request that was set aside ends without going on. */
  void giveUpAside(SteppedRequest request) {
    all.remove(request);
    change(() -> allocator.endAside(request));
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
  void change(Policy next, Service service) {
    policy = new Faulty(next);
    change(() -> allocator.change(policy, next.traits(), service, nowNanos));
  }

  /** As after an error that has changed nothing. */
  void repairAll() {
    change(this::repair);
  }

  void dispatch() {
    change(() -> {});
  }

  /** A running request is at a border. Returns whether it is set aside. */
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
   * One thread of a running request is at a border, its others are not yet. Returns whether the
   * request is told to leave its threads.
   */
  boolean passBorderWithOneThread(SteppedRequest request) {
    boolean[] yields = new boolean[1];
    change(() -> {
      if (request.share() > 0
          && request.sliceEndNanos() <= nowNanos
          && allocator.sliceIsOver(request, nowNanos)) {
        yields[0] = true;
        long leaving = running().stream().filter(one -> one.share() == 0).count();
        long without = (long) allocator.queue().size() + allocator.aside().size();
        assertThat(leaving).as("each makes way for one").isLessThanOrEqualTo(without);
      }
      loseThreads(request, 1);
    });
    return yields[0];
  }

  /** It goes on before all others, to end. */
  void hasten(SteppedRequest request) {
    change(() -> allocator.aside().hasten(request));
  }

  private void loseThreads(SteppedRequest request, int atMost) {
    int beyond = Math.min(atMost, request.threads() - Math.min(request.share(), request.threads()));
    giveBack(request, beyond);
    if (beyond > 0 && request.threads() == 0) {
      allocator.setAside(request, nowNanos);
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
    fail();
    if (decidesBeforeRounds) {
      allocator.running().forEach(this::decide);
    }
  }

  private void decide(SteppedRequest request) {
    request.degree = policy.decide(request.progress(nowNanos), allocator.load()).degree();
    allocator.update(request);
  }

  @Override
  public void sharesChanged(long roundNanos) {
    fail();
    for (SteppedRequest request : List.copyOf(allocator.running())) {
      // The last thread goes at a border.
      giveBack(
          request, request.threads() - Math.max(1, Math.min(request.share(), request.threads())));
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
  public void help(SteppedRequest request, long helpNanos) {
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
    assertThat(load.threads()).isEqualTo(busy(List.of()));
  }

  private void serve(SteppedRequest request) {
    fail();
    request.join(nowNanos);
    fail();
  }

  @Override
  public void policyChanged() {
    policyChanges++;
  }

  @Override
  public void boosted(SteppedRequest request) {
    fail();
    boosted.add(request);
  }

  @Override
  public int busy(Iterable<SteppedRequest> running) {
    return onTheirWay + all.stream().mapToInt(request -> request.servedBy).sum();
  }

  @Override
  public int threadsOf(SteppedRequest request) {
    return request.servedBy;
  }

  /** Some of them twice. */
  @Override
  public Iterable<SteppedRequest> served() {
    var served = new ArrayList<SteppedRequest>();
    all.stream().filter(request -> request.servedBy > 0).forEach(served::add);
    served.addAll(served.subList(0, served.size() / 2));
    return served;
  }

  @Override
  public boolean isOver(SteppedRequest request) {
    return request.isOver;
  }

  @Override
  public void isAside(SteppedRequest request) {
    toldAside.add(request);
    assertThat(request.hasStarted()).isTrue();
  }

  @Override
  public void startIsUndone(SteppedRequest request) {
    request.undoStart();
  }

  Collection<SteppedRequest> running() {
    return allocator.running();
  }
}
