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

/** A number that is known of a match. */
sealed interface Feature {
  /** The text score. */
  record Score() implements Feature {}

  /** Number of words of a text field, as coarse as the index keeps it. */
  record Length(String field) implements Feature {}

  /** A number stored with the document; 0 if it has none. */
  record Stored(String field) implements Feature {}

  /**
   * What an index has, in a fixed order: the score, lengths of text fields, stored numbers. Numbers
   * made for ranking leave out all others.
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
