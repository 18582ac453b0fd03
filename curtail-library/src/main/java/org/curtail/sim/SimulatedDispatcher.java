package org.curtail.sim;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;

/**
 * Decides which free thread serves which request, at one moment and in the order in which the
 * runtime's dispatcher does.
 */
final class SimulatedDispatcher {
  private final Policy policy;
  private final Profile profile;
  private final Machine machine;
  private final Predictor predictor;
  private final int pool;
  private final int maxDegree;
  private final boolean isMalleable;
  private final boolean ranks;

  /** In order of start. */
  final List<Running> running = new ArrayList<>();

  /** Those of the running of whom there may be something to decide, in the same order. */
  private final List<Running> open;

  /** In order of arrival. */
  final List<Waiting> queue = new ArrayList<>();

  /** Threads that serve nobody any more, and are not free yet. */
  final LingeringThreads lingeringThreads = new LingeringThreads();

  /** Lingering threads included. */
  int usedThreads;

  int boostedThreads;

  /** When the request that is next may start; {@link Running#NEVER} if time alone does not help. */
  long admissionNanos = Running.NEVER;

  /** Requests that ended and whose exit has not admitted another yet. */
  private int exits;

  private Load load;

  /** A request has started that the policy has not been asked to remember. */
  private boolean hasStarted;

  /** A request that has arrived and not started. */
  record Waiting(int index, int request, long arrivalNanos, Prediction prediction) {
    Progress progress(long nowNanos) {
      return Progress.waiting(nowNanos - arrivalNanos, prediction);
    }
  }

  SimulatedDispatcher(Simulation simulation, Policy policy) {
    this.policy = policy;
    profile = simulation.profile();
    machine = simulation.machine();
    predictor = simulation.predictor();
    pool = policy.threads(machine.cores());
    maxDegree = policy.maxDegree();
    isMalleable = policy.traits().isMalleable();
    ranks = policy.traits().ranks();
    open = isMalleable ? running : new ArrayList<>();
    load = new Load(0, 0, 0, machine.cores());
  }

  void arrive(int index, int request, long arrivalNanos) {
    long demandNanos = SimulatedRun.nanos(profile.timeMs(request, 1));
    queue.add(new Waiting(index, request, arrivalNanos, predictor.prediction(index, demandNanos)));
  }

  /** The running request at this place has ended. */
  void exit(int position) {
    Running request = running.remove(position);
    if (!isMalleable) {
      open.remove(request);
    }
    usedThreads -= request.threads;
    boostedThreads -= request.boosted ? request.threads : 0;
    if (machine.costs().speculation()) {
      usedThreads += request.computing - 1;
      lingeringThreads.add(request.computing, machine.costs().chunkNanos());
    }
    exits++;
  }

  /** Returns whether there were any. */
  boolean loseLingering() {
    int left = lingeringThreads.leave();
    usedThreads -= left;
    return left > 0;
  }

  /** When the next running request has something to ask or to lose. */
  long nextLookNanos(long nowNanos) {
    long periodNanos = machine.costs().periodNanos();
    long next = Running.NEVER;
    for (Running request : open) {
      next = Math.min(next, request.lookNanos(nowNanos, periodNanos));
    }
    return next;
  }

  void dispatch(long nowNanos, boolean loadHasChanged) {
    boolean changed = loadHasChanged;
    do {
      refreshLoad(changed);
      decide(nowNanos);
      changed = isMalleable ? shareOut(nowNanos) : handOut(nowNanos);
    } while (changed);
    if (!isMalleable) {
      open.removeIf(request -> request.isSettled(maxDegree));
    }
    if (policy.traits().boosts() && usedThreads > machine.cores()) {
      // The oldest first: they are the ones that make the tail.
      running.forEach(this::boost);
    }
    if (queue.isEmpty()) {
      exits = 0;
    }
  }

  private void refreshLoad(boolean tell) {
    load =
        new Load(
            running.size() + queue.size(),
            queue.size(),
            usedThreads,
            machine.cores(),
            load.memory());
    if (hasStarted) {
      hasStarted = false;
      load = load.remembering(policy.remember(load));
    }
    if (tell) {
      for (Running request : open) {
        request.loadChanged = true;
      }
    }
  }

  private void decide(long nowNanos) {
    long periodNanos = machine.costs().periodNanos();
    for (Running request : open) {
      boolean first = request.degree == 0;
      if (first || request.lookNanos(nowNanos, periodNanos) <= nowNanos) {
        Decision decision = policy.decide(request.progress(nowNanos, request.threads), load);
        request.degree = Math.min(decision.degree(), maxDegree);
        if (!isMalleable) {
          request.degree = Math.max(request.degree, request.threads);
        }
        request.askNanos =
            decision.askAgainNanos() == Decision.NEVER
                ? Running.NEVER
                : request.startNanos
                    + Math.max(decision.askAgainNanos(), nowNanos - request.startNanos + 1);
        request.loadChanged = false;
      }
    }
  }

  /** Gives free threads to those who want more, and to those who wait. */
  private boolean handOut(long nowNanos) {
    if (usedThreads >= pool) {
      admissionNanos = Running.NEVER;
      return false;
    }
    Waiting next = next(nowNanos);
    Running neediest = neediest(nowNanos);
    if (ranks) {
      return handOutOne(next, neediest, nowNanos);
    }
    boolean grew = false;
    while (neediest != null && usedThreads < pool) {
      help(neediest, nowNanos);
      grew = true;
      neediest = neediest(nowNanos);
    }
    refreshLoad(false);
    return (usedThreads < pool && start(next, nowNanos)) || grew;
  }

