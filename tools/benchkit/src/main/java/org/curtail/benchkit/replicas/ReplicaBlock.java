package org.curtail.benchkit.replicas;

import java.util.Optional;

/** One policy on one trace. Replicas are idle before and after. */
final class ReplicaBlock {
  private final ServedReplicas replicas;
  private final Sender sender;
  private final LiveTrace trace;

  ReplicaBlock(ServedReplicas replicas, Sender sender, LiveTrace trace) {
    this.replicas = replicas;
    this.sender = sender;
    this.trace = trace;
  }

  /**
   * Serves the trace; empty if the user stopped the work.
   *
   * @throws IllegalStateException if requests have no answer for minutes after the last one came
   */
  Optional<ReplicaOutcome> run() throws InterruptedException {
    SentCopies before = sender.soFar();
    var block =
        new AnsweredBlock<Integer>(
            trace.size(), trace::dueNanos, request -> sender.send(trace, request));
    replicas.startDisturbances(trace.disturbances(), System.nanoTime());
    Optional<MeasuredBlock> measured = block.run();
    if (!replicas.endDisturbances(AnsweredBlock.LONGEST_NANOS)) {
      throw new IllegalStateException("replicas are still busy minutes after the last answer");
    }
    return measured.map(whole -> outcome(block, whole, sender.soFar().since(before)));
  }

  private ReplicaOutcome outcome(
      AnsweredBlock<Integer> block, MeasuredBlock measured, SentCopies copies) {
    double[] beyondMs = new double[measured.latencyMs().length];
    for (int i = 0; i < beyondMs.length; i++) {
      int request = block.firstCounted() + i;
      beyondMs[i] = measured.latencyMs()[i] - trace.request(request, 0).nanos() / 1e6;
    }
    int won = 0;
    for (int i = 0; i < trace.size(); i++) {
      Integer copy = block.answer(i);
      won += copy != null && copy > 0 ? 1 : 0;
    }
    return new ReplicaOutcome(measured, beyondMs, copies, won);
  }
}
