package org.curtail.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;

/**
 * Features of queries for a {@code DemandPredictor}, before queries run or are rewritten: documents
 * of the clauses, in total and for the most frequent terms; number and kinds of clauses; scored or
 * not; skippable or not. Thread-safe.
 */
final class QueryFeatures {
  /** Number of features. */
  static final int COUNT = 21;

  private final TermCounts counts;

  QueryFeatures(IndexSearcher searcher) {
    this.counts = new TermCounts(searcher);
  }

  /**
   * Computes the features of a query.
   *
   * @param query rewritten or not
   * @param mode the score mode of the collectors
   */
  double[] of(Query query, ScoreMode mode) throws IOException {
    var found = new ClauseVisitor.ClauseStatistics(counts);
    double docs = ClauseVisitor.visit(query, found);
    double[] terms = Arrays.copyOf(found.docs, found.lookedUp());
    Arrays.sort(terms);
    boolean maySkip = mode.needsScores() && !mode.isExhaustive() && KnownQueries.contain(query);
    double logDocs = log(docs);
    double logTerms = log(found.terms);
    return new double[] {
      // Thresholds make the fit nonlinear, since the shortest searches cost only their setup.
      logDocs,
      beyond(1e2, logDocs),
      beyond(1e3, logDocs),
      beyond(1e4, logDocs),
      beyond(1e5, logDocs),
      beyond(1e6, logDocs),
      log(sum(terms)),
      log(greatest(terms, 1)),
      log(greatest(terms, 2)),
      log(greatest(terms, 3)),
      log(greatest(terms, terms.length)),
      logTerms,
      beyond(8, logTerms),
      logTerms * logDocs,
      log(found.required),
      log(found.positional),
      log(found.unknown),
      mode.needsScores() ? 1 : 0,
      maySkip ? 1 : 0,
      maySkip ? logDocs : 0,
      maySkip ? logTerms : 0
    };
  }

  private static double log(double count) {
    return StrictMath.log1p(count);
  }

  private static double beyond(double count, double log) {
    return Math.max(0, log - StrictMath.log(count));
  }

  private static double sum(double[] counts) {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * Returns the greatest value of a rank, or 0 if there are fewer values.
   *
   * @param which the rank, from 1 on
   */
  private static double greatest(double[] sorted, int which) {
    return which == 0 || sorted.length < which ? 0 : sorted[sorted.length - which];
  }
}
