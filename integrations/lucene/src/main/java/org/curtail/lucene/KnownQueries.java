package org.curtail.lucene;

import java.util.function.Supplier;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
import org.jspecify.annotations.Nullable;

/**
 * Queries that several threads may score in parts of one leaf: those made only of Lucene's core,
 * whose own tests ensure it. A known query needs no {@link GuardedLeaf}, which checks all others
 * while they run.
 */
final class KnownQueries {
  /** True for a class of Lucene's core. False for a foreign class in one of core's packages. */
  @SuppressWarnings("ReferenceEquality") // Classes of one jar have the same domain object.
  private static final ClassValue<Boolean> OF_CORE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          String name = type.getPackageName();
          return (name.equals("org.apache.lucene.search")
                  || name.equals("org.apache.lucene.document"))
              && type.getProtectionDomain() == Query.class.getProtectionDomain();
        }
      };

  private static final String JOIN_TO_CHILDREN =
      "org.apache.lucene.search.join.ToChildBlockJoinQuery";

  private KnownQueries() {}

  /**
   * True if a query consists of known queries only.
   *
   * @param query rewritten
   */
  static boolean contain(Query query) {
    if (query.getClass() == TermQuery.class) {
      return true; // the most frequent query, checked for every search
    }
    if (query instanceof SharedLeaves.Wrapping wrapping) {
      return contain(wrapping.wrapped());
    }
    if (!OF_CORE.get(query.getClass())) {
      return false;
    }
    return switch (query) {
      case BooleanQuery all -> containClauses(all);
      case BoostQuery boosted -> contain(boosted.getQuery());
      case ConstantScoreQuery constant -> contain(constant.getQuery());
      case DisjunctionMaxQuery any -> containDisjuncts(any);
      case IndexOrDocValuesQuery either ->
          contain(either.getIndexQuery()) && contain(either.getRandomAccessQuery());
      default -> isLeaf(query);
    };
  }

  /**
   * True if a query must read each leaf from its start. A join from parents to children reports a
   * wrong parent only when it reaches it. A scorer that starts in the middle skips that parent.
   *
   * @param query rewritten
   */
  static boolean needWholeLeaves(Query query) {
    var visitor = new JoinVisitor();
    query.visit(visitor);
    return visitor.sawJoin;
  }

  private static final class JoinVisitor extends QueryVisitor {
    private boolean sawJoin;

    @Override
    public void visitLeaf(Query query) {
      sawJoin |= query.getClass().getName().equals(JOIN_TO_CHILDREN);
    }

    @Override
    public QueryVisitor getSubVisitor(Occur occur, @Nullable Query parent) {
      return this;
    }
  }

  private static boolean containClauses(BooleanQuery query) {
    for (BooleanClause clause : query) {
      if (!contain(clause.query())) {
        return false;
      }
    }
    return true;
  }

  private static boolean containDisjuncts(DisjunctionMaxQuery query) {
    for (Query disjunct : query) {
      if (!contain(disjunct)) {
        return false;
      }
    }
    return true;
  }

  /**
   * True for a query without inner queries. Such a query passes itself to a visitor; others pass
   * their parts or nothing.
   */
  private static boolean isLeaf(Query query) {
    if (query instanceof Iterable) {
      return false;
    }
    var visitor = new LeafVisitor(query);
    query.visit(visitor);
    return visitor.sawItself && !visitor.sawAnother;
  }

  private static final class LeafVisitor extends QueryVisitor {
    private final Query itself;
    private boolean sawItself;
    private boolean sawAnother;

    LeafVisitor(Query itself) {
      this.itself = itself;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Identity, not equality.
    public void visitLeaf(Query query) {
      // Core scores the matches of a multi-term query. The query only names the terms.
      if (query == itself || query instanceof MultiTermQuery) {
        sawItself = true;
      } else {
        sawAnother = true;
      }
    }

    @Override
    public void consumeTerms(Query query, Term... terms) {
      visitLeaf(query);
    }

    @Override
    public void consumeTermsMatching(
        Query query, String field, Supplier<ByteRunAutomaton> automaton) {
      visitLeaf(query);
    }

    @Override
    public QueryVisitor getSubVisitor(Occur occur, @Nullable Query parent) {
      return this;
    }
  }
}
