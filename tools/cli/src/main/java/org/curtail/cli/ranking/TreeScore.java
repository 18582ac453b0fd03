package org.curtail.cli.ranking;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;

/**
 * Text score plus forest. Each call of {@link #getValues} creates its own state, so several threads
 * can score parts of one segment.
 */
final class TreeScore extends DoubleValuesSource {
  private final Forest forest;

  TreeScore(Forest forest) {
    this.forest = forest;
  }

  Forest forest() {
    return forest;
  }

  @Override
  public DoubleValues getValues(LeafReaderContext segment, DoubleValues scores) throws IOException {
    var features = new FeatureReader(forest.features(), segment.reader());
    return new DoubleValues() {
      private int document = -1;

      @Override
      public boolean advanceExact(int doc) throws IOException {
        document = doc;
        return scores.advanceExact(doc);
      }

      @Override
      public double doubleValue() throws IOException {
        double score = scores.doubleValue();
        return score + forest.sum(features.read(document, score));
      }
    };
  }

  @Override
  public boolean needsScores() {
    return true;
  }

  @Override
  public DoubleValuesSource rewrite(IndexSearcher searcher) {
    return this;
  }

  @Override
  public boolean isCacheable(LeafReaderContext segment) {
    return false; // stored numbers can be updated in place
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TreeScore that && forest.equals(that.forest);
  }

  @Override
  public int hashCode() {
    return forest.hashCode();
  }

  @Override
  public String toString() {
    return "trees(" + forest.trees() + ")";
  }
}
