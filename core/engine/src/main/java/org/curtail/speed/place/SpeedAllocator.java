package org.curtail.speed.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Decides the class of each request. The engine and the simulations of {@code energy} all use this
 * class with the same {@link SpeedPolicy}. If requests have several threads, each thread counts as
 * a request here.
 *
 * <p>At every event, requests that want a slower class go down. Then requests that are due go up,
 * the oldest first. Then waiting requests start, in order of arrival. Freed cores are given out in
 * the same order, until nothing changes. The caller supplies the time. For one thread at a time.
 *
 * @param <R> the requests
 */
public final class SpeedAllocator<R extends PlacedRequest> implements SpeedPolicy.LoadView {
  private static final Comparator<PlacedRequest> BY_ARRIVAL =
      Comparator.comparingLong(PlacedRequest::arrivalNanos);

  private final SpeedMachine machine;
  private final SpeedEnforcer<R> enforcer;

  /** In order of arrival. */
  private final List<R> running = new ArrayList<>();

  /** Number of requests on each class. */
  private final int[] busy;

  private SpeedPolicy policy;
  private long nowNanos;

  /** An allocator without requests. */
  public SpeedAllocator(SpeedMachine machine, SpeedPolicy policy, SpeedEnforcer<R> enforcer) {
    this.machine = machine;
    this.policy = policy;
    this.enforcer = enforcer;
    busy = new int[machine.classes().size()];
  }

  /** Replaces the policy. The caller calls {@link #place(long)} afterwards. */
  public void serveBy(SpeedPolicy next) {
    policy = next;
  }

  /** Running requests, in order of arrival. */
  public List<R> served() {
    return Collections.unmodifiableList(running);
  }

  /** Removes a running request that has ended. */
  public void end(R request) {
    if (running.remove(request)) {
      busy[request.speedClass()]--;
    }
  }

  /** Replaces the running requests by these, each on its own class. */
  public void place(Collection<R> those) {
    running.clear();
    running.addAll(those);
    running.sort(BY_ARRIVAL);
    Arrays.fill(busy, 0);
    for (R request : running) {
      busy[request.speedClass()]++;
    }
  }

  /**
   * Moves all running requests to the classes that the policy wants, as far as there is room.
   *
   * @throws IllegalArgumentException if the policy wants a class that the machine lacks, or to be
   *     asked again earlier than now
   */
  public void place(long now) {
    nowNanos = now;
    goDown();
    allGoUp();
  }

  /**
   * Starts the next request if there is room for it. The caller repeats the call until it returns
   * false.
   *
   * @return true if it has started
   * @throws IllegalArgumentException as {@link #place}
   */
  public boolean startNext(long now) {
    nowNanos = now;
    R next = enforcer.next();
    if (next == null || running.size() == machine.cores()) {
      return false;
    }
    int wished = wish(next).speedClass();
    int at =
        hasRoom(wished, SpeedPolicy.RequestView.NONE)
                || makeRoom(wished, SpeedPolicy.RequestView.NONE)
            ? wished
            : policy.whenFull().runsSlower()
                ? fastestWithRoom(wished - 1, 0, SpeedPolicy.RequestView.NONE)
                : -1;
    if (at < 0) {
      return false;
    }
    add(next);
    busy[at]++;
    enforcer.start(next, at, nowNanos);
    // One request at a time, because its move makes room for the oldest of all.
    allGoUp();
    return true;
  }

  private void add(R request) {
    int place = running.size();
    while (place > 0 && running.get(place - 1).arrivalNanos() > request.arrivalNanos()) {
      place--;
    }
    running.add(place, request);
  }

  private void goDown() {
    for (int i = 0; i < running.size(); i++) {
      R request = running.get(i);
      int to = wish(request).speedClass();
      if (to < request.speedClass() && hasRoom(to, request.speedClass())) {
        move(request, to);
      }
    }
  }

  private void allGoUp() {
    boolean changed;
    do {
      changed = goUp();
    } while (changed);
  }

  private boolean goUp() {
    for (int i = 0; i < running.size(); i++) {
      R request = running.get(i);
      int wished = wish(request).speedClass();
      if (wished > request.speedClass() && goUp(request, wished)) {
        return true;
      }
    }
    return false;
  }

  private boolean goUp(R request, int wished) {
    int from = request.speedClass();
    if (hasRoom(wished, from) || makeRoom(wished, from)) {
      move(request, wished);
      return true;
    }
    int slower = policy.whenFull().runsSlower() ? fastestWithRoom(wished - 1, from + 1, from) : -1;
    if (slower < 0) {
      return false;
    }
    move(request, slower);
    return true;
  }

