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

  /** Runs it; completes with the losses of its stages, once the last one has ended. */
  CompletableFuture<StageLosses> begin() {
    return new StageRun(this, StageGraph.WORKFLOW, trace.place(number)).begin();
  }

  WorkflowClient client() {
    return client;
  }

  WorkflowTrace trace() {
    return trace;
  }

  /** Its place in the order of arrival. */
  int number() {
    return number;
  }

  /** A number for each attempt, so that mixed-up answers are seen. */
  int nextCall() {
    return calls.getAndIncrement();
  }

  /** The caller of a visit that begins now. */
  StageCaller callerOf(int stage) {
    return client.callerOf(stage, System.nanoTime() - beginNanos);
  }
}
