package org.curtail.benchkit.workflow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the stages of one caller: of the workflow, or of an attempt. A stage begins when its
 * predecessors have ended.
 */
final class StageRun {
  private final RunningRequest request;
  private final List<Integer> stages;
  private final Place place;
  private final Map<Integer, AtomicInteger> waitsFor = new HashMap<>();
  private final AtomicInteger left;
  private final ConcurrentLinkedQueue<StageVisit> visits = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<StageLosses> done = new CompletableFuture<>();
  private volatile boolean cancelled;
  private StageLosses losses = StageLosses.NONE;

  /**
   * Creates a run; {@link #begin} starts it.
   *
   * @param caller a stage, or {@link StageGraph#WORKFLOW}
   */
  StageRun(RunningRequest request, int caller, Place place) {
    this.request = request;
    this.place = place;
    StageGraph graph = request.client().graph();
    stages = graph.within(caller);
    stages.forEach(stage -> waitsFor.put(stage, new AtomicInteger(graph.before(stage))));
    left = new AtomicInteger(stages.size());
  }

  /** Runs all stages. The result completes with their losses, once the last stage has ended. */
  CompletableFuture<StageLosses> begin() {
    StageGraph graph = request.client().graph();
    for (int stage : stages) {
      if (graph.before(stage) == 0) {
        visit(stage);
      }
    }
    return done;
  }

  /** Cancels the running stages. No further stage begins. */
  void cancel() {
    cancelled = true;
    visits.forEach(StageVisit::cancel);
    done.cancel(false);
  }

  private void visit(int stage) {
    if (cancelled) {
      return;
    }
    if (request.trace().skips(request.number(), stage)) {
      ended(stage, StageLosses.NONE);
      return;
    }
    var visit = new StageVisit(request, stage, place.at(stage));
    visits.add(visit);
    var _ = visit.begin().whenComplete((lost, failure) -> ended(stage, lost, failure));
    if (cancelled) {
      visit.cancel();
    }
  }

  private void ended(int stage, @Nullable StageLosses lost, @Nullable Throwable failure) {
    if (lost != null) {
      ended(stage, lost);
    } else if (failure != null && !cancelled) {
      done.completeExceptionally(failure);
      cancel();
    }
  }

  private void ended(int stage, StageLosses lost) {
    synchronized (this) {
      losses = losses.plus(lost);
    }
    for (int next : request.client().graph().behind(stage)) {
      AtomicInteger waits = waitsFor.get(next);
      if (waits != null && waits.decrementAndGet() == 0) {
        visit(next);
      }
    }
    if (left.decrementAndGet() == 0) {
      StageLosses all;
      synchronized (this) {
        all = losses;
      }
      done.complete(all);
    }
  }
}
