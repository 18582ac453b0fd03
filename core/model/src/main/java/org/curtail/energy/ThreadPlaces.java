package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * The cores of each request's threads, and their energy: the {@link SpeedAllocator} places threads
 * as elsewhere requests. A request that loses a thread gives up its slowest core. New threads get a
 * core in the order of their requests, first threads before further ones. For one run.
 */
final class ThreadPlaces implements CoreSpeeds, SpeedEnforcer<ThreadPlace> {
  private final EnergySimulation simulation;
  private final SpeedMachine machine;
  private final Trace trace;
  private final Witness witness;
  private final PowerMeter meter;
  private final SpeedAllocator<ThreadPlace> allocator;

  /** Factors {@link SpeedMachine#progress}, by class. */
  private final double[] progress;

  /** Requests by place in the trace; null before a request has started. */
  private final @Nullable ThreadedRequest[] requests;

  /** Served requests. */
  private final List<ThreadedRequest> served = new ArrayList<>();

  /** Threads that wait for a core. */
  private final List<ThreadPlace> awaiting = new ArrayList<>();

  private long nextNanos = SpeedPolicy.Wish.NEVER;

  /** Speed by running request. */
  private double[] speed = new double[16];

  ThreadPlaces(EnergySimulation simulation, SpeedPolicy policy, Trace trace, Witness witness) {
    this.simulation = simulation;
    this.trace = trace;
    this.witness = witness;
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
    see(state);
    served.forEach(request -> take(request, now));
    served.removeIf(request -> request.wanted == 0);
    served.forEach(this::add);
    awaiting.sort(PlacedThread.FIRST_THREADS_FIRST);
    allocator.place(now);
    boolean changed;
    do {
      changed = allocator.startNext(now);
    } while (changed);
    witness.settled(now, meter);
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

  /** Sets the number of threads of each request. */
  private void see(Observer.State state) {
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

  /** Takes surplus threads from a request. */
  private void take(ThreadedRequest request, long now) {
    while (request.threads.size() > request.wanted) {
      ThreadPlace slowest = PlacedThread.givenUpFirst(request.threads);
      request.threads.remove(slowest);
      int from = slowest.speedClass();
      if (from == SpeedPolicy.RequestView.NONE) {
        awaiting.remove(slowest);
      } else {
        allocator.end(slowest);
        meter.end(from);
        witness.left(request.index, from, now);
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

  /** Returns the time from a request's arrival until it had a core. */
  long waitNanos(int index) {
    return request(index).waitNanos();
  }

  /** Returns the energy until the end of a run. */
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
    witness.started(thread.request.index, speedClass, nowNanos);
  }

  @Override
  public void move(ThreadPlace thread, int speedClass, long nowNanos) {
    int from = thread.speedClass();
    thread.put(speedClass, progress[speedClass], nowNanos + machine.moveNanos());
    meter.move(from, speedClass);
    witness.moved(thread.request.index, from, speedClass, nowNanos);
  }
}
