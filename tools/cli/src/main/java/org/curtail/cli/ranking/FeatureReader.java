package org.curtail.cli.ranking;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.SmallFloat;
import org.jspecify.annotations.Nullable;

/**
 * The features of matches in one segment, visited in ascending order. Each thread has its own
 * reader.
 */
final class FeatureReader {
  /** Decoded field lengths; Lucene stores each in a byte. */
  private static final float[] LENGTHS = new float[256];

  static {
    for (int norm = 0; norm < LENGTHS.length; norm++) {
      LENGTHS[norm] = SmallFloat.byte4ToInt((byte) norm);
    }
  }

  private final @Nullable NumericDocValues[] columns;
  private final boolean[] isLength;
  private final float[] row;

  FeatureReader(List<Feature> features, LeafReader segment) throws IOException {
    columns = new NumericDocValues[features.size()];
    isLength = new boolean[features.size()];
    row = new float[features.size()];
    for (int i = 0; i < columns.length; i++) {
      switch (features.get(i)) {
        case Feature.Score() -> {}
        case Feature.Length(String field) -> {
          columns[i] = segment.getNormValues(field);
          isLength[i] = true;
        }
        case Feature.Stored(String field) -> columns[i] = DocValues.getNumeric(segment, field);
      }
    }
  }

  /**
   * The features of a match.
   *
   * @param document number of the document; it ascends from call to call
   * @return an array that the next call overwrites
   */
  float[] read(int document, double score) throws IOException {
    for (int i = 0; i < row.length; i++) {
      NumericDocValues column = columns[i];
      if (column == null) {
        row[i] = 0;
      } else if (!column.advanceExact(document)) {
        row[i] = 0;
      } else {
        row[i] = isLength[i] ? LENGTHS[(int) column.longValue() & 0xFF] : column.longValue();
      }
    }
    row[0] = (float) score;
    return row;
  }
}