  /** Returns the fastest class with room between these two; -1 if none has room. */
  private int fastestWithRoom(int highest, int lowest, int from) {
    for (int k = highest; k >= lowest; k--) {
      if (hasRoom(k, from)) {
        return k;
      }
    }
    return -1;
  }

  /** True if a request, running or waiting, can go to this class. */
  private boolean hasRoom(int to, int from) {
    return hasCore(to, from) && machine.affords(wattsAfter(to, from));
  }

  private boolean hasCore(int to, int from) {
    return machine.kind() == SpeedMachine.Kind.CLOCKS
        // A running request keeps its core when the clock changes.
        ? from != SpeedPolicy.RequestView.NONE || running.size() < machine.cores()
        : busy[to] < machine.classes().get(to).count();
  }

  private double wattsAfter(int to, int from) {
    double leaves = from == SpeedPolicy.RequestView.NONE ? 0 : machine.busyBeyondIdleWatts(from);
    return watts() + machine.busyBeyondIdleWatts(to) - leaves;
  }

  private double watts() {
    double watts = machine.idleWatts();
    for (int k = 0; k < busy.length; k++) {
      watts += busy[k] * machine.busyBeyondIdleWatts(k);
    }
    return watts;
  }

  /**
   * Makes room on a class without a free core: its oldest request goes up early. The room is for a
   * request on another class, or for one that has not started.
   *
   * @return true if there is room now
   */
  private boolean makeRoom(int full, int from) {
    if (!policy.whenFull().oldestGoesUp()
        || machine.kind() == SpeedMachine.Kind.CLOCKS
        || hasCore(full, from)) {
      return false;
    }
    for (int k = full + 1; k <= machine.fastest(); k++) {
      // The class keeps its number of busy cores: one leaves and one comes.
      if (hasCore(k, full) && machine.affords(wattsAfter(k, from))) {
        move(oldestOn(full), k);
        return true;
      }
    }
    return false;
  }

  private R oldestOn(int speedClass) {
    for (R request : running) {
      if (request.speedClass() == speedClass) {
        return request;
      }
    }
    throw new IllegalStateException("nobody runs on class " + speedClass);
  }

  private void move(R request, int to) {
    busy[request.speedClass()]--;
    busy[to]++;
    enforcer.move(request, to, nowNanos);
  }

  private SpeedPolicy.Wish wish(R request) {
    boolean isOldest =
        running.isEmpty() || request.arrivalNanos() <= running.getFirst().arrivalNanos();
    request.seen(nowNanos, isOldest);
    SpeedPolicy.Wish wish = policy.wish(request, this);
    long ageNanos = nowNanos - request.arrivalNanos();
    if (wish.speedClass() > machine.fastest()) {
      throw new IllegalArgumentException(
          "%s wants class %d, the fastest of the machine is %d"
              .formatted(policy.name(), wish.speedClass(), machine.fastest()));
    }
    if (wish.againAtAgeNanos() <= ageNanos) {
      throw new IllegalArgumentException(
          "%s wants to be asked again at an age of %d ns, at %d ns; expected later"
              .formatted(policy.name(), wish.againAtAgeNanos(), ageNanos));
    }
    return wish;
  }

  /**
   * Returns the next moment at which the policy wants to be asked without another event; {@link
   * SpeedPolicy.Wish#NEVER} for none. Asks about all requests, so call it when all are placed.
   */
  public long nextAskNanos() {
    long nextNanos = SpeedPolicy.Wish.NEVER;
    for (int i = 0; i < running.size(); i++) {
      nextNanos = Math.min(nextNanos, askNanos(running.get(i)));
    }
    R next = enforcer.next();
    return next == null ? nextNanos : Math.min(nextNanos, askNanos(next));
  }

  private long askNanos(R request) {
    long age = wish(request).againAtAgeNanos();
    return age < SpeedPolicy.Wish.NEVER - request.arrivalNanos()
        ? request.arrivalNanos() + age
        : SpeedPolicy.Wish.NEVER;
  }

  @Override
  public SpeedMachine machine() {
    return machine;
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public int busy(int speedClass) {
    return busy[speedClass];
  }

  @Override
  public int waiting() {
    return enforcer.waiting();
  }

  @Override
  public long waitingAgeNanos(int place) {
    return nowNanos - enforcer.waitingArrivalNanos(place);
  }
}
