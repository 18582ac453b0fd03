package org.curtail.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.sim.Noise.Pauses;
import org.curtail.sim.SimulationResult.Usage;
import org.jspecify.annotations.Nullable;

/**
 * State of one run of a {@link Simulation}: time and work. {@link SimulatedThreads} assigns
 * threads. Events at the same time happen in this order: completions, ends of useless chunks,
 * arrivals, a new policy, decisions. Events of one kind happen in the order of requests. A pause
 * begins after all others.
 */
final class SimulatedRun implements Observer.State {
  /** Rounding error of progress summed over many events; far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  private final SimulatedThreads threads;
  private final List<SimulatedRequest> running;
  private final LingeringThreads lingeringThreads;
  private final Profile profile;
  private final Trace trace;
  private final RequestSource source;
  private final Machine machine;
  private final Pauses pauses;
  private final Observer observer;
  private final Steering steering;
  private final CoreSpeeds coreSpeeds;
  private final boolean isSteered;

  /** Policy that serves from the next moment on; null for no change. */
  private @Nullable Policy coming;

  private final int mostRunning;

  /** Factors {@link Costs#slowdown}, by number of threads. */
  private final double[] slowdown;

  private long nowNanos;

  private int arrived;

  /** Time at which the first running request ends, or its serial part; or a thread wakes up. */
  private long nextEndNanos = DispatchedRequest.NEVER;

  private long nextJoinNanos = DispatchedRequest.NEVER;

  /** Share of a core for each thread that is not boosted. */
  private double share = 1;

  private double busyCores;
  private long pausedNanos;
  private final Usage usage = new Usage();
  private final long[] latencyNanos;
  private final long[] waitNanos;

  SimulatedRun(Simulation simulation, Policy policy, Trace trace, RequestSource source) {
    this.trace = trace;
    this.source = source;
    profile = simulation.profile();
    machine = simulation.machine();
    observer = simulation.observer();
    steering = simulation.steering();
    coreSpeeds = simulation.coreSpeeds();
    isSteered = simulation.isSteered();
    mostRunning = simulation.mostRunning();
    pauses = new Pauses(machine.noise());
    threads = new SimulatedThreads(simulation, policy);
    running = threads.running;
    lingeringThreads = threads.lingeringThreads;
    slowdown = new double[profile.maxDegree() + 1];
    Arrays.setAll(slowdown, threads -> threads == 0 ? 1 : machine.costs().slowdown(threads));
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
  }

  SimulationResult run() {
    while (!isDone() && running.size() + threads.asideCount() <= mostRunning) {
      long next = nextEventNanos();
      if (isSteered && steering.nextNanos() < Math.min(next, pauses.beginNanos())) {
        next = Math.max(steering.nextNanos(), nowNanos);
        coming = ask(next);
        if (threads.isServedBy(coming)) {
          continue; // A call of the steering is not an event.
        }
      }
      if (pauses.beginNanos() < next) {
        advance(pauses.beginNanos());
        pause();
      } else {
        advance(next);
      }
      boolean changed = complete();
      changed |= threads.loseLingering();
      changed |= arrive();
      if (isSteered) {
        steer();
      }
      threads.dispatch(nowNanos, changed);
      setRates();
      observer.after(nowNanos, this);
    }
    return isDone()
        ? new SimulationResult(latencyNanos, waitNanos, nowNanos, usage, 0)
        : unfinished();
  }

  private boolean isDone() {
    return source.nextNanos() == DispatchedRequest.NEVER
        && running.isEmpty()
        && threads.waitingCount() == 0
        && threads.asideCount() == 0;
  }

  /** Returns the result of a run that was given up: unfinished requests count with their age. */
  private SimulationResult unfinished() {
    var started = new ArrayList<>(running);
    started.addAll(threads.preempted());
    for (SimulatedRequest request : started) {
      latencyNanos[request.index] = nowNanos - request.arrivalNanos();
      waitNanos[request.index] = request.firstStartNanos - request.arrivalNanos();
    }
    for (SimulatedRequest request : threads.waiting()) {
      latencyNanos[request.index] = nowNanos - request.arrivalNanos();
      waitNanos[request.index] = latencyNanos[request.index];
    }
    return new SimulationResult(
        Arrays.copyOf(latencyNanos, arrived),
        Arrays.copyOf(waitNanos, arrived),
        nowNanos,
        usage,
        started.size() + threads.waitingCount());
  }

  static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  private long nextEventNanos() {
    long next = Math.min(source.nextNanos(), threads.admissionNanos());
    next = Math.min(next, Math.min(nextEndNanos, nextJoinNanos));
    next = Math.min(next, threads.nextLookNanos(nowNanos));
    next = Math.min(next, lingeringThreads.nextEndNanos(nowNanos, share));
    next = Math.min(next, coreSpeeds.nextNanos());
    if (next == DispatchedRequest.NEVER && steering.nextNanos() == DispatchedRequest.NEVER) {
      throw new IllegalStateException(
          "no event can follow: %d requests wait for a policy that admits none"
              .formatted(waiting()));
    }
    return Math.max(next, nowNanos);
  }

