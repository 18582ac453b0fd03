package org.curtail.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * The state of one run of a {@link Simulation}. Simultaneous events happen in the order
 * completions, arrivals, decisions, each in the order of requests.
 */
final class SimulatedRun implements Observer.State {
  /** Of a progress that is added up over many events: far below a nanosecond. */
  private static final double ROUNDING_NANOS = 1e-3;

  private final Policy policy;
  private final Profile profile;
  private final Trace trace;
  private final Machine machine;
  private final Predictor predictor;
  private final Observer observer;
  private final int pool;

  private final List<Running> running = new ArrayList<>();
  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private long nowNanos;
  private int nextArrival;
  private int usedThreads;
  private int boostedThreads;
  private int exits;
  private long admissionNanos = Running.NEVER;
  private Load load;

  private final long[] latencyNanos;
  private final long[] waitNanos;
  private double coreNanos;
  private double threadNanos;
  private double requestNanos;
  private double busyCores;

  SimulatedRun(Simulation simulation, Policy policy, Trace trace) {
    this.policy = policy;
    this.trace = trace;
    profile = simulation.profile();
    machine = simulation.machine();
    predictor = simulation.predictor();
    observer = simulation.observer();
    pool = policy.threads(machine.cores());
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
    load = new Load(0, 0, 0, machine.cores());
  }

  Outcome run() {
    while (nextArrival < trace.size() || !running.isEmpty() || !queue.isEmpty()) {
      advance(nextEventNanos());
      boolean changed = complete();
      changed |= arrive();
      dispatch(changed);
      setRates();
      observer.after(nowNanos, this);
    }
    return new Outcome(latencyNanos, waitNanos, nowNanos, coreNanos, threadNanos, requestNanos);
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  private long nextEventNanos() {
    long next = nextArrival < trace.size() ? nanos(trace.arrivalMs(nextArrival)) : Running.NEVER;
    next = Math.min(next, admissionNanos);
    long chunkNanos = machine.costs().chunkNanos();
    for (Running request : running) {
      next = Math.min(next, request.endNanos);
      next = Math.min(next, request.lookNanos(nowNanos, chunkNanos));
      next = Math.min(next, request.nextJoinNanos(nowNanos));
    }
    if (next == Running.NEVER) {
      throw new IllegalStateException(
          "nothing will ever happen: %d requests wait for a policy that admits none"
              .formatted(queue.size()));
    }
    return Math.max(next, nowNanos);
  }

  private void advance(long toNanos) {
    long elapsed = toNanos - nowNanos;
    for (Running request : running) {
      request.remaining = Math.max(0, request.remaining - elapsed * request.ratePerNano);
    }
    coreNanos += elapsed * busyCores;
    threadNanos += (double) elapsed * usedThreads;
    requestNanos += (double) elapsed * running.size();
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
      usedThreads -= request.threads;
      boostedThreads -= request.boosted ? request.threads : 0;
      running.remove(i);
      exits++;
      any = true;
    }
    return any;
  }

  private boolean arrive() {
    boolean any = false;
    while (nextArrival < trace.size() && nanos(trace.arrivalMs(nextArrival)) <= nowNanos) {
      queue.addLast(nextArrival++);
      any = true;
    }
    return any;
  }

  private void dispatch(boolean loadHasChanged) {
    boolean changed = loadHasChanged;
    do {
      refreshLoad(changed);
      decide();
      changed = grow();
      refreshLoad(false);
      changed |= start();
    } while (changed);
    if (usedThreads > machine.cores()) {
      // The oldest first: they are the ones that make the tail.
      running.forEach(this::boost);
    }
    if (queue.isEmpty()) {
      exits = 0;
    }
  }

  private void refreshLoad(boolean tell) {
    load = new Load(running.size() + queue.size(), queue.size(), usedThreads, machine.cores());
    if (tell) {
      for (Running request : running) {
        request.loadChanged = true;
      }
    }
  }

  private void decide() {
    long chunkNanos = machine.costs().chunkNanos();
    for (Running request : running) {
      boolean first = request.degree == 0;
      if (first || request.lookNanos(nowNanos, chunkNanos) <= nowNanos) {
        Decision decision = policy.decide(request.progress(nowNanos), load);
        request.degree = Math.max(request.degree, Math.min(decision.degree(), policy.maxDegree()));
        request.askNanos =
            decision.askAgainNanos() == Decision.NEVER
                ? Running.NEVER
                : request.startNanos
                    + Math.max(decision.askAgainNanos(), nowNanos - request.startNanos + 1);
        request.loadChanged = false;
      }
    }
  }

  /** Gives free threads to those who want more. */
  private boolean grow() {
    boolean grew = false;
    while (usedThreads < pool) {
      Running neediest = neediest();
      if (neediest == null) {
        break;
      }
      boolean first = neediest.threads == 0;
      neediest.addThread(first ? nowNanos : nowNanos + machine.costs().wakeUpNanos());
      usedThreads++;
      grew = true;
    }
    return grew;
  }

  private @Nullable Running neediest() {
    for (Running request : running) {
      if (request.threads < request.degree) {
        return request;
      }
    }
    return null;
  }

  private void boost(Running request) {
    if (machine.boosting()
        && !request.boosted
        && request.threads == policy.maxDegree()
        && request.threads > 1
        && boostedThreads + request.threads < machine.cores()) {
      request.boosted = true;
      boostedThreads += request.threads;
    }
  }

  private boolean start() {
    admissionNanos = Running.NEVER;
    Integer head = queue.peekFirst();
    if (head == null || usedThreads >= pool || !mayStart(head)) {
      return false;
    }
    queue.removeFirst();
    long arrivalNanos = nanos(trace.arrivalMs(head));
    var request =
        new Running(head, trace.request(head), arrivalNanos, nowNanos, predictedNanos(head));
    waitNanos[head] = nowNanos - arrivalNanos;
    request.addThread(nowNanos);
    usedThreads++;
    running.add(request);
    return true;
  }

  private long predictedNanos(int index) {
    return predictor.predictedNanos(index, nanos(profile.timeMs(trace.request(index), 1)));
  }

  private boolean mayStart(int index) {
    long arrivalNanos = nanos(trace.arrivalMs(index));
    var waiting = new Progress(nowNanos - arrivalNanos, 0, 0, predictedNanos(index));
    return switch (policy.admit(waiting, load)) {
      case Admission.Start start -> {
        exits = 0;
        yield true;
      }
      case Admission.WaitForExit wait -> {
        // One exit admits one request. With nothing running there is no exit to wait for.
        boolean admitted = exits > 0 || running.isEmpty();
        exits = Math.max(exits - 1, 0);
        yield admitted;
      }
      case Admission.WaitUntil wait -> {
        exits = 0;
        admissionNanos = Math.max(arrivalNanos + wait.ageNanos(), nowNanos);
        yield admissionNanos <= nowNanos;
      }
    };
  }

  private void setRates() {
    int cores = machine.cores();
    int sharing = usedThreads - boostedThreads;
    int left = cores - boostedThreads;
    double share = sharing <= left ? 1 : (double) left / sharing;
    busyCores = 0;
    for (Running request : running) {
      int computing = Math.max(1, request.computing(nowNanos));
      double own = request.boosted ? 1 : share;
      busyCores += computing * own;
      request.ratePerNano = own / (profile.timeMs(request.request, computing) * 1e6);
      request.endNanos =
          nowNanos + (long) Math.ceil(request.remaining / request.ratePerNano - ROUNDING_NANOS);
    }
  }

  @Override
  public int waiting() {
    return queue.size();
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
