package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.curtail.benchkit.search.PredictionText;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.lucene.QueryPredictor;
import org.curtail.predict.PredictionQuality;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Setup;
import org.curtail.runtime.Ticket;
import org.jspecify.annotations.Nullable;

/** A policy on curtail's engine. */
final class CurtailContender implements Contender {
  private final String name;
  private final Curtail curtail;
  private final Searches searches;

  private final @Nullable QueryPredictor predictor;

  /**
   * Starts the engine.
   *
   * @param predicts true to give the engine a prediction of each search's time
   */
  CurtailContender(String name, Setup setup, Workload workload, boolean predicts) {
    this.name = name;
    this.curtail = setup.start();
    if (predicts) {
      predictor = new QueryPredictor();
      searches = Searches.on(curtail, workload, predictor);
    } else {
      predictor = null;
      searches = Searches.on(curtail, workload);
    }
    rest();
  }

  @Override
  public List<String> details() {
    if (predictor == null) {
      return List.of();
    }
    PredictionQuality quality = predictor.quality();
    return List.of(
        quality.requests() == 0
            ? "%s made no prediction: it learned from %,d searches only"
                .formatted(name, predictor.learned())
            : "%s predicted its searches before it learned from them, %s: %s, in its last %,d"
                .formatted(
                    name,
                    PredictionText.time(predictor.learnedByCpuTime(), predictor.learned()),
                    PredictionText.of(quality),
                    quality.requests()));
  }

  @Override
  public Optional<Autopilot> autopilot() {
    return curtail.autopilot();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer submit(int query, Runnable poll) {
    return new TicketAnswer(curtail.submit(searches.work(query, poll)));
  }

  @Override
  public void close() {
    curtail.close();
  }

  /** A search on an engine. */
  record TicketAnswer(Ticket<SearchAnswer> ticket) implements Answer {
    @Override
    public SearchAnswer await() throws Exception {
      try {
        return ticket.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }

    @Override
    public Times times() {
      return Times.of(ticket.timeline());
    }
  }
}
