package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.lucene.search.FieldComparatorSource;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.junit.jupiter.api.Test;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.fieldcomparator.DoubleValuesComparatorSource;
import org.opensearch.index.fielddata.plain.SortedNumericIndexFieldData;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.sort.SortAndFormats;

class ShareableSortsTest {
  private static final IndexNumericFieldData NUMBERS =
      new SortedNumericIndexFieldData("number", IndexNumericFieldData.NumericType.DOUBLE);

  private static boolean isKnown(SortField field) {
    return ShareableSorts.contain(
        new SortAndFormats(new Sort(field), new DocValueFormat[] {DocValueFormat.RAW}));
  }

  private static SortField by(FieldComparatorSource source) {
    return new SortField("number", source);
  }

  @Test
  void sortsOfLuceneAndByFieldsAreKnown() {
    assertThat(ShareableSorts.contain(null)).isTrue();
    assertThat(isKnown(SortField.FIELD_SCORE)).isTrue();
    assertThat(isKnown(new SortField("number", SortField.Type.LONG))).isTrue();
    assertThat(
            isKnown(by(new DoubleValuesComparatorSource(NUMBERS, 0.0, MultiValueMode.MIN, null))))
        .isTrue();
  }

  /** A sort by script is of this kind. */
  @Test
  void oneThatIsMadeForASearchIsNot() {
    var own = new DoubleValuesComparatorSource(NUMBERS, 0.0, MultiValueMode.MIN, null) {};
    assertThat(isKnown(by(own))).isFalse();
  }
}
