package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.curtail.Preemption;
import org.jspecify.annotations.Nullable;

/**
 * The running requests when each has at most one thread: as {@link Preemption} says it, slowly. All
 * are asked each time.
 */
final class ObviousTurns {
  /** A request in the system. */
  private static final class Job {
    final SteppedRequest request;
    long withoutSinceNanos;
    boolean hasStarted;
    boolean isOnlyToEnd;
    long sliceEndNanos = DispatchedRequest.NEVER;
    long turnFromNanos;

    Job(SteppedRequest request) {
      this.request = request;
      withoutSinceNanos = request.arrivalNanos();
    }
  }

  private final Preemption preemption;
  private final int threads;
  private final ToDoubleFunction<SteppedRequest> urgency;

  /** In the order in which they were given their thread. */
  private final List<Job> served = new ArrayList<>();

  /** Requests in the order in which they arrived, were preempted or were expedited. */
  private final List<Job> without = new ArrayList<>();

  private boolean slicesAreGiven;

  /** True if the last thread went to a new request, though others were preempted. */
  private boolean isTurnOfAside;

  private @Nullable Job newcomer;

  ObviousTurns(Preemption preemption, int threads, ToDoubleFunction<SteppedRequest> urgency) {
    this.preemption = preemption;
    this.threads = threads;
    this.urgency = urgency;
  }

  List<SteppedRequest> served() {
    return served.stream().map(job -> job.request).toList();
  }

  List<SteppedRequest> without() {
    return without.stream().map(job -> job.request).toList();
  }

  long sliceEndNanos(SteppedRequest request) {
    return find(served, request).sliceEndNanos;
  }

  private static Job find(List<Job> jobs, SteppedRequest request) {
    return jobs.stream().filter(job -> job.request.equals(request)).findFirst().orElseThrow();
  }

  void arrive(SteppedRequest request, long nowNanos) {
    without.add(new Job(request));
    look(nowNanos);
  }

  void end(SteppedRequest request, long nowNanos) {
    served.remove(find(served, request));
    look(nowNanos);
  }

  void expedite(SteppedRequest request, long nowNanos) {
    Job job = find(without, request);
    job.isOnlyToEnd = true;
    without.remove(job);
    without.add(job);
    look(nowNanos);
  }

  /** Passes a border of a request; returns true if the request is preempted there. */
  boolean passBorder(SteppedRequest request, long nowNanos) {
    Job job = find(served, request);
    boolean yields = false;
    if (job.sliceEndNanos <= nowNanos) {
      Job next = next(nowNanos);
      yields = next != null && served.size() == threads && goesFirst(next, job, nowNanos);
      if (yields) {
        served.remove(job);
        without.add(job);
        job.withoutSinceNanos = nowNanos;
        job.sliceEndNanos = DispatchedRequest.NEVER;
      } else {
        giveSlice(job, nowNanos);
      }
    }
    look(nowNanos);
    return yields;
  }

  private void look(long nowNanos) {
    while (served.size() < threads && !without.isEmpty()) {
      Job next = requireNonNull(next(nowNanos));
      without.remove(next);
      served.add(next);
      isTurnOfAside = !next.hasStarted && without.stream().anyMatch(job -> job.hasStarted);
      next.hasStarted = true;
      next.isOnlyToEnd = false;
      giveSlice(next, nowNanos);
    }
    if (slicesAreGiven == without.isEmpty()) {
      slicesAreGiven = !without.isEmpty();
      served.forEach(job -> limit(job, nowNanos));
    }
    Job first =
        without.stream()
            .filter(job -> !job.hasStarted)
            .min(
                Comparator.comparing((Job job) -> job.request.priorityClass())
                    .thenComparingLong(job -> job.request.id()))
            .orElse(null);
    boolean isNew = first != newcomer;
    newcomer = first;
    if (isNew && first != null && preemption.order() == Preemption.Order.PRIORITY) {
      Job least = served.getFirst();
      for (Job job : served) {
        boolean isLess =
            job.request.priorityClass() == least.request.priorityClass()
                ? urgency(job) < urgency(least)
                : least.request.isMoreImportantThan(job.request);
        least = isLess ? job : least;
      }
      if (goesFirst(first, least, nowNanos)) {
        least.sliceEndNanos = nowNanos;
      }
    }
  }

  private double urgency(Job job) {
    return urgency.applyAsDouble(job.request);
  }

  /** Returns the next of the requests without a thread. */
  private @Nullable Job next(long nowNanos) {
    for (Job job : without) {
      if (job.isOnlyToEnd) {
        return job;
      }
    }
    List<Job> foremost =
        without.stream()
            .filter(
                job -> without.stream().noneMatch(o -> o.request.isMoreImportantThan(job.request)))
            .toList();
    Comparator<Job> byTime =
        Comparator.comparingLong((Job job) -> job.withoutSinceNanos)
            .thenComparing(job -> job.hasStarted);
    if (preemption.order() == Preemption.Order.TURNS) {
      Job aside = foremost.stream().filter(job -> job.hasStarted).min(byTime).orElse(null);
      Job waiting = foremost.stream().filter(job -> !job.hasStarted).min(byTime).orElse(null);
      return waiting == null
              || (aside != null
                  && isTurnOfAside
                  && aside.withoutSinceNanos < waiting.withoutSinceNanos)
          ? aside
          : waiting;
    }
    return foremost.stream()
        .filter(job -> isOverdue(job, nowNanos))
        .min(byTime)
        .or(() ->
            foremost.stream()
                .min(
                    Comparator.comparingDouble((Job job) -> -urgency(job))
                        .thenComparingLong(job -> job.request.id())))
        .orElse(null);
  }

  private boolean isOverdue(Job job, long nowNanos) {
    return job.hasStarted
        && nowNanos - job.withoutSinceNanos >= preemption.longestPreemptionNanos();
  }

  /** True if another request goes on in the place of a running one. */
  private boolean goesFirst(Job next, Job job, long nowNanos) {
    if (next.isOnlyToEnd) {
      return true;
    }
    if (next.request.priorityClass() != job.request.priorityClass()) {
      return next.request.isMoreImportantThan(job.request);
    }
    return preemption.order() == Preemption.Order.TURNS
        || isOverdue(next, nowNanos)
        || urgency(next) > urgency(job);
  }

  private void giveSlice(Job job, long nowNanos) {
    job.turnFromNanos = nowNanos;
    limit(job, nowNanos);
  }

  private void limit(Job job, long nowNanos) {
    if (!slicesAreGiven) {
      job.sliceEndNanos = DispatchedRequest.NEVER;
      return;
    }
    long nanos = preemption.quantumNanos();
    if (preemption.order() == Preemption.Order.PRIORITY) {
      long longer = Math.min(job.request.attainedNanos() / 16, preemption.longestPreemptionNanos());
      nanos = Math.max(nanos, longer);
    }
    boolean takeTurns = preemption.order() == Preemption.Order.TURNS;
    job.sliceEndNanos = Math.max((takeTurns ? job.turnFromNanos : nowNanos) + nanos, nowNanos);
  }
}
