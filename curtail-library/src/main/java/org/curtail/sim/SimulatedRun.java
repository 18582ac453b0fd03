package org.curtail.sim;

import java.util.List;
import org.curtail.Policy;
import org.curtail.Profile;

/**
 * The state of one run of a {@link Simulation}: time and work. Who serves whom is the {@link
 * SimulatedDispatcher}'s. Simultaneous events happen in the order completions, arrivals, decisions,
 * each in the order of requests.
 */
final class SimulatedRun implements Observer.State {
  /** Of a progress that is added up over many events: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  private final SimulatedDispatcher dispatcher;
  private final List<Running> running;
  private final Profile profile;
  private final Trace trace;
  private final Machine machine;
  private final Observer observer;

  private long nowNanos;
  private int nextArrival;

  private final long[] latencyNanos;
  private final long[] waitNanos;
  private double coreNanos;
  private double threadNanos;
  private double requestNanos;
  private double busyCores;

  SimulatedRun(Simulation simulation, Policy policy, Trace trace) {
    this.trace = trace;
    profile = simulation.profile();
    machine = simulation.machine();
    observer = simulation.observer();
    dispatcher = new SimulatedDispatcher(simulation, policy);
    running = dispatcher.running;
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
  }

  Outcome run() {
    while (nextArrival < trace.size() || !running.isEmpty() || !dispatcher.queue.isEmpty()) {
      advance(nextEventNanos());
      boolean changed = complete();
      changed |= arrive();
      dispatcher.dispatch(nowNanos, changed);
      setRates();
      observer.after(nowNanos, this);
    }
    return new Outcome(latencyNanos, waitNanos, nowNanos, coreNanos, threadNanos, requestNanos);
  }

  static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  private long nextEventNanos() {
    long next = nextArrival < trace.size() ? nanos(trace.arrivalMs(nextArrival)) : Running.NEVER;
    next = Math.min(next, dispatcher.admissionNanos);
    long chunkNanos = machine.costs().chunkNanos();
    for (Running request : running) {
      next = Math.min(next, request.endNanos);
      next = Math.min(next, request.lookNanos(nowNanos, chunkNanos));
      next = Math.min(next, request.nextJoinNanos(nowNanos));
    }
    if (next == Running.NEVER) {
      throw new IllegalStateException(
          "nothing will ever happen: %d requests wait for a policy that admits none"
              .formatted(waiting()));
    }
    return Math.max(next, nowNanos);
  }

  private void advance(long toNanos) {
    long elapsedNanos = toNanos - nowNanos;
    for (Running request : running) {
      request.advance(elapsedNanos);
    }
    coreNanos += elapsedNanos * busyCores;
    threadNanos += (double) elapsedNanos * dispatcher.usedThreads;
    requestNanos += (double) elapsedNanos * running.size();
    nowNanos = toNanos;
  }

  private boolean complete() {
    boolean any = false;
    for (int i = 0; i < running.size(); ) {
      Running request = running.get(i);
      if (request.endNanos > nowNanos) {
        i++;
        continue;
      }
      latencyNanos[request.index] = nowNanos - request.arrivalNanos;
      waitNanos[request.index] = request.startNanos - request.arrivalNanos;
      dispatcher.exit(request);
      any = true;
    }
    return any;
  }

  private boolean arrive() {
    boolean any = false;
    while (nextArrival < trace.size() && nanos(trace.arrivalMs(nextArrival)) <= nowNanos) {
      dispatcher.arrive(
          nextArrival, trace.request(nextArrival), nanos(trace.arrivalMs(nextArrival)));
      nextArrival++;
      any = true;
    }
    return any;
  }

  private void setRates() {
    int boosted = dispatcher.boostedThreads;
    int sharing = dispatcher.usedThreads - boosted;
    int left = machine.cores() - boosted;
    double share = sharing <= left ? 1 : (double) left / sharing;
    busyCores = 0;
    for (Running request : running) {
      request.computing = Math.max(1, request.computing(nowNanos));
      double own = request.boosted ? 1 : share;
      busyCores += request.computing * own;
      request.ratePerNano = own / (profile.timeMs(request.request, request.computing) * 1e6);
      request.endNanos =
          nowNanos + (long) Math.ceil(request.remaining / request.ratePerNano - ROUNDING_NANOS);
    }
  }

  @Override
  public int waiting() {
    return dispatcher.queue.size();
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public int index(int position) {
    return running.get(position).index;
  }

  @Override
  public int degree(int position) {
    return running.get(position).degree;
  }

  @Override
  public int threads(int position) {
    return running.get(position).threads;
  }

  @Override
  public double remaining(int position) {
    return running.get(position).remaining;
  }

  @Override
  public boolean isBoosted(int position) {
    return running.get(position).boosted;
  }
}
