package org.curtail.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PointRangeQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
import org.jspecify.annotations.Nullable;

/**
 * Visits the clauses of a query before it is rewritten and estimates their number of documents: the
 * minimum over required clauses, the sum over others. Lucene's {@code ScorerSupplier.cost} returns
 * the same but needs a rewritten query, and rewriting may be most of the query's work. Not
 * thread-safe.
 */
final class ClauseVisitor extends QueryVisitor {
  /** Greatest number of looked-up terms; further terms reuse these counts. */
  private static final int MOST_TERMS = 64;

  /** Statistics of the whole query. */
  static final class ClauseStatistics {
    private final TermCounts counts;
    final double[] docs = new double[MOST_TERMS];
    int terms;

    /** Terms in required clauses. */
    int required;

    /** Terms of phrases, whose positions are read. */
    int positional;

    /** Clauses whose number of documents is unknown before the query is rewritten. */
    int unknown;

    ClauseStatistics(TermCounts counts) {
      this.counts = counts;
    }

    int lookedUp() {
      return Math.min(terms, MOST_TERMS);
    }

    private double docsOf(Term term) throws IOException {
      double count;
      if (terms < MOST_TERMS) {
        count = counts.of(term);
        docs[terms] = count;
      } else {
        count = docs[terms % MOST_TERMS];
      }
      terms++;
      return count;
    }
  }

  private final ClauseStatistics found;
  private final boolean isOptional;
  private final List<ClauseVisitor> within = new ArrayList<>(2);

  private double sum;
  private double least = Double.POSITIVE_INFINITY;

  private ClauseVisitor(ClauseStatistics found, boolean isOptional) {
    this.found = found;
    this.isOptional = isOptional;
  }

  /**
   * Visits a query.
   *
   * @param found receives the statistics
   * @return the estimated number of documents of its clauses
   */
  static double visit(Query query, ClauseStatistics found) throws IOException {
    var root = new ClauseVisitor(found, false);
    try {
      query.visit(root);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return root.docs();
  }

  private double docs() {
    double all = sum;
    double required = least;
    for (ClauseVisitor clause : within) {
      double count = clause.docs();
      all += count;
      if (!clause.isOptional) {
        required = Math.min(required, count);
      }
    }
    return isOptional || required == Double.POSITIVE_INFINITY ? all : required;
  }

  private void add(double count) {
    sum += count;
    least = Math.min(least, count);
  }

  @Override
  public void consumeTerms(Query query, Term... terms) {
    try {
      for (Term term : terms) {
        add(found.docsOf(term));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!isOptional) {
      found.required += terms.length;
      found.positional += terms.length > 1 ? terms.length : 0;
    }
  }

  @Override
  public void consumeTermsMatching(
      Query query, String field, Supplier<ByteRunAutomaton> automaton) {
    found.unknown++;
  }

  @Override
  public void visitLeaf(Query query) {
    switch (query) {
      case MatchAllDocsQuery all -> add(found.counts.docs());
      case MatchNoDocsQuery none -> add(0);
      case PointRangeQuery range -> addEstimated(range);
      case FieldExistsQuery exists -> addEstimated(exists);
      default -> found.unknown++;
    }
  }

  private void addEstimated(Query query) {
    try {
      add(found.counts.of(query));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public QueryVisitor getSubVisitor(Occur occur, @Nullable Query parent) {
    if (occur == Occur.MUST_NOT) {
      return QueryVisitor.EMPTY_VISITOR;
    }
    var clause = new ClauseVisitor(found, occur == Occur.SHOULD);
    within.add(clause);
    return clause;
  }
}
