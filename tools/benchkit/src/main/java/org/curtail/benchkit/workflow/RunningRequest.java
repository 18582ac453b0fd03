package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A request on its way through the graph. */
final class RunningRequest {
  private final WorkflowClient client;
  private final WorkflowTrace trace;
  private final int number;
  private final long beginNanos = System.nanoTime();
  private final AtomicInteger calls = new AtomicInteger();

  RunningRequest(WorkflowClient client, WorkflowTrace trace, int number) {
    this.client = client;
    this.trace = trace;
    this.number = number;
  }

  /**
   * Runs the request. The result completes with the losses of its stages, once the last stage has
   * ended.
   */
  CompletableFuture<StageLosses> begin() {
    return new StageRun(this, StageGraph.WORKFLOW, trace.place(number)).begin();
  }

  WorkflowClient client() {
    return client;
  }

  WorkflowTrace trace() {
    return trace;
  }

  /** Returns the index of the request in the order of arrival. */
  int number() {
    return number;
  }

  /** Returns a new number for an attempt; a client checks it in the answer. */
  int nextCall() {
    return calls.getAndIncrement();
  }

  /** Returns the caller for a visit that begins now. */
  StageCaller callerOf(int stage) {
    return client.callerOf(stage, System.nanoTime() - beginNanos);
  }
}
