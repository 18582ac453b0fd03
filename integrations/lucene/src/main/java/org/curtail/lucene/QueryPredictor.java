package org.curtail.lucene;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.ThreadInterruptedException;
import org.curtail.Prediction;
import org.curtail.predict.DemandPredictor;
import org.curtail.predict.PredictionQuality;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Predictor of the duration of searches, which learns from the durations of earlier ones.
 *
 * <pre>{@code
 * var predictor = new QueryPredictor();                   // one per index, for all its readers
 * Curtail curtail = Curtail.with(policy).start();         // such as tail-index-predicted
 * IndexSearcher searcher =
 *     new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, predictor);
 * }</pre>
 *
 * <p>The predictor uses the query and the statistics of the index: number of documents per term,
 * number and kinds of clauses, scored matches or not. The query is not rewritten and does not run.
 * Of prefixes, fuzzy terms, vectors and the like, it uses only the number. A prediction costs some
 * microseconds. The predictor never changes a search and never fails one: if a query throws, there
 * is no prediction.
 *
 * <p>The predictor learns from the CPU time of completed searches if CPU time can be read.
 * Otherwise it learns from the time of their threads; see {@link Timeline#demandNanos}. So waiting,
 * preemption and a shared core do not distort the result. Time in which a search waits for a disk
 * is not CPU time. {@link #learnedByCpuTime} counts the searches with CPU time. Searches with
 * another ranking function or another early termination need a predictor of their own. Thread-safe.
 */
public final class QueryPredictor {
  private final DemandPredictor predictor;
  private final LongAdder byCpuTime = new LongAdder();

  /** Uses the default memory of {@link DemandPredictor}. */
  public QueryPredictor() {
    this(DemandPredictor.DEFAULT_MEMORY_REQUESTS, DemandPredictor.DEFAULT_HALF_LIFE);
  }

  /**
   * Uses a memory of another size.
   *
   * @param memoryRequests memory in searches, at least 100; see {@link DemandPredictor}
   * @param halfLife age at which a search counts half
   */
  public QueryPredictor(int memoryRequests, Duration halfLife) {
    predictor = new DemandPredictor(QueryFeatures.COUNT, memoryRequests, halfLife);
  }

  /** Quality of the predictions of the latest searches, at most 1,024. */
  public PredictionQuality quality() {
    return predictor.quality();
  }

  /** Number of searches used for learning. */
  public long learned() {
    return predictor.learned();
  }

  /** Number of searches with known CPU time. For others it learned the time of their threads. */
  public long learnedByCpuTime() {
    return byCpuTime.sum();
  }

  /** Returns the predictor for the queries of a searcher; one per searcher. */
  public ForSearcher forSearcher(IndexSearcher searcher) {
    return new ForSearcher(searcher);
  }

  /** Predictor for the queries of one searcher. Thread-safe. */
  public final class ForSearcher {
    private final QueryFeatures features;

    private ForSearcher(IndexSearcher searcher) {
      features = new QueryFeatures(searcher);
    }

    /**
     * Predicts a search before it begins. Never throws.
     *
     * @param query rewritten or not
     * @param mode the score mode of its collectors
     */
    public PredictedSearch predict(Query query, ScoreMode mode) {
      try {
        double[] seen = features.of(query, mode);
        return new PredictedSearch(seen, predictor.predict(seen, System.nanoTime()));
      } catch (ThreadInterruptedException e) {
        Thread.currentThread().interrupt(); // the search itself handles the interrupt
        return new PredictedSearch(null, Prediction.NONE);
      } catch (IOException | RuntimeException | StackOverflowError e) {
        // The search will have the same failure, if it matters.
        return new PredictedSearch(null, Prediction.NONE);
      }
    }
  }

  /** Search with its prediction, which learns from the search's duration. */
  public final class PredictedSearch {
    private final double @Nullable [] features;
    private final Prediction prediction;

    private PredictedSearch(double @Nullable [] features, Prediction prediction) {
      this.features = features;
      this.prediction = prediction;
    }

    /** The prediction; {@link Prediction#NONE} if there is none. */
    public Prediction prediction() {
      return prediction;
    }

    /** The prediction, or one with an unlimited error if there is none. */
    public Prediction predictionOrUnsure() {
      return prediction.isKnown() ? prediction : Prediction.UNSURE;
    }

    /** Learns from a completed search; ignores others. */
    public void ended(Timeline timeline) {
      if (timeline.outcome() == Outcome.COMPLETED) {
        if (learnFrom(timeline.demandNanos()) && timeline.cpuNanos().isPresent()) {
          byCpuTime.increment();
        }
      }
    }

    /**
     * Learns the search's demand: its time on one thread.
     *
     * @param demandNanos ignored if not positive
     */
    public void learn(long demandNanos) {
      learnFrom(demandNanos);
    }

    private boolean learnFrom(long demandNanos) {
      return features != null && predictor.learn(features, demandNanos, System.nanoTime());
    }
  }
}
