package org.curtail.lucene;

import java.util.List;
import java.util.concurrent.Executor;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;

/** Plain Lucene with slices of about this many documents. */
public final class SlicedSearcher extends IndexSearcher {
  private final int docs;

  public SlicedSearcher(IndexReader reader, Executor executor, int docs) {
    super(reader, executor);
    this.docs = docs;
  }

  @Override
  protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
    return slices(leaves, docs, docs == Integer.MAX_VALUE ? Integer.MAX_VALUE : 1, true);
  }
}
