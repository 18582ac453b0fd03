package org.curtail.opensearch;

import java.util.stream.Stream;
import org.apache.lucene.search.FieldComparatorSource;
import org.apache.lucene.search.SortField;
import org.jspecify.annotations.Nullable;
import org.opensearch.index.fielddata.fieldcomparator.LongValuesComparatorSource;
import org.opensearch.search.sort.GeoDistanceSortBuilder;
import org.opensearch.search.sort.SortAndFormats;

/**
 * Sorts of which it is known that several threads may compare by them. OpenSearch's sort by script
 * is none: all that compare share the script of the segment that one of them has begun last.
 */
final class KnownSorts {
  private static final Package OF_FIELDS = LongValuesComparatorSource.class.getPackage();

  private KnownSorts() {}

  /** Whether it is one, or none at all. */
  static boolean contain(@Nullable SortAndFormats sort) {
    return sort == null || Stream.of(sort.sort.getSort()).allMatch(KnownSorts::isKnown);
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
