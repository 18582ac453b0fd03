package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.sim.CoreSpeeds;
import org.curtail.sim.Observer;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.place.PlacedThread;
import org.curtail.speed.place.SpeedAllocator;
import org.curtail.speed.place.SpeedEnforcer;
import org.jspecify.annotations.Nullable;

/**
 * Cores of each request's threads, and their energy. The {@link SpeedAllocator} places threads here
 * instead of requests. A request that loses a thread gives up its slowest core. New threads get
 * cores in the order of their requests, first threads before further ones. Each run needs its own.
 */
final class ThreadPlaces implements CoreSpeeds, SpeedEnforcer<ThreadPlaces.ThreadPlace> {
  private final EnergySimulation simulation;
  private final SpeedMachine machine;
  private final Trace trace;
  private final EnergyObserver observer;
  private final PowerMeter meter;
  private final SpeedAllocator<ThreadPlace> allocator;

  /** Factors {@link SpeedMachine#progress}, by class. */
  private final double[] progress;

  /** Requests by place in the trace; null before a request has started. */
  private final @Nullable ThreadedRequest[] requests;

  private final List<ThreadedRequest> served = new ArrayList<>();

  private final List<ThreadPlace> awaiting = new ArrayList<>();

  private long nextNanos = SpeedPolicy.Wish.NEVER;

  /** Speed by number of the running request. */
  private double[] speed = new double[16];

  ThreadPlaces(
      EnergySimulation simulation, SpeedPolicy policy, Trace trace, EnergyObserver observer) {
    this.simulation = simulation;
    this.trace = trace;
    this.observer = observer;
    machine = simulation.machine();
    meter = new PowerMeter(machine);
    allocator = new SpeedAllocator<>(machine, policy, this);
    progress = new double[machine.classes().size()];
    Arrays.setAll(progress, machine::progress);
    requests = new ThreadedRequest[trace.size()];
  }

  @Override
  public void place(long now, Observer.State state) {
    meter.advance(now);
    update(state);
    served.forEach(request -> takeSurplus(request, now));
    served.removeIf(request -> request.wanted == 0);
    served.forEach(this::add);
    awaiting.sort(PlacedThread.FIRST_THREADS_FIRST);
    allocator.place(now);
    boolean changed;
    do {
      changed = allocator.startNext(now);
    } while (changed);
    observer.settled(now, meter);
    nextNanos = allocator.nextAskNanos();
    for (ThreadPlace thread : allocator.served()) {
      nextNanos = Math.min(nextNanos, thread.arrivesNanos(now));
    }
    if (speed.length < state.running()) {
      speed = new double[2 * state.running()];
    }
    for (int i = 0; i < state.running(); i++) {
      speed[i] = request(state.index(i)).speed(now);
    }
  }

  private void update(Observer.State state) {
    served.forEach(request -> request.wanted = 0);
    for (int i = 0; i < state.running(); i++) {
      ThreadedRequest request = request(state.index(i));
      if (request.threads.isEmpty()) {
        served.add(request);
      }
      request.wanted = state.computing(i);
      request.remaining = state.remaining(i);
    }
  }

  private ThreadedRequest request(int index) {
    ThreadedRequest known = requests[index];
    if (known != null) {
      return known;
    }
    double demandNanos = simulation.profile().timeMs(trace.request(index), 1) * 1e6;
    var request =
        new ThreadedRequest(
            index,
            Math.round(trace.arrivalMs(index) * 1e6),
            demandNanos,
            simulation.predictor().prediction(index, Math.round(demandNanos)));
    requests[index] = request;
    return request;
  }

  private void takeSurplus(ThreadedRequest request, long now) {
    while (request.threads.size() > request.wanted) {
      ThreadPlace slowest = PlacedThread.givenUpFirst(request.threads);
      request.threads.remove(slowest);
      int from = slowest.speedClass();
      if (from == SpeedPolicy.RequestView.NONE) {
        awaiting.remove(slowest);
      } else {
        allocator.end(slowest);
        meter.end(from);
        observer.left(request.index, from, now);
      }
    }
  }

  private void add(ThreadedRequest request) {
    while (request.threads.size() < request.wanted) {
      var thread = new ThreadPlace(request);
      request.threads.add(thread);
      awaiting.add(thread);
    }
  }

  @Override
  public double speed(int running) {
    return speed[running];
  }

  @Override
  public long nextNanos() {
    return nextNanos;
  }

  /** Returns the time from a request's arrival to its first core. */
  long waitNanos(int index) {
    return request(index).waitNanos();
  }

