package org.curtail.papers.earlytermination;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.curtail.benchkit.search.Fields;
import org.curtail.lucene.ranked.RankedIndex;
import org.jspecify.annotations.Nullable;

/**
 * The static rank in a score by Lucene's {@link FeatureField}. The field keeps a rank with nine
 * bits, so scores are nearly those of a search in order of importance.
 *
 * @param weight weight of the logarithm of a rank plus one
 */
record FeatureRank(float weight) {
  /** Largest weight in Lucene. */
  private static final double MOST_WEIGHT = 64;

  /** Returns the rank of an index; empty without such a field, or with an impossible weight. */
  static Optional<FeatureRank> of(RankedIndex index, IndexReader reader) throws IOException {
    double weight = index.settings().staticWeight() / Math.log1p(index.rank().greatest());
    boolean allowed = weight > 0 && weight <= MOST_WEIGHT;
    return allowed && isIn(reader)
        ? Optional.of(new FeatureRank((float) weight))
        : Optional.empty();
  }

  private static boolean isIn(IndexReader reader) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      @Nullable Terms terms = leaf.reader().terms(Fields.RANK_FEATURES);
      if (terms != null) {
        TermsEnum features = terms.iterator();
        if (features.seekExact(new BytesRef(Fields.STATIC_RANK))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns a query with the rank in its scores. */
  Query addedTo(Query query) {
    return new BooleanQuery.Builder()
        .add(query, Occur.MUST)
        .add(
            FeatureField.newLogQuery(Fields.RANK_FEATURES, Fields.STATIC_RANK, weight, 1f),
            Occur.SHOULD)
        .build();
  }
}
