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
 * Says before a search how long it will take, and learns from how long searches took.
 *
 * <pre>{@code
 * var predictor = new QueryPredictor();                   // one per index, for all its readers
 * Curtail curtail = Curtail.with(policy).start();         // such as tail-index-predicted
 * IndexSearcher searcher =
 *     new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, predictor);
 * }</pre>
 *
 * <p>It looks at the query and at the index's statistics: in how many documents the terms occur,
 * how many clauses there are and of which kind, whether matches are scored. The query is not
 * rewritten and does not run; of prefixes, fuzzy terms, vectors and the like only their number is
 * known. Looking takes some microseconds. It never changes a search and never fails one: of a query
 * that refuses to be looked at it knows nothing.
 *
 * <p>What it learns from is the CPU time of the searches that completed, where it can be read, else
 * the time that their threads served them; see {@link Timeline#demandNanos}. So a search that
 * waited, was set aside or had to share its core teaches nothing wrong; time in which a search
 * waits for a disk is not CPU time. {@link #learnedByCpuTime} says which one it was. It holds for
 * one way to search: give searches with another ranking function or other early termination a
 * predictor of their own. Safe for all threads.
 */
public final class QueryPredictor {
  private final DemandPredictor predictor;
  private final LongAdder byCpuTime = new LongAdder();

  /** With the memory of {@link DemandPredictor#DemandPredictor(int)}. */
  public QueryPredictor() {
    this(DemandPredictor.DEFAULT_MEMORY_REQUESTS, DemandPredictor.DEFAULT_HALF_LIFE);
  }

  /**
   * With a memory of its own.
   *
   * @param memoryRequests at least 100; see {@link DemandPredictor}
   * @param halfLife after this time a search counts half
   */
  public QueryPredictor(int memoryRequests, Duration halfLife) {
    predictor = new DemandPredictor(QueryFeatures.COUNT, memoryRequests, halfLife);
  }

  /** How good predictions were of the last searches, at most 1,024. */
  public PredictionQuality quality() {
    return predictor.quality();
  }

  /** Searches that were learned from. */
  public long learned() {
    return predictor.learned();
  }

  /**
   * Of these, the searches whose CPU time was read; from the others the time of their threads was
   * learned.
   */
  public long learnedByCpuTime() {
    return byCpuTime.sum();
  }

  /** For the queries of a searcher; one per searcher. */
  public OfSearcher of(IndexSearcher searcher) {
    return new OfSearcher(searcher);
  }

  /** What is asked about the queries of one searcher. Safe for all threads. */
  public final class OfSearcher {
    private final QueryFeatures features;

    private OfSearcher(IndexSearcher searcher) {
      features = new QueryFeatures(searcher);
    }

    /**
     * Asks about a search that is about to begin. Throws nothing.
     *
     * @param query rewritten or not
     * @param mode in which its collectors want matches
     */
    public Asked ask(Query query, ScoreMode mode) {
      try {
        double[] seen = features.of(query, mode);
        return new Asked(seen, predictor.predict(seen, System.nanoTime()));
      } catch (ThreadInterruptedException e) {
        Thread.currentThread().interrupt(); // for the search itself to see
        return new Asked(null, Prediction.NONE);
      } catch (IOException | RuntimeException | StackOverflowError e) {
        // The search meets it again, if it matters.
        return new Asked(null, Prediction.NONE);
      }
    }
  }

  /** One search: what is said of it, and who is told how long it took. */
  public final class Asked {
    private final double @Nullable [] features;
    private final Prediction prediction;

    private Asked(double @Nullable [] features, Prediction prediction) {
      this.features = features;
      this.prediction = prediction;
    }

    /** What is known; {@link Prediction#NONE} if nothing is. */
    public Prediction prediction() {
      return prediction;
    }

    /** What is known; if nothing is, a prediction that says so by its error. */
    public Prediction predictionOrUnsure() {
      return prediction.isKnown() ? prediction : Prediction.UNSURE;
    }

    /** Learns from the search, if it completed. */
    public void ended(Timeline timeline) {
      if (timeline.outcome() == Outcome.COMPLETED) {
        if (learns(timeline.demandNanos()) && timeline.cpuNanos().isPresent()) {
          byCpuTime.increment();
        }
      }
    }

    /**
     * Learns how long the search took, or would have taken, on one thread.
     *
     * @param demandNanos not learned from if it is not positive
     */
    public void took(long demandNanos) {
      learns(demandNanos);
    }

    private boolean learns(long demandNanos) {
      return features != null && predictor.learn(features, demandNanos, System.nanoTime());
    }
  }
}