  EnergyAccount account(long endNanos) {
    meter.advance(endNanos);
    return meter.account();
  }

  // ---- Called by the allocator.

  @Override
  public int waiting() {
    return awaiting.size();
  }

  @Override
  public @Nullable ThreadPlace next() {
    return awaiting.isEmpty() ? null : awaiting.getFirst();
  }

  @Override
  public long waitingArrivalNanos(int place) {
    return awaiting.get(place).arrivalNanos();
  }

  @Override
  public void start(ThreadPlace thread, int speedClass, long nowNanos) {
    awaiting.removeFirst();
    thread.request.begins(nowNanos);
    thread.put(speedClass, progress[speedClass], nowNanos);
    meter.begin(speedClass);
    observer.started(thread.request.index, speedClass, nowNanos);
  }

  @Override
  public void move(ThreadPlace thread, int speedClass, long nowNanos) {
    int from = thread.speedClass();
    thread.put(speedClass, progress[speedClass], nowNanos + machine.moveNanos());
    meter.move(from, speedClass);
    observer.moved(thread.request.index, from, speedClass, nowNanos);
  }

  /**
   * Thread of a request with several threads, and its core. The speed policy and the allocator
   * treat it as a request.
   */
  static final class ThreadPlace implements PlacedThread {
    final ThreadedRequest request;
    private int speedClass = NONE;
    private double progress;

    /** Time at which the thread reaches its core. */
    private long worksFromNanos;

    private long nowNanos;

    private boolean oldest;

    ThreadPlace(ThreadedRequest request) {
      this.request = request;
    }

    /** Puts the thread on a core of a class. The thread computes there from a moment on. */
    void put(int at, double newProgress, long fromNanos) {
      speedClass = at;
      progress = newProgress;
      worksFromNanos = fromNanos;
    }

    /** Returns the work per time at a moment. */
    double progress(long atNanos) {
      return speedClass == NONE || atNanos < worksFromNanos ? 0 : progress;
    }

    /** Returns the time at which the thread reaches its core; NEVER if it is there already. */
    long arrivesNanos(long atNanos) {
      return speedClass != NONE && atNanos < worksFromNanos
          ? worksFromNanos
          : SpeedPolicy.Wish.NEVER;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Identity, not equality.
    public boolean isFirst() {
      return request.threads.getFirst() == this;
    }

    @Override
    public long requestNumber() {
      return request.index;
    }

    @Override
    public long arrivalNanos() {
      return request.arrivalNanos;
    }

    @Override
    public void seen(long atNanos, boolean isOldest) {
      nowNanos = atNanos;
      oldest = isOldest;
    }

    @Override
    public long ageNanos() {
      return nowNanos - request.arrivalNanos;
    }

    @Override
    public long servedNanos() {
      return request.servedNanos(nowNanos);
    }

    @Override
    public double attainedNanos() {
      return request.attainedNanos();
    }

    @Override
    public Prediction prediction() {
      return request.prediction;
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

  /** Request whose threads each have a core of their own. */
  static final class ThreadedRequest {
    final int index;
    final long arrivalNanos;
    final Prediction prediction;
    private final double demandNanos;

    /**
     * Threads with a core, then threads that wait for one. The first element is the first thread.
     */
    final List<ThreadPlace> threads = new ArrayList<>();

    /** Wanted number of threads; 0 after the end. */
    int wanted;

    /** Remaining share of the work, 0 to 1. */
    double remaining = 1;

    private boolean started;
    private long startNanos;

    ThreadedRequest(int index, long arrivalNanos, double demandNanos, Prediction prediction) {
      this.index = index;
      this.arrivalNanos = arrivalNanos;
      this.demandNanos = demandNanos;
      this.prediction = prediction;
    }

    /** Records that a thread of the request has a core. */
    void begins(long nowNanos) {
      if (!started) {
        started = true;
        startNanos = nowNanos;
      }
    }

    long waitNanos() {
      return startNanos - arrivalNanos;
    }

    long servedNanos(long nowNanos) {
      return started ? nowNanos - startNanos : 0;
    }

    double attainedNanos() {
      return demandNanos * (1 - remaining);
    }

    /** Returns the mean speed of the threads at a moment. Threads without a core count as 0. */
    double speed(long nowNanos) {
      double sum = 0;
      for (ThreadPlace thread : threads) {
        sum += thread.progress(nowNanos);
      }
      return threads.isEmpty() ? 0 : sum / threads.size();
    }
  }
}
