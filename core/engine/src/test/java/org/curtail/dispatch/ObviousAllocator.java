package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * The threads of each request without preemption: as {@link Allocator}, {@link Policy} and {@link
 * org.curtail.Traits} say it, slowly. Each thread is given on its own, and all requests are asked
 * each time.
 */
final class ObviousAllocator {
  /** A request that has started. */
  static final class Job {
    final SteppedRequest request;
    int threads = 1;
    int share = Integer.MAX_VALUE;
    int degree;
    boolean isBoosted;

    Job(SteppedRequest request) {
      this.request = request;
    }

    private boolean wantsThread() {
      return threads < degree && threads < share && request.hasWork();
    }

    /** True if it could use a thread beyond its share. */
    private boolean couldUseMore(int maxDegree) {
      int usable = degree > 0 && request.hasWork() ? degree : Math.max(threads, 1);
      return share < Math.min(usable, maxDegree);
    }
  }

  private final boolean decidesBeforeRounds;
  private Policy policy;
  private Allocator.Service service;

  /** In the order in which they started. */
  final List<Job> running = new ArrayList<>();

  /** In the order in which they came. */
  private final List<SteppedRequest> waiting = new ArrayList<>();

  private final Map<SteppedRequest, Long> arrivalNanos = new HashMap<>();

  /** All boosted requests, in the order of their boosts. */
  final List<SteppedRequest> boosted = new ArrayList<>();

  int onTheirWay;
  long admissionNanos = DispatchedRequest.NEVER;
  int starts;
  private long memory;

  /** Number of ended requests that have not admitted a waiting request yet. */
  private int exits;

  ObviousAllocator(Policy policy, Allocator.Service service, boolean decidesBeforeRounds) {
    this.policy = policy;
    this.service = service;
    this.decidesBeforeRounds = decidesBeforeRounds;
  }

  int busy() {
    return onTheirWay + running.stream().mapToInt(job -> job.threads).sum();
  }

  int boostedThreads() {
    return running.stream().filter(job -> job.isBoosted).mapToInt(job -> job.threads).sum();
  }

  Load load() {
    return new Load(
        running.size() + waiting.size(), waiting.size(), busy(), service.cores(), memory);
  }

  List<SteppedRequest> waiting() {
    return waiting.stream().sorted(Comparator.comparing(SteppedRequest::priorityClass)).toList();
  }

  Job job(SteppedRequest request) {
    return running.stream().filter(job -> job.request.equals(request)).findFirst().orElseThrow();
  }

  void arrive(SteppedRequest request, long nowNanos) {
    arrivalNanos.put(request, nowNanos);
    waiting.add(request);
  }

  void giveUp(SteppedRequest request) {
    waiting.remove(request);
  }

  void end(SteppedRequest request) {
    running.remove(job(request));
    exits++;
  }

  void endWithThreadsOnTheirWay(SteppedRequest request) {
    onTheirWay += job(request).threads;
    end(request);
  }

  /** Running requests keep their threads, and all else is forgotten. */
  void change(Policy next, Allocator.Service nextService) {
    policy = next;
    service = nextService;
    memory = 0;
    exits = 0;
    for (Job job : running) {
      job.share = Integer.MAX_VALUE;
      job.degree = 0;
      job.isBoosted = false;
    }
  }

  void decide(Job job, long nowNanos) {
    job.degree = policy.decide(job.request.progress(nowNanos, job.threads), load()).degree();
  }

  void dispatch(long nowNanos) {
    boolean again;
    do {
      if (decidesBeforeRounds) {
        running.forEach(job -> decide(job, nowNanos));
      }
      admissionNanos = DispatchedRequest.NEVER;
      again = policy.traits().isMalleable() ? shareOut(nowNanos) : handOut(nowNanos);
    } while (again);
    boost();
    exits = waiting.isEmpty() ? 0 : exits;
  }

  /** One thread. Returns true if it found a request. */
  private boolean handOut(long nowNanos) {
    if (busy() >= service.threads()) {
      return false;
    }
    SteppedRequest next = next(nowNanos);
    Job neediest =
        running.stream()
            .filter(Job::wantsThread)
            .min(
                Comparator.comparing((Job job) -> job.request.priorityClass())
                    .thenComparingDouble(job -> -priority(job, job.threads, nowNanos)))
            .orElse(null);
    if (next != null && neediest != null && !startsBefore(next, neediest, nowNanos)) {
      help(neediest);
      return true;
    }
    if (start(next, nowNanos)) {
      return true;
    }
    if (neediest != null) {
      help(neediest);
    }
    return neediest != null;
  }

