package org.curtail.cli.lucene;

import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;

/** The fields of an index with text to search and rank: they have term frequencies and norms. */
public final class TextFields {
  private TextFields() {}

  /** Names of the fields in ascending order; may be empty. */
  public static List<String> of(IndexReader reader) {
    return StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
        .filter(TextFields::isText)
        .map(FieldInfo::getName)
        .sorted()
        .toList();
  }

  /**
   * Returns the wanted fields, or all fields if none are named.
   *
   * @throws UsageError if a field does not exist or has no text, with the names of fields with
   *     text; or if there are none
   */
  public static List<String> choose(IndexReader reader, List<String> wanted) {
    List<String> existing = of(reader);
    if (existing.isEmpty()) {
      throw new UsageError("the index has no text fields with term frequencies and norms");
    }
    for (String field : wanted) {
      if (!existing.contains(field)) {
        throw new UsageError(
            "--fields: expected text fields of the index (%s), found '%s'%s"
                .formatted(
                    String.join(", ", existing),
                    Abbreviated.of(field),
                    NearestName.hint(field, existing)));
      }
    }
    return wanted.isEmpty() ? existing : List.copyOf(wanted);
  }

  private static boolean isText(FieldInfo field) {
    return field.getIndexOptions().compareTo(IndexOptions.DOCS_AND_FREQS) >= 0 && field.hasNorms();
  }
}
