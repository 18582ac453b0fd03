package org.curtail.lucene;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

/**
 * In how many documents of an index a term, or a query of one clause, occurs, about: the greatest
 * leaves are looked at, until they are half of the index, and stand for the others. Terms that were
 * looked up last are remembered, since looking one up takes a microsecond or two in each leaf, and
 * a search does it again. Safe for all threads.
 */
final class TermCounts {
  private static final int MOST_LEAVES = 4;

  /** A power of two. Of web queries that are all different two thirds of the words are found. */
  private static final int REMEMBERED = 1 << 14;

  /** Longer terms are not kept. */
  private static final int MOST_BYTES = 256;

  private record Counted(Term term, double docs) {}

  private final IndexSearcher searcher;
  private final List<LeafReaderContext> leaves;
  private final double docs;
  private final double docsPerDocSeen;
  private final AtomicReferenceArray<@Nullable Counted> remembered =
      new AtomicReferenceArray<>(REMEMBERED);

  TermCounts(IndexSearcher searcher) {
    this.searcher = searcher;
    docs = searcher.getIndexReader().maxDoc();
    List<LeafReaderContext> all =
        searcher.getLeafContexts().stream()
            .sorted(Comparator.comparingInt(leaf -> -leaf.reader().maxDoc()))
            .toList();
    int looked = 0;
    double seen = 0;
    while (looked < Math.min(all.size(), MOST_LEAVES) && seen < docs / 2) {
      seen += all.get(looked).reader().maxDoc();
      looked++;
    }
    leaves = all.subList(0, looked);
    docsPerDocSeen = seen == 0 ? 0 : docs / seen;
  }

  /** Documents of the index. */
  double docs() {
    return docs;
  }

  /** Documents that have a term, deleted ones included. */
  double of(Term term) throws IOException {
    int hash = term.hashCode();
    int slot = (hash ^ hash >>> 16) & (REMEMBERED - 1);
    Counted counted = remembered.get(slot);
    if (counted != null && counted.term.equals(term)) {
      return counted.docs;
    }
    double count = lookUp(term);
    if (term.bytes().length <= MOST_BYTES) {
      remembered.set(slot, new Counted(term, count));
    }
    return count;
  }

  private double lookUp(Term term) throws IOException {
    double count = 0;
    for (LeafReaderContext leaf : leaves) {
      Terms terms = leaf.reader().terms(term.field());
      if (terms != null) {
        TermsEnum at = terms.iterator();
        if (at.seekExact(term.bytes())) {
          count += within(at.docFreq(), leaf);
        }
      }
    }
    return count * docsPerDocSeen;
  }

  /** Documents that may match a query, as its own scorers estimate it; it is not rewritten. */
  double of(Query clause) throws IOException {
    // Not by the searcher: its cache would take this for a use of the query.
    Weight weight = clause.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
    double count = 0;
    for (LeafReaderContext leaf : leaves) {
      ScorerSupplier supplier = weight.scorerSupplier(leaf);
      if (supplier != null) {
        count += within(supplier.cost(), leaf);
      }
    }
    return count * docsPerDocSeen;
  }

  /** Whatever is said of a leaf, it has no more documents than it has. */
  private static double within(long count, LeafReaderContext leaf) {
    return Math.clamp(count, 0, leaf.reader().maxDoc());
  }
}
