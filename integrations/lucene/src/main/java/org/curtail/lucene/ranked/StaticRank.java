package org.curtail.lucene.ranked;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.jspecify.annotations.Nullable;

/**
 * Importance of the documents of an index, independent of queries: their static rank. The static
 * rank is the field by which the index is sorted, descending ({@code
 * IndexWriterConfig.setIndexSort}), numeric doc values of any type. Documents without a value have
 * the sort's missing value, or rank 0.
 *
 * <p>An index with another sort has no order of importance: every document has rank 0, and no
 * search ends early. Immutable and thread-safe.
 */
public final class StaticRank {
  private final @Nullable SortField field;
  private final double greatest;
  private final String reason;

  private StaticRank(@Nullable SortField field, double greatest, String reason) {
    this.field = field;
    this.greatest = greatest;
    this.reason = reason;
  }

  /**
   * Reads the rank of an index.
   *
   * @throws IllegalArgumentException if a rank is negative, infinite or not a number; the message
   *     names field, segment, document and value
   */
  public static StaticRank of(IndexReader reader) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    if (leaves.isEmpty()) {
      return unordered("the index is empty");
    }
    Optional<SortField> first = order(leaves.getFirst());
    if (first.isEmpty()) {
      Sort sort = leaves.getFirst().reader().getMetaData().sort();
      return unordered(
          sort == null
              ? "the index is not sorted"
              : "the index is sorted by "
                  + sort
                  + ", not by a plain numeric field in descending order");
    }
    for (LeafReaderContext leaf : leaves) {
      if (!order(leaf).equals(first)) {
        return unordered("the segments of the index are sorted differently");
      }
      if (leaf.reader().getMetaData().hasBlocks()) {
        // Children are stored with their parent, despite their own rank.
        return unordered("the index has blocks of parent and child documents");
      }
    }
    var rank = new StaticRank(first.get(), Double.NaN, "");
    double greatest = 0;
    for (LeafReaderContext leaf : leaves) {
      OfLeaf ranks = rank.of(leaf);
      greatest = Math.max(greatest, ranks.checked(0));
      ranks.checked(leaf.reader().maxDoc() - 1);
      checkBehindMissing(rank, leaf);
    }
    return new StaticRank(first.get(), greatest, "");
  }

  /**
   * Checks that documents after the last rank of at least 0 have no value. If documents without a
   * value sort below 0, the last document may be one of them and hide negative ranks before it.
   */
  private static void checkBehindMissing(StaticRank rank, LeafReaderContext leaf)
      throws IOException {
    OfLeaf any = rank.of(leaf);
    if (any.values == null || !(any.sortedMissing < 0)) {
      return;
    }
    int from = 0;
    int to = leaf.reader().maxDoc();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (rank.of(leaf).sorted(middle) < 0) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    if (from < leaf.reader().maxDoc()) {
      int withValue = any.values.advance(from);
      if (withValue != DocIdSetIterator.NO_MORE_DOCS) {
        rank.of(leaf).checked(withValue);
      }
    }
  }

  private static StaticRank unordered(String reason) {
    return new StaticRank(null, 0, reason);
  }

  private static Optional<SortField> order(LeafReaderContext leaf) {
    Sort sort = leaf.reader().getMetaData().sort();
    return Optional.ofNullable(sort).map(by -> by.getSort()[0]).filter(StaticRank::isRank);
  }

  private static boolean isRank(SortField by) {
    return by.getReverse()
        && switch (by.getType()) {
          case INT, LONG, FLOAT, DOUBLE -> true;
          case SCORE, DOC, STRING, STRING_VAL, CUSTOM, REWRITEABLE -> false;
        };
  }

  /** True if the index is in order of importance. */
  public boolean isOrder() {
    return field != null;
  }

  /** Reason why the index has no order; empty if it has one. */
  public String reason() {
    return reason;
  }

  /** The rank field; empty if the index is not in order of importance. */
  public Optional<String> field() {
    return Optional.ofNullable(field).map(SortField::getField);
  }

  /** The greatest rank of all documents, deleted ones included; 0 without an order. */
  public double greatest() {
    return greatest;
  }

  /** Returns the ranks of a leaf's documents. For one thread, which must ask in ascending order. */
  OfLeaf of(LeafReaderContext leaf) throws IOException {
    return new OfLeaf(field, leaf);
  }

  /** The ranks of one leaf; not thread-safe. */
  static final class OfLeaf {
    private final @Nullable SortField field;
    private final LeafReaderContext leaf;
    private final @Nullable NumericDocValues values;
    private final double sortedMissing;
    private final double missing;

    private OfLeaf(@Nullable SortField field, LeafReaderContext leaf) throws IOException {
      this.field = field;
      this.leaf = leaf;
      this.values = field == null ? null : leaf.reader().getNumericDocValues(field.getField());
      this.sortedMissing =
          field != null && field.getMissingValue() instanceof Number number
              ? number.doubleValue()
              : 0;
      // An index that sorts such documents last treats them as unimportant.
      this.missing = Math.max(0, sortedMissing);
    }

    double of(int doc) throws IOException {
      return of(doc, missing);
    }

    /** The rank by which the document was sorted. */
    private double sorted(int doc) throws IOException {
      return of(doc, sortedMissing);
    }

    private double of(int doc, double withoutValue) throws IOException {
      if (field == null || values == null || !values.advanceExact(doc)) {
        return withoutValue;
      }
      long bits = values.longValue();
      return switch (field.getType()) {
        case INT -> (int) bits; // as the sort sees it
        case FLOAT -> Float.intBitsToFloat((int) bits);
        case DOUBLE -> Double.longBitsToDouble(bits);
        default -> bits;
      };
    }

    private double checked(int doc) throws IOException {
      double rank = of(doc);
      if (!(rank >= 0) || Double.isInfinite(rank)) {
        throw new IllegalArgumentException(
            "field %s: expected ranks that are finite and at least 0, found %s in document %d of %s"
                .formatted(field == null ? "" : field.getField(), rank, doc, leaf.reader()));
      }
      return rank;
    }
  }
}