  /** One at a time, since each changes who is next. */
  private boolean handOutOne(@Nullable Waiting next, @Nullable Running neediest, long nowNanos) {
    boolean nextIsFirst =
        next != null
            && (neediest == null
                || policy.priority(next.progress(nowNanos), load)
                    > policy.priority(neediest.progress(nowNanos, neediest.threads), load));
    if (nextIsFirst && start(next, nowNanos)) {
      return true;
    }
    if (neediest != null) {
      help(neediest, nowNanos);
      return true;
    }
    return !nextIsFirst && start(next, nowNanos);
  }

  private void help(Running request, long nowNanos) {
    boolean first = request.threads == 0;
    request.addThread(first ? nowNanos : nowNanos + machine.costs().wakeUpNanos());
    usedThreads++;
  }

  /** Whom a free thread helps first among the running. */
  private @Nullable Running neediest(long nowNanos) {
    Running best = null;
    double greatest = 0;
    for (Running request : open) {
      if (request.wantsThread()) {
        if (!ranks) {
          return request;
        }
        double priority = policy.priority(request.progress(nowNanos, request.threads), load);
        if (best == null || priority > greatest) {
          best = request;
          greatest = priority;
        }
      }
    }
    return best;
  }

  /** Which waiting request is next. */
  private @Nullable Waiting next(long nowNanos) {
    if (queue.isEmpty()) {
      return null;
    }
    Waiting best = queue.getFirst();
    if (policy.traits().reordersQueue()) {
      double greatest = policy.priority(best.progress(nowNanos), load);
      for (Waiting waiting : queue) {
        double priority = policy.priority(waiting.progress(nowNanos), load);
        if (priority > greatest) {
          best = waiting;
          greatest = priority;
        }
      }
    }
    return best;
  }

  /**
   * Shares all threads out anew. Who has more than its share loses them at its next borders; who
   * has less gets what is free.
   */
  private boolean shareOut(long nowNanos) {
    int left = pool;
    for (Running request : running) {
      request.share = 1;
      request.priority = priorityOfOneMore(request, nowNanos);
      left--;
    }
    Waiting next = next(nowNanos);
    double nextPriority = next == null ? 0 : policy.priority(next.progress(nowNanos), load);
    boolean nextHasShare = false;
    while (left > 0) {
      Running best = null;
      for (Running request : running) {
        if (request.share < request.degree && (best == null || request.priority > best.priority)) {
          best = request;
        }
      }
      boolean nextIsBest =
          next != null && !nextHasShare && (best == null || nextPriority > best.priority);
      if (nextIsBest) {
        nextHasShare = true;
      } else if (best != null) {
        best.share++;
        best.priority = priorityOfOneMore(best, nowNanos);
      } else {
        break;
      }
      left--;
    }
    lose(nowNanos);
    for (Running request : running) {
      while (request.wantsThread() && usedThreads < pool) {
        help(request, nowNanos);
      }
    }
    admissionNanos = Running.NEVER;
    refreshLoad(false);
    return nextHasShare && usedThreads < pool && start(next, nowNanos);
  }

  /** How urgently it needs a thread beyond its share. */
  private double priorityOfOneMore(Running request, long nowNanos) {
    return request.share < request.degree
        ? policy.priority(request.progress(nowNanos, request.share), load)
        : 0;
  }

  private void lose(long nowNanos) {
    long periodNanos = machine.costs().periodNanos();
    for (Running request : running) {
      if (request.hasThreadsToLose() && request.borderNanos(nowNanos, periodNanos) <= nowNanos) {
        // Threads take chunks in turn: at one border there is one thread.
        int lost = periodNanos == 0 ? request.threads - request.share : 1;
        usedThreads -= lost;
        boostedThreads -= request.boosted ? lost : 0;
        request.keepThreads(request.threads - lost);
      }
    }
  }

  private void boost(Running request) {
    if (!request.boosted
        && request.threads == maxDegree
        && request.threads > 1
        && boostedThreads + request.threads < machine.cores()) {
      request.boosted = true;
      boostedThreads += request.threads;
    }
  }

  private boolean start(@Nullable Waiting next, long nowNanos) {
    admissionNanos = Running.NEVER;
    if (next == null || !mayStart(next, nowNanos)) {
      return false;
    }
    queue.remove(next);
    var request =
        new Running(next.index(), next.request(), next.arrivalNanos(), nowNanos, next.prediction());
    request.addThread(nowNanos);
    usedThreads++;
    hasStarted = true;
    running.add(request);
    if (!isMalleable) {
      open.add(request);
    }
    return true;
  }

  private boolean mayStart(Waiting waiting, long nowNanos) {
    return switch (policy.admit(waiting.progress(nowNanos), load)) {
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
      case Admission.WaitForChange wait -> {
        exits = 0;
        // With nothing running nothing would ever change.
        yield running.isEmpty();
      }
      case Admission.WaitUntil wait -> {
        exits = 0;
        admissionNanos = Math.max(waiting.arrivalNanos() + wait.ageNanos(), nowNanos);
        yield admissionNanos <= nowNanos;
      }
    };
  }
}
