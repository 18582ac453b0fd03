package org.curtail.cli.index;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.curtail.benchkit.search.Fields;

/** Fields of a static rank in an index, and the resulting order. */
public final class StaticRankFields {
  private StaticRankFields() {}

  /** The order by descending static rank. */
  public static Sort order() {
    return new Sort(new SortField(Fields.STATIC_RANK, SortField.Type.DOUBLE, true));
  }

  /**
   * Adds a rank to a document: as doc values and, if above 0, as a feature for skipping in Lucene's
   * own pruning.
   *
   * @param rank finite and at least 0
   */
  static void addTo(Document row, double rank) {
    row.add(new DoubleDocValuesField(Fields.STATIC_RANK, rank));
    if (rank > 0) {
      // Features are normal, finite floats.
      float feature = (float) Math.clamp(rank, Float.MIN_NORMAL, Float.MAX_VALUE);
      row.add(new FeatureField(Fields.RANK_FEATURES, Fields.STATIC_RANK, feature));
    }
  }
}
