package org.curtail.benchkit.replicas;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;

/** Sends requests through a {@link Hedge}, as any service would. */
final class HedgedSender implements Sender {
  private final Hedge hedge;
  private final AttemptClient client;

  /** Number of sent copies, counted independently of the hedge under test. */
  private final LongAdder sent = new LongAdder();

  HedgedSender(Hedge hedge, AttemptClient client) {
    this.hedge = hedge;
    this.client = client;
  }

  @Override
  public CompletableFuture<Integer> send(LiveTrace trace, int request) {
    return hedge.call(attempt -> send(trace, request, attempt));
  }

  private CompletionStage<Integer> send(LiveTrace trace, int request, Attempt attempt) {
    int number = attempt.number();
    int replica = trace.replica(request, number, attempt.avoid());
    attempt.replica(replica);
    if (number > 0) {
      sent.increment();
    }
    ReplicaClient.Copy copy = client.send(trace, request, number, replica);
    attempt.onCancel(copy::cancel);
    return copy.answer();
  }

  @Override
  public SentCopies soFar() {
    return SentCopies.of(sent.sum(), hedge);
  }

  @Override
  public String explain() {
    return hedge.explain();
  }

  @Override
  public void close() {
    hedge.close();
  }
}
