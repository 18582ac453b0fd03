package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.place.PlacedRequest;
import org.curtail.speed.place.SpeedAllocator;
import org.curtail.speed.place.SpeedEnforcer;
import org.jspecify.annotations.Nullable;

/**
 * State of one run of an {@link EnergySimulation}. Events at the same time happen in this order:
 * completions, arrivals, a new policy, moves and starts. Events of one kind happen in order of
 * arrival.
 */
final class EnergyRun implements SpeedEnforcer<EnergyRun.ServedRequest> {
  private final EnergySimulation simulation;
  private final SpeedMachine machine;
  private final Trace trace;
  private final SpeedSteering steering;
  private final EnergyObserver observer;
  private final PowerMeter meter;
  private final SpeedAllocator<ServedRequest> allocator;
  private final long[] latencyNanos;
  private final long[] waitNanos;

  /** Factors {@link SpeedMachine#progress}, by class. */
  private final double[] progress;

  /** All arrived requests in order. Requests before {@link #started} have started. */
  private final List<ServedRequest> arrived = new ArrayList<>();

  private int started;
  private int ended;
  private long nowNanos;

  /** Time of the next call of the policy if no event happens before. */
  private long nextAskNanos = SpeedPolicy.Wish.NEVER;

  private long nextSteeringNanos;

  /** Latencies since the steering's last window. */
  private long[] unseenNanos = new long[16];

  private int unseenEnds;
  private int unseenArrivals;

  EnergyRun(
      EnergySimulation simulation, SpeedSteering steering, Trace trace, EnergyObserver observer) {
    this.simulation = simulation;
    this.trace = trace;
    this.steering = steering;
    this.observer = observer;
    machine = simulation.machine();
    meter = new PowerMeter(machine);
    allocator = new SpeedAllocator<>(machine, steering.first(), this);
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
    progress = new double[machine.classes().size()];
    Arrays.setAll(progress, machine::progress);
    nextSteeringNanos = steering.periodNanos();
  }

  EnergyResult run() {
    while (ended < trace.size()) {
      nowNanos = nextEventNanos();
      meter.advance(nowNanos);
      complete();
      arrive();
      steer();
      place();
      observer.settled(nowNanos, meter);
    }
    return new EnergyResult(latencyNanos, waitNanos, meter.account());
  }

  private long nextEventNanos() {
    long next = nextAskNanos;
    for (ServedRequest request : allocator.served()) {
      next = Math.min(next, request.endNanos());
    }
    if (arrived.size() < trace.size()) {
      next = Math.min(next, arrivalNanos(arrived.size()));
    }
    if (next == SpeedPolicy.Wish.NEVER) {
      throw new IllegalStateException(
          "no event can follow: %d requests wait and none runs".formatted(waiting()));
    }
    return Math.min(next, nextSteeringNanos);
  }

  private long arrivalNanos(int index) {
    return Math.round(trace.arrivalMs(index) * 1e6);
  }

  private void complete() {
    List<ServedRequest> running = allocator.served();
    for (int i = 0; i < running.size(); ) {
      ServedRequest request = running.get(i);
      if (request.endNanos() > nowNanos) {
        i++;
        continue;
      }
      allocator.end(request);
      meter.end(request.speedClass());
      latencyNanos[request.index] = nowNanos - request.arrivalNanos;
      waitNanos[request.index] = request.startNanos() - request.arrivalNanos;
      ended++;
      noteEnd(latencyNanos[request.index]);
      observer.ended(request.index, nowNanos);
    }
  }

  private void arrive() {
    for (int index = arrived.size();
        index < trace.size() && arrivalNanos(index) <= nowNanos;
        index++) {
      double demandNanos = simulation.profile().timeMs(trace.request(index), 1) * 1e6;
      arrived.add(
          new ServedRequest(
              index,
              arrivalNanos(index),
              demandNanos,
              simulation.predictor().prediction(index, Math.round(demandNanos))));
      observer.arrived(index, nowNanos);
      unseenArrivals++;
    }
  }

  private void noteEnd(long latency) {
    if (steering.periodNanos() == SpeedPolicy.Wish.NEVER) {
      return;
    }
    if (unseenEnds == unseenNanos.length) {
      unseenNanos = Arrays.copyOf(unseenNanos, 2 * unseenEnds);
    }
    unseenNanos[unseenEnds++] = latency;
  }

