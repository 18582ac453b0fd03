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
 * Estimate of the number of documents that contain a term or match a query of one clause. The
 * estimate reads the largest leaves, until they contain half of the index, and extrapolates. A
 * cache keeps recent terms: a lookup costs a microsecond or two in each leaf, and the search
 * repeats it. Thread-safe.
 */
final class TermCounts {
  private static final int MOST_LEAVES = 4;

  /**
   * Slots of the cache, a power of two. The cache contains two thirds of the words of distinct web
   * queries.
   */
  private static final int CACHE_SLOTS = 1 << 14;

  /** Maximum length of a cached term. */
  private static final int MOST_BYTES = 256;

  private record CachedCount(Term term, double docs) {}

  private final IndexSearcher searcher;
  private final List<LeafReaderContext> leaves;
  private final double docs;
  private final double docsPerDocSeen;
  private final AtomicReferenceArray<@Nullable CachedCount> cache =
      new AtomicReferenceArray<>(CACHE_SLOTS);

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

  /** Number of documents of the index. */
  double docs() {
    return docs;
  }

  /** Returns the number of documents with a term, deleted ones included. */
  double of(Term term) throws IOException {
    int hash = term.hashCode();
    int slot = (hash ^ hash >>> 16) & (CACHE_SLOTS - 1);
    CachedCount counted = cache.get(slot);
    if (counted != null && counted.term.equals(term)) {
      return counted.docs;
    }
    double count = lookUp(term);
    if (term.bytes().length <= MOST_BYTES) {
      cache.set(slot, new CachedCount(term, count));
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

  /**
   * Returns the number of documents that may match a query, as its scorers estimate it, without a
   * rewrite.
   */
  double of(Query clause) throws IOException {
    // The searcher is bypassed, because its cache would count this as a use of the query.
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

  /** Limits an estimate to the documents of the leaf. */
  private static double within(long count, LeafReaderContext leaf) {
    return Math.clamp(count, 0, leaf.reader().maxDoc());
  }
}
