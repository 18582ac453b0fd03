package org.curtail.cli.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexReader;
import org.curtail.benchkit.search.Fields;
import org.curtail.cli.lucene.TextFields;

/** A known number of a match. */
sealed interface Feature {
  /** The text score. */
  record Score() implements Feature {}

  /** Number of words of a text field, with the precision of the index. */
  record Length(String field) implements Feature {}

  /** A stored number of the document; 0 if it has none. */
  record Stored(String field) implements Feature {}

  /**
   * Features of an index, in a fixed order: the score, lengths of text fields, stored numbers. If
   * there are numbers for ranking, other stored numbers are left out.
   */
  static List<Feature> of(IndexReader reader) {
    var features = new ArrayList<Feature>();
    features.add(new Score());
    TextFields.of(reader).forEach(field -> features.add(new Length(field)));
    List<String> numbers =
        StreamSupport.stream(FieldInfos.getMergedFieldInfos(reader).spliterator(), false)
            .filter(field -> field.getDocValuesType() == DocValuesType.NUMERIC)
            .map(FieldInfo::getName)
            .sorted()
            .toList();
    List<String> made =
        numbers.stream().filter(name -> name.startsWith(Fields.FEATURE_PREFIX)).toList();
    (made.isEmpty() ? numbers : made).forEach(field -> features.add(new Stored(field)));
    return List.copyOf(features);
  }
}