  private void steer() {
    if (nextSteeringNanos > nowNanos) {
      return;
    }
    SpeedPolicy next =
        steering.next(
            new SpeedWindow(
                Arrays.copyOf(unseenNanos, unseenEnds), unseenArrivals, steering.periodNanos()));
    allocator.serveBy(next);
    observer.steered(next, nowNanos);
    unseenEnds = 0;
    unseenArrivals = 0;
    nextSteeringNanos += steering.periodNanos();
  }

  /** Puts requests on the classes that the policy wants, while cores of these classes are free. */
  private void place() {
    allocator.place(nowNanos);
    boolean changed;
    do {
      changed = allocator.startNext(nowNanos);
    } while (changed);
    nextAskNanos = allocator.nextAskNanos();
  }

  // ---- Called by the allocator.

  @Override
  public int waiting() {
    return arrived.size() - started;
  }

  @Override
  public @Nullable ServedRequest next() {
    return waiting() == 0 ? null : arrived.get(started);
  }

  @Override
  public long waitingArrivalNanos(int place) {
    return arrived.get(started + place).arrivalNanos;
  }

  @Override
  public void start(ServedRequest request, int speedClass, long now) {
    started++;
    request.start(speedClass, now, progress[speedClass]);
    meter.begin(speedClass);
    observer.started(request.index, speedClass, now);
  }

  @Override
  public void move(ServedRequest request, int speedClass, long now) {
    int from = request.speedClass();
    request.move(speedClass, now, progress[speedClass], machine.moveNanos());
    meter.move(from, speedClass);
    observer.moved(request.index, from, speedClass, now);
  }

  static final class ServedRequest implements PlacedRequest {
    /** Rounding error of remaining work after several subtractions; far below a nanosecond. */
    private static final double ROUNDING_NANOS = 1e-3;

    final int index;
    final long arrivalNanos;
    private final double demandNanos;
    private final Prediction prediction;

    private int speedClass = NONE;
    private long startNanos;

    /**
     * Remaining work when the request reached its class. The class works on it from {@link
     * #sinceNanos} on.
     */
    private double remainingNanos;

    private long sinceNanos;
    private double progress;
    private long endNanos = SpeedPolicy.Wish.NEVER;

    private long nowNanos;

    private boolean oldest;

    ServedRequest(int index, long arrivalNanos, double demandNanos, Prediction prediction) {
      this.index = index;
      this.arrivalNanos = arrivalNanos;
      this.demandNanos = demandNanos;
      this.prediction = prediction;
      remainingNanos = demandNanos;
    }

    @Override
    public long arrivalNanos() {
      return arrivalNanos;
    }

    @Override
    public void seen(long atNanos, boolean isOldest) {
      nowNanos = atNanos;
      oldest = isOldest;
    }

    void start(int at, long now, double newProgress) {
      startNanos = now;
      put(at, now, newProgress);
    }

    void move(int to, long now, double newProgress, long delayNanos) {
      remainingNanos = remaining(now);
      put(to, now + delayNanos, newProgress);
    }

    private void put(int at, long since, double newProgress) {
      speedClass = at;
      sinceNanos = since;
      progress = newProgress;
      // The request's speed is constant until it moves, so its end is known.
      endNanos = since + (long) Math.ceil(remainingNanos / progress - ROUNDING_NANOS);
    }

    private double remaining(long now) {
      return Math.max(0, remainingNanos - Math.max(0, now - sinceNanos) * progress);
    }

    /** Returns the end of the request if it does not move. */
    long endNanos() {
      return endNanos;
    }

    long startNanos() {
      return startNanos;
    }

    @Override
    public long ageNanos() {
      return nowNanos - arrivalNanos;
    }

    @Override
    public long servedNanos() {
      return speedClass == NONE ? 0 : nowNanos - startNanos;
    }

    @Override
    public double attainedNanos() {
      return speedClass == NONE ? 0 : demandNanos - remaining(nowNanos);
    }

    @Override
    public Prediction prediction() {
      return prediction;
    }

    @Override
    public int speedClass() {
      return speedClass;
    }

    @Override
    public boolean isOldest() {
      return oldest;
    }
  }
}
