package org.curtail.cli.querylog;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/** Whether a query matches anything; stops at its first match. */
final class AnyMatch {
  private AnyMatch() {}

  static boolean of(Query query, IndexSearcher searcher) throws IOException {
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer != null && anyLive(scorer.iterator(), leaf.reader().getLiveDocs())) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyLive(DocIdSetIterator matches, @Nullable Bits live) throws IOException {
    for (int doc = matches.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = matches.nextDoc()) {
      if (live == null || live.get(doc)) {
        return true;
      }
    }
    return false;
  }
}
