package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;

/**
 * Who runs on which class. At every event those that want to go down go down; then, the oldest
 * first, those that are due go up; then those that wait start, in order of arrival. What becomes
 * free on the way is given out in the same order, until nothing changes.
 */
final class Placement implements SpeedLoad {
  private final Machine machine;
  private final PowerMeter meter;
  private final Witness witness;

  /** By class: {@link Machine#progress}. */
  private final double[] progress;

  /** All that have arrived, in their order; those before {@link #started} have started. */
  private final List<ServedRequest> arrived = new ArrayList<>();

  private int started;

  /** In order of arrival, which is the order in which they started. */
  private final List<ServedRequest> running = new ArrayList<>();

  private SpeedPolicy policy;
  private WhenFull whenFull;
  private long nowNanos;

  /** When the policy wants to be asked again though nothing happens. */
  private long nextAskNanos = SpeedWish.NEVER;

  Placement(Machine machine, PowerMeter meter, Witness witness, SpeedPolicy policy) {
    this.machine = machine;
    this.meter = meter;
    this.witness = witness;
    this.policy = policy;
    whenFull = policy.whenFull();
    progress = new double[machine.classes().size()];
    for (int k = 0; k < progress.length; k++) {
      progress[k] = machine.progress(k);
    }
  }

  void serveBy(SpeedPolicy next) {
    policy = next;
    whenFull = next.whenFull();
  }

  void arrive(ServedRequest request) {
    arrived.add(request);
  }

  /** Those that run, in order of arrival. */
  List<ServedRequest> served() {
    return running;
  }

  /** When the first of those that run ends; NEVER if none runs. */
  long nextEndNanos() {
    long next = SpeedWish.NEVER;
    for (ServedRequest request : running) {
      next = Math.min(next, request.endNanos());
    }
    return next;
  }

  long nextAskNanos() {
    return nextAskNanos;
  }

  /** The running request at this place has ended. */
  void exit(int place) {
    meter.end(running.remove(place).speedClass());
  }

  /** Puts everybody where the policy wants them, as far as there is room. */
  void place(long now) {
    nowNanos = now;
    goDown();
    boolean changed;
    do {
      // One at a time: whoever makes room by going makes it for the oldest of all.
      changed = goUp() || start();
    } while (changed);
    noteNextAsk();
  }

  private void goDown() {
    for (ServedRequest request : running) {
      int to = wish(request).speedClass();
      if (to < request.speedClass() && hasRoom(to, request.speedClass())) {
        move(request, to);
      }
    }
  }

  private boolean goUp() {
    for (ServedRequest request : running) {
      int wished = wish(request).speedClass();
      if (wished > request.speedClass() && goUp(request, wished)) {
        return true;
      }
    }
    return false;
  }

  private boolean goUp(ServedRequest request, int wished) {
    int from = request.speedClass();
    if (hasRoom(wished, from) || makeRoom(wished, from)) {
      move(request, wished);
      return true;
    }
    int slower = whenFull.runsSlower() ? fastestWithRoom(wished - 1, from + 1, from) : -1;
    if (slower < 0) {
      return false;
    }
    move(request, slower);
    return true;
  }

  private boolean start() {
    if (waiting() == 0 || running.size() == machine.cores()) {
      return false;
    }
    ServedRequest request = arrived.get(started);
    int wished = wish(request).speedClass();
    int at =
        hasRoom(wished, SpeedRequest.NONE) || makeRoom(wished, SpeedRequest.NONE)
            ? wished
            : whenFull.runsSlower() ? fastestWithRoom(wished - 1, 0, SpeedRequest.NONE) : -1;
    if (at < 0) {
      return false;
    }
    started++;
    running.add(request);
    request.start(at, nowNanos, progress[at]);
    meter.begin(at);
    witness.started(request.index, at, nowNanos);
    return true;
  }

  /** The fastest class with room from one down to another; -1 if none has any. */
  private int fastestWithRoom(int highest, int lowest, int from) {
    for (int k = highest; k >= lowest; k--) {
      if (hasRoom(k, from)) {
        return k;
      }
    }
    return -1;
  }

  /** Whether a request that is somewhere, or nowhere yet, can go to a class. */
  private boolean hasRoom(int to, int from) {
    return hasCore(to, from) && machine.affords(wattsAfter(to, from));
  }

  private boolean hasCore(int to, int from) {
    return machine.kind() == Machine.Kind.CLOCKS
        // Whoever runs has a core, and takes it along from clock to clock.
        ? from != SpeedRequest.NONE || running.size() < machine.cores()
        : meter.busy(to) < machine.classes().get(to).count();
  }

  private double wattsAfter(int to, int from) {
    double leaves = from == SpeedRequest.NONE ? 0 : machine.busyBeyondIdleWatts(from);
    return meter.watts() + machine.busyBeyondIdleWatts(to) - leaves;
  }

  /**
   * Lets the oldest request of a class that has no free core go up early, for a request that is
   * somewhere or nowhere yet.
   *
   * @return whether there is room now
   */
  private boolean makeRoom(int full, int from) {
    if (!whenFull.oldestGoesUp() || machine.kind() == Machine.Kind.CLOCKS || hasCore(full, from)) {
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

  private ServedRequest oldestOn(int speedClass) {
    for (ServedRequest request : running) {
      if (request.speedClass() == speedClass) {
        return request;
      }
    }
    throw new IllegalStateException("nobody runs on class " + speedClass);
  }

  private void move(ServedRequest request, int to) {
    int from = request.speedClass();
    request.move(to, nowNanos, progress[to], machine.moving().delayNanos());
    meter.move(from, to);
    witness.moved(request.index, from, to, nowNanos);
  }

  private SpeedWish wish(ServedRequest request) {
    ServedRequest oldest = running.isEmpty() ? arrived.get(started) : running.getFirst();
    SpeedWish wish = policy.wish(request.seen(nowNanos, request == oldest), this);
    if (wish.speedClass() > machine.fastest()) {
      throw new IllegalArgumentException(
          "%s wants class %d, the fastest of the machine is %d"
              .formatted(policy.name(), wish.speedClass(), machine.fastest()));
    }
    if (wish.againAtAgeNanos() <= nowNanos - request.arrivalNanos) {
      throw new IllegalArgumentException(
          "%s wants to be asked again at an age of %d ns, at %d ns; expected later"
              .formatted(policy.name(), wish.againAtAgeNanos(), nowNanos - request.arrivalNanos));
    }
    return wish;
  }

  private void noteNextAsk() {
    nextAskNanos = SpeedWish.NEVER;
    for (ServedRequest request : running) {
      noteAsk(request);
    }
    if (waiting() > 0) {
      noteAsk(arrived.get(started));
    }
  }

  private void noteAsk(ServedRequest request) {
    long age = wish(request).againAtAgeNanos();
    if (age < SpeedWish.NEVER - request.arrivalNanos) {
      nextAskNanos = Math.min(nextAskNanos, request.arrivalNanos + age);
    }
  }

  @Override
  public Machine machine() {
    return machine;
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public int busy(int speedClass) {
    return meter.busy(speedClass);
  }

  @Override
  public int waiting() {
    return arrived.size() - started;
  }

  @Override
  public long waitingAgeNanos(int place) {
    return nowNanos - arrived.get(started + place).arrivalNanos;
  }
}
