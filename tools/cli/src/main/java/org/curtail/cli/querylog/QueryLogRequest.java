package org.curtail.cli.querylog;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.curtail.cli.lucene.Analysis;

/**
 * How to read a query log.
 *
 * @param file the query file
 * @param syntax how its lines are to be read
 * @param fields fields to search; none means all text fields of the index
 * @param analysis how text becomes words; absent means as the index says, or standard
 * @param stopWords words that free text loses
 * @param operator what a match of several words must have
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

  /** Everything as the file and the index suggest: any of the words, no English stop words. */
  public static QueryLogRequest of(Path file) {
    return new QueryLogRequest(
        file, QuerySyntax.AUTO, List.of(), Optional.empty(), StopWords.ENGLISH, Operator.OR);
  }
}