  private boolean startsBefore(SteppedRequest next, Job job, long nowNanos) {
    int byClass = next.priorityClass().compareTo(job.request.priorityClass());
    return byClass < 0
        || (byClass == 0
            && policy.traits().ranks()
            && priority(next, 0, nowNanos) > priority(job, job.threads, nowNanos));
  }

  /** Of those that do not rank, all are equal. */
  private double priority(Job job, int threads, long nowNanos) {
    return policy.traits().ranks() ? priority(job.request, threads, nowNanos) : 0;
  }

  private double priority(SteppedRequest request, int threads, long nowNanos) {
    return policy.priority(request.progress(nowNanos, threads), load());
  }

  private @Nullable SteppedRequest next(long nowNanos) {
    Comparator<SteppedRequest> order = Comparator.comparing(SteppedRequest::priorityClass);
    return waiting.stream()
        .min(
            policy.traits().reordersQueue()
                ? order.thenComparingDouble(request -> -priority(request, 0, nowNanos))
                : order)
        .orElse(null);
  }

  private void help(Job job) {
    job.threads++;
    if (boostedThreads() >= service.cores()) {
      // Others would have no core left.
      job.isBoosted = false;
    }
  }

  private boolean start(@Nullable SteppedRequest next, long nowNanos) {
    if (next == null || running.size() >= service.mostStarted() || !isAdmitted(next, nowNanos)) {
      return false;
    }
    starts++;
    waiting.remove(next);
    var job = new Job(next);
    running.add(job);
    memory = policy.remember(load());
    if (!decidesBeforeRounds) {
      decide(job, nowNanos);
    }
    return true;
  }

  private boolean isAdmitted(SteppedRequest next, long nowNanos) {
    Admission admission = policy.admit(next.progress(nowNanos), load());
    int exitsBefore = exits;
    exits = admission.equals(Admission.WAIT_FOR_EXIT) ? Math.max(exits - 1, 0) : 0;
    return switch (admission.kind()) {
      case START -> true;
      case WAIT_FOR_EXIT -> exitsBefore > 0 || running.isEmpty();
      case WAIT_FOR_CHANGE -> running.isEmpty();
      case WAIT_UNTIL -> {
        long fromNanos = requireNonNull(arrivalNanos.get(next)) + admission.ageNanos();
        admissionNanos = fromNanos > nowNanos ? fromNanos : admissionNanos;
        yield fromNanos <= nowNanos;
      }
    };
  }

  /** Divides all threads again. Returns whether a request has started. */
  private boolean shareOut(long nowNanos) {
    SteppedRequest next = next(nowNanos);
    running.forEach(job -> job.share = 1);
    boolean nextHasShare = false;
    for (int left = service.threads() - running.size(); left > 0; left--) {
      Job best =
          running.stream()
              .filter(job -> job.couldUseMore(service.maxDegree()))
              .min(
                  Comparator.comparing((Job job) -> job.request.priorityClass())
                      .thenComparingDouble(job -> -priority(job.request, job.share, nowNanos)))
              .orElse(null);
      if (next != null && !nextHasShare && (best == null || goesFirst(next, best, nowNanos))) {
        nextHasShare = true;
      } else if (best != null) {
        best.share++;
      }
    }
    running.forEach(job -> job.threads = Math.min(job.threads, job.share));
    for (Job job : running) {
      while (job.wantsThread() && busy() < service.threads()) {
        help(job);
      }
    }
    return nextHasShare && busy() < service.threads() && start(next, nowNanos);
  }

  private boolean goesFirst(SteppedRequest next, Job job, long nowNanos) {
    int byClass = next.priorityClass().compareTo(job.request.priorityClass());
    return byClass < 0
        || (byClass == 0
            && priority(next, 0, nowNanos) > priority(job.request, job.share, nowNanos));
  }

  private void boost() {
    if (!service.boosts() || busy() <= service.cores()) {
      return;
    }
    for (Job job : running) {
      if (!job.isBoosted
          && job.threads > 1
          && job.threads == service.maxDegree()
          && boostedThreads() + job.threads < service.cores()) {
        job.isBoosted = true;
        boosted.add(job.request);
      }
    }
  }
}
