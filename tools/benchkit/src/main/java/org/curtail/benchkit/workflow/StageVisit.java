package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.jspecify.annotations.Nullable;

/**
 * A visit of a stage: calls all responders, and waits for the needed answers or until the plan ends
 * the wait. Then it cancels the remaining calls.
 */
final class StageVisit {
  private final RunningRequest request;
  private final int stage;
  private final Place place;
  private final Responders responders;
  private final PartialAnswer partial;
  private final CompletableFuture<StageLosses> done = new CompletableFuture<>();

  /** Guarded by this object, as are the following fields. */
  private final List<CompletableFuture<StageLosses>> calls = new ArrayList<>();

  private boolean ended;
  private int answered;
  private StageLosses within = StageLosses.NONE;

  StageVisit(RunningRequest request, int stage, Place place) {
    this.request = request;
    this.stage = stage;
    this.place = place;
    responders = request.client().responders(stage);
    partial = request.client().partial(stage);
  }

  /**
   * Calls all responders. The result completes at the end of the visit, with the losses of this
   * stage and of nested stages.
   */
  CompletableFuture<StageLosses> begin() {
    if (partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
      request.client().after(partial.cutoffMillis(), this::stop);
    }
    StageCaller caller = request.callerOf(stage);
    for (int responder = 0; responder < responders.count() && !hasEnded(); responder++) {
      request.client().counter(stage).call(place.inCopy());
      CompletableFuture<StageLosses> call =
          caller.call(new ResponderCall(request, stage, place, responder));
      if (!keep(call)) {
        call.cancel(true);
      }
      var _ = call.whenComplete(this::answered);
    }
    return done;
  }

  /** Cancels the visit. */
  void cancel() {
    if (end()) {
      cancelCopy();
      done.cancel(false);
    }
  }

  private synchronized boolean hasEnded() {
    return ended;
  }

  /** Adds a call; false if the visit has ended. */
  private synchronized boolean keep(CompletableFuture<StageLosses> call) {
    if (!ended) {
      calls.add(call);
    }
    return !ended;
  }

  private void answered(@Nullable StageLosses losses, @Nullable Throwable failure) {
    if (losses == null) {
      if (failure != null && end()) {
        cancelCopy();
        done.completeExceptionally(failure);
      }
      return;
    }
    int count;
    synchronized (this) {
      if (ended) {
        return;
      }
      count = ++answered;
      within = within.plus(losses);
    }
    if (count == responders.needed()) {
      stop();
    } else if (count == share() && partial.extraMillis() < Double.POSITIVE_INFINITY) {
      request.client().after(partial.extraMillis(), this::stop);
    }
  }

  /** Returns the number of answers after which the extra time of a partial answer begins. */
  private int share() {
    // 0.07 * 100 is above 7 in binary.
    return (int) Math.ceil(partial.fraction() * responders.needed() - 1e-9);
  }

  /** Ends the visit with the answers so far. */
  private void stop() {
    if (!end()) {
      return;
    }
    cancelCopy();
    double lost = 1 - (double) answered / responders.needed();
    request.client().counter(stage).visit(lost);
    done.complete(within.with(stage, lost));
  }

  /** Ends the visit; true on the first call only. */
  private synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  /** Cancels all calls. No call is added after the end of the visit. */
  private void cancelCopy() {
    List<CompletableFuture<StageLosses>> underWay;
    synchronized (this) {
      underWay = List.copyOf(calls);
    }
    underWay.forEach(call -> call.cancel(true));
  }
}
