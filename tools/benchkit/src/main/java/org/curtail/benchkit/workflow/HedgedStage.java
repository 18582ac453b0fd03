package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.benchkit.replicas.SentCopies;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;

/** Sends the calls of a stage through a {@link Hedge}, as any service would. */
final class HedgedStage implements StageCaller {
  private final Hedge hedge;

  /** Number of sent copies, counted independently of the hedge under test. */
  private final LongAdder sent = new LongAdder();

  HedgedStage(Hedge hedge) {
    this.hedge = hedge;
  }

  @Override
  public CompletableFuture<StageLosses> call(ResponderCall call) {
    return hedge.call(attempt -> start(call, attempt));
  }

  private CompletionStage<StageLosses> start(ResponderCall call, Attempt attempt) {
    if (attempt.number() > 0) {
      sent.increment();
    }
    RunningAttempt begun = call.start(attempt.number(), attempt.avoid());
    attempt.replica(begun.server());
    attempt.onCancel(begun::cancel);
    return begun.answer();
  }

  @Override
  public SentCopies soFar() {
    return SentCopies.of(sent.sum(), hedge);
  }

  @Override
  public void close() {
    hedge.close();
  }
}
