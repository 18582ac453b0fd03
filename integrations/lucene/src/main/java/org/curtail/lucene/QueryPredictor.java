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
 * Predicts before a search how long it will take, and learns from the durations of searches.
 *
 * <pre>{@code
 * var predictor = new QueryPredictor();                   // one per index, for all its readers
 * Curtail curtail = Curtail.with(policy).start();         // such as tail-index-predicted
 * IndexSearcher searcher =
 *     new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, predictor);
 * }</pre>
 *
 * <p>It uses the query and the statistics of the index: number of documents per term, number and
 * kinds of clauses, scored matches or not. The query is not rewritten and does not run; of
 * prefixes, fuzzy terms, vectors and the like only the number is known. A prediction takes some
 * microseconds. It never changes a search and never fails one: if a query throws, there is no
 * prediction.
 *
 * <p>It learns from the CPU time of completed searches where CPU time can be read, else from the
 * time that their threads served them; see {@link Timeline#demandNanos}. So waiting, preemption and
 * a shared core do not distort what it learns; time in which a search waits for a disk is not CPU
 * time. {@link #learnedByCpuTime} counts the searches with CPU time. One predictor holds for one
 * kind of search: searches with another ranking function or other early termination need a
 * predictor of their own. Safe for all threads.
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
   * @param memoryRequests at least 100; see {@link DemandPredictor}
   * @param halfLife age at which a search counts half
   */
  public QueryPredictor(int memoryRequests, Duration halfLife) {
    predictor = new DemandPredictor(QueryFeatures.COUNT, memoryRequests, halfLife);
  }

  /** Quality of the predictions of the latest searches, at most 1,024. */
  public PredictionQuality quality() {
    return predictor.quality();
  }

  /** Number of searches learned from. */
  public long learned() {
    return predictor.learned();
  }

  /**
   * Number of searches learned from by CPU time; from the others it learned the time of their
   * threads.
   */
  public long learnedByCpuTime() {
    return byCpuTime.sum();
  }

  /** Returns the predictor for the queries of a searcher; one per searcher. */
  public ForSearcher forSearcher(IndexSearcher searcher) {
    return new ForSearcher(searcher);
  }

  /** Predicts the queries of one searcher. Safe for all threads. */
  public final class ForSearcher {
    private final QueryFeatures features;

    private ForSearcher(IndexSearcher searcher) {
      features = new QueryFeatures(searcher);
    }

    /**
     * Predicts a search that is about to begin. Throws nothing.
     *
     * @param query rewritten or not
     * @param mode the score mode of its collectors
     */
    public PredictedSearch predict(Query query, ScoreMode mode) {
      try {
        double[] seen = features.of(query, mode);
        return new PredictedSearch(seen, predictor.predict(seen, System.nanoTime()));
      } catch (ThreadInterruptedException e) {
        Thread.currentThread().interrupt(); // the search itself reacts to it
        return new PredictedSearch(null, Prediction.NONE);
      } catch (IOException | RuntimeException | StackOverflowError e) {
        // The search will meet the same failure, if it matters.
        return new PredictedSearch(null, Prediction.NONE);
      }
    }
  }

  /** One search with its prediction; learns from the search's duration. */
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

    /** The prediction; if there is none, one whose error says so. */
    public Prediction predictionOrUnsure() {
      return prediction.isKnown() ? prediction : Prediction.UNSURE;
    }

    /** Learns from the search, if it completed. */
    public void ended(Timeline timeline) {
      if (timeline.outcome() == Outcome.COMPLETED) {
        if (learnFrom(timeline.demandNanos()) && timeline.cpuNanos().isPresent()) {
          byCpuTime.increment();
        }
      }
    }

    /**
     * Learns how long the search took, or would have taken, on one thread.
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