  private void advance(long toNanos) {
    long elapsedNanos = toNanos - nowNanos;
    for (SimulatedRequest request : running) {
      request.advance(elapsedNanos);
    }
    lingeringThreads.advance(elapsedNanos, share);
    usage.add(
        elapsedNanos,
        busyCores,
        lingeringThreads.count() * share,
        threads.used(),
        lingeringThreads.count(),
        running.size());
    nowNanos = toNanos;
  }

  private void pause() {
    long lengthNanos = pauses.endNanos() - nowNanos;
    for (SimulatedRequest request : running) {
      request.pause(nowNanos, lengthNanos);
    }
    share = 0;
    busyCores = 0;
    nextEndNanos = DispatchedRequest.NEVER;
    advance(pauses.endNanos());
    pausedNanos += lengthNanos;
    pauses.passed();
  }

  private boolean complete() {
    if (nextEndNanos > nowNanos) {
      return false;
    }
    for (int i = 0; i < running.size(); ) {
      SimulatedRequest request = running.get(i);
      if (request.endNanos > nowNanos) {
        i++;
        continue;
      }
      if (request.endSerialPart()) {
        threads.endSerialPart(request);
        i++;
        continue;
      }
      latencyNanos[request.index] = nowNanos - request.arrivalNanos();
      waitNanos[request.index] = request.firstStartNanos - request.arrivalNanos();
      threads.exit(i);
      source.ended(nowNanos);
      SimulatedEnd end = request.end(nowNanos);
      if (end != null) {
        steering.ended(end);
      }
    }
    return true;
  }

  private boolean arrive() {
    boolean any = false;
    for (long nanos = source.nextNanos(); nanos <= nowNanos; nanos = source.nextNanos()) {
      threads.arrive(arrived, trace.request(arrived), nanos);
      source.arrived();
      arrived++;
      any = true;
      if (isSteered) {
        steering.arrived(nanos);
      }
    }
    return any;
  }

  private void steer() {
    Policy next = coming;
    if (next == null && steering.nextNanos() <= nowNanos) {
      next = ask(nowNanos);
    }
    if (next != null) {
      threads.serveBy(next, nowNanos);
    }
    coming = null;
  }

  private Policy ask(long atNanos) {
    Policy next = steering.at(atNanos);
    if (steering.nextNanos() <= atNanos) {
      throw new IllegalStateException(
          "the steering asked at %d ns for its next call at %d; expected later"
              .formatted(atNanos, steering.nextNanos()));
    }
    return next;
  }

  /** Returns each thread's share of a core. Waking threads need no core yet. */
  private double coreShare(long nowNanos) {
    int sharing = lingeringThreads.count();
    int left = machine.cores();
    for (SimulatedRequest request : running) {
      int computing = request.computing(nowNanos);
      if (computing != request.computing) {
        request.computeWith(computing, nowNanos);
        request.aloneNanos =
            computing == 0
                ? Double.POSITIVE_INFINITY
                : aloneMs(request.request, computing) * 1e6 * slowdown[computing];
      }
      if (request.isBoosted()) {
        left -= computing;
      } else {
        sharing += computing;
      }
    }
    return sharing <= left ? 1 : (double) left / sharing;
  }

  /** Returns the time of a whole request at the speed of its part after the serial one. */
  private double aloneMs(int request, int degree) {
    double serialMs = profile.serialMs(request);
    double timeMs = profile.timeMs(request, degree);
    // The serial part has the speed of one thread, and so has the rest on one thread.
    return serialMs == 0 || degree == 1
        ? timeMs
        : (timeMs - serialMs) / (1 - serialMs / profile.timeMs(request, 1));
  }

  private void setRates() {
    share = coreShare(nowNanos);
    busyCores = lingeringThreads.count() * share;
    nextEndNanos = DispatchedRequest.NEVER;
    nextJoinNanos = DispatchedRequest.NEVER;
    coreSpeeds.place(nowNanos, this);
    for (int i = 0; i < running.size(); i++) {
      SimulatedRequest request = running.get(i);
      int computing = request.computing;
      double own = request.isBoosted() ? 1 : share;
      busyCores += computing * own;
      request.ratePerNano = own * coreSpeeds.speed(i) / request.aloneNanos;
      request.endNanos =
          computing == 0 || request.ratePerNano == 0
              ? DispatchedRequest.NEVER
              : nowNanos
                  + (long)
                      Math.ceil(request.remainingOfPart() / request.ratePerNano - ROUNDING_NANOS);
      nextEndNanos = Math.min(nextEndNanos, request.endNanos);
      nextJoinNanos = Math.min(nextJoinNanos, request.nextJoinNanos(nowNanos));
    }
  }

  @Override
  public int waiting() {
    return threads.waitingCount();
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public int preempted() {
    return threads.asideCount();
  }

  @Override
  public int lingeringThreads() {
    return lingeringThreads.count();
  }

  @Override
  public double coreShare() {
    return share;
  }

  @Override
  public long pausedNanos() {
    return pausedNanos;
  }

  @Override
  public int index(int position) {
    return running.get(position).index;
  }

  @Override
  public int degree(int position) {
    return running.get(position).decidedDegree();
  }

  @Override
  public int threads(int position) {
    return running.get(position).threads();
  }

  @Override
  public int computing(int position) {
    return running.get(position).computing;
  }

  @Override
  public double remaining(int position) {
    return running.get(position).remaining;
  }

  @Override
  public boolean isBoosted(int position) {
    return running.get(position).isBoosted();
  }
}
