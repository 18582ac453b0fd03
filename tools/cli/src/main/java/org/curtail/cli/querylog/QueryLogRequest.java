package org.curtail.cli.querylog;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.curtail.cli.lucene.Analysis;

/**
 * Request to read a query log.
 *
 * @param file the query file
 * @param syntax syntax of the lines
 * @param fields searched fields; none means all text fields of the index
 * @param analysis analysis of text into words; absent means as recorded in the index, or standard
 * @param stopWords words removed from free text
 * @param operator rule for matches of several words
 */
public record QueryLogRequest(
    Path file,
    QuerySyntax syntax,
    List<String> fields,
    Optional<Analysis> analysis,
    StopWords stopWords,
    Operator operator) {
  public QueryLogRequest {
    fields = List.copyOf(fields);
  }

  /**
   * A request with the defaults of the file and the index: any of the words, no English stop words.
   */
  public static QueryLogRequest of(Path file) {
    return new QueryLogRequest(
        file, QuerySyntax.AUTO, List.of(), Optional.empty(), StopWords.ENGLISH, Operator.OR);
  }
}
