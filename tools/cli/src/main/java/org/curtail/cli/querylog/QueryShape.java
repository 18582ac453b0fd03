package org.curtail.cli.querylog;

import java.util.function.Supplier;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/**
 * Whether a query has a shape that Lucene can parse and search without end of stack or patience.
 */
final class QueryShape {
  /** The parser and all that looks at a query after it go down one step for each. */
  private static final int DEEPEST = 50;

  private QueryShape() {}

  /**
   * Rejects parentheses in parentheses in parentheses, before they are parsed. In regular
   * expressions too; those in quotation marks or behind a backslash are text.
   *
   * @throws QueryParsing.Unparsable if there are more than 50 within each other
   */
  static void requireShallow(String text) throws QueryParsing.Unparsable {
    int deepest = deepest(text);
    if (deepest > DEEPEST) {
      throw new QueryParsing.Unparsable(
          "expected at most %,d parentheses within each other, found %,d"
              .formatted(DEEPEST, deepest));
    }
  }

  private static int deepest(String text) {
    int deepest = 0;
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '\\' -> i++;
        case '"' -> quoted = !quoted;
        case '(' -> depth += quoted ? 0 : 1;
        case ')' -> depth -= quoted || depth == 0 ? 0 : 1;
        default -> {}
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  /**
   * Rejects a query of more clauses than Lucene searches.
   *
   * @throws QueryParsing.Unparsable if a searcher would refuse it
   */
  static void requireFewClauses(Query query) throws QueryParsing.Unparsable {
    var counter = new Counter();
    query.visit(counter);
    if (counter.clauses > IndexSearcher.getMaxClauseCount()) {
      throw tooManyClauses(counter.clauses);
    }
  }

  static QueryParsing.Unparsable tooManyClauses(int found) {
    return new QueryParsing.Unparsable(
        "expected at most %,d words, counted in each field, found %,d"
            .formatted(IndexSearcher.getMaxClauseCount(), found));
  }

  /** Counts as {@link IndexSearcher} does. */
  private static final class Counter extends QueryVisitor {
    private int clauses;

    @Override
    public QueryVisitor getSubVisitor(Occur occur, Query parent) {
      // All sub-queries count, also those that must not match.
      return this;
    }

    @Override
    public void visitLeaf(Query query) {
      clauses++;
    }

    @Override
    public void consumeTerms(Query query, Term... terms) {
      clauses += terms.length;
    }

    @Override
    public void consumeTermsMatching(
        Query query, String field, Supplier<ByteRunAutomaton> automaton) {
      clauses++;
    }
  }
}
