package org.curtail.cli.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.Bits;
import org.curtail.benchkit.search.Fields;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;

/**
 * Static ranks from a numeric doc values field of an index.
 *
 * @param folder folder of the index, for messages
 * @param field name of the field
 * @param type type of its values
 */
record RankColumn(Path folder, String field, NumberType type) {
  private static final Set<DocValuesType> NUMERIC =
      Set.of(DocValuesType.NUMERIC, DocValuesType.SORTED_NUMERIC);
  private static final String WORDS = Fields.FEATURE_PREFIX + "words";

  /**
   * The column of a kind of static rank in an index.
   *
   * @param type type of the values of a field; if absent double for {@link Fields#STATIC_RANK} and
   *     long for others
   * @throws UsageError if the index cannot have this kind
   */
  static RankColumn of(IndexReader reader, Path folder, RankKind kind, Optional<NumberType> type) {
    List<String> existing = numericFields(reader);
    return switch (kind) {
      case RankKind.Length() -> {
        if (!existing.contains(WORDS)) {
          throw new UsageError(
              "%s: --static-rank length: expected the numeric field %s, as an index made by curtail has, found %s"
                  .formatted(folder, WORDS, list(existing)));
        }
        yield new RankColumn(folder, WORDS, NumberType.LONG);
      }
      case RankKind.Links() ->
          throw new UsageError(
              "%s: --static-rank links: expected documents, which have text with mentions, found an index"
                  .formatted(folder));
      case RankKind.None() ->
          throw new UsageError(folder + ": --static-rank: expected a field or length, found none");
      case RankKind.Field(String field) -> {
        if (!existing.contains(field)) {
          throw new UsageError(
              "%s: --static-rank: expected a numeric doc values field of the index (%s), found %s%s"
                  .formatted(folder, list(existing), field, NearestName.hint(field, existing)));
        }
        yield new RankColumn(
            folder,
            field,
            type.orElse(field.equals(Fields.STATIC_RANK) ? NumberType.DOUBLE : NumberType.LONG));
      }
    };
  }

  private static List<String> numericFields(IndexReader reader) {
    return StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
        .filter(info -> NUMERIC.contains(info.getDocValuesType()))
        .map(FieldInfo::getName)
        .sorted()
        .toList();
  }

  private static String list(List<String> fields) {
    return fields.isEmpty()
        ? "none"
        : fields.stream().limit(20).collect(Collectors.joining(", "))
            + (fields.size() > 20 ? ", ..." : "");
  }

  /**
   * The ranks of a segment's documents, 0 for deleted ones.
   *
   * @throws UsageError if a document has no rank, or one that is negative or no number
   */
  double[] ranks(LeafReaderContext leaf) throws IOException {
    LeafReader segment = leaf.reader();
    Bits live = segment.getLiveDocs();
    FieldInfo info = segment.getFieldInfos().fieldInfo(field);
    SortedNumericDocValues values =
        info == null ? DocValues.emptySortedNumeric() : DocValues.getSortedNumeric(segment, field);
    double[] ranks = new double[segment.maxDoc()];
    for (int document = 0; document < ranks.length; document++) {
      if (live == null || live.get(document)) {
        ranks[document] = rank(leaf, document, values);
      }
    }
    return ranks;
  }

  private double rank(LeafReaderContext leaf, int document, SortedNumericDocValues values)
      throws IOException {
    if (!values.advanceExact(document)) {
      throw broken(leaf, document, "none");
    }
    if (values.docValueCount() > 1) {
      throw broken(leaf, document, values.docValueCount() + " values");
    }
    double rank = type.decode(values.nextValue());
    if (!(rank >= 0 && Double.isFinite(rank))) {
      throw broken(leaf, document, type == NumberType.LONG ? "%.0f".formatted(rank) : "" + rank);
    }
    return rank + 0.0;
  }

  private UsageError broken(LeafReaderContext leaf, int document, String found) throws IOException {
    String id = leaf.reader().storedFields().document(document, Set.of(Fields.ID)).get(Fields.ID);
    return new UsageError(
        "%s: document %d%s: field %s: expected a %s of 0 or more for the static rank, found %s"
            .formatted(
                folder,
                leaf.docBase + document,
                id == null ? "" : " (id " + id + ")",
                field,
                type.label(),
                found));
  }
}
