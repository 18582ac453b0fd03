package org.curtail.opensearch;

import java.util.stream.Stream;
import org.apache.lucene.search.FieldComparatorSource;
import org.apache.lucene.search.SortField;
import org.jspecify.annotations.Nullable;
import org.opensearch.index.fielddata.fieldcomparator.LongValuesComparatorSource;
import org.opensearch.search.sort.GeoDistanceSortBuilder;
import org.opensearch.search.sort.SortAndFormats;

/**
 * Sorts by which several threads may compare. OpenSearch's sort by script is not one: all
 * comparators share the script of the segment begun last.
 */
final class ShareableSorts {
  private static final Package OF_FIELDS = LongValuesComparatorSource.class.getPackage();

  private ShareableSorts() {}

  /** True for a known sort or no sort. */
  static boolean contain(@Nullable SortAndFormats sort) {
    return sort == null || Stream.of(sort.sort.getSort()).allMatch(ShareableSorts::isKnown);
  }

  private static boolean isKnown(SortField field) {
    FieldComparatorSource source = field.getComparatorSource();
    if (source == null) {
      return true; // Lucene's own
    }
    Class<?> type = source.getClass();
    return OF_FIELDS.equals(type.getPackage())
        || GeoDistanceSortBuilder.class.equals(type.getEnclosingClass());
  }
}
