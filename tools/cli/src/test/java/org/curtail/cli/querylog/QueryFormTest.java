package org.curtail.cli.querylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Query files of other programs: read in their own form, or rejected with the reason. */
class QueryFormTest {
  @TempDir private Path folder;

  private record Read(List<QueryLine> lines, List<String> broken, List<String> guesses) {
    List<String> texts() {
      return lines.stream().map(QueryLine::text).toList();
    }

    List<String> ids() {
      return lines.stream().map(QueryLine::id).toList();
    }
  }

  private Read read(String name, String text) throws IOException {
    var read = new Read(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    QueryLog.readFile(
        Files.writeString(folder.resolve(name), text),
        QuerySyntax.FREE,
        new QueryLog.Sink() {
          @Override
          public void query(QueryLine line) {
            read.lines().add(line);
          }

          @Override
          public void broken(String reason) {
            read.broken().add(reason);
          }

          @Override
          public void guessed(String remark) {
            read.guesses().add(remark);
          }
        });
    return read;
  }

  @Test
  void anAolLogGivesEachQueryOnceWithoutDatesAndAddresses() throws IOException {
    String rows =
        """
        7\tblue hat\t2006-03-01 07:17:12\t1\thttp://a.example
        7\tblue hat\t2006-03-01 07:17:12\t4\thttp://b.example
        7\t-\t2006-03-01 07:18:00\t\t
        8\tblue hat\t2006-03-01 07:19:00
        """;
    Read named = read("a.txt", "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n" + rows);
    assertThat(named.texts()).containsExactly("blue hat", "blue hat");
    assertThat(named.ids()).containsExactly("2", "5");
    assertThat(named.broken()).isEmpty();
    assertThat(named.guesses())
        .singleElement()
        .asString()
        .startsWith("assuming that line 1 is the names of columns, with the queries in query");
    assertThat(read("b.txt", rows).texts()).containsExactly("blue hat", "blue hat");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "qid\\tquery\\n5\\tred hat\\n                     | 5 | red hat",
        "query_id,query\\n5,\"red, old hat\"\\n           | 5 | red, old hat",
        "query\\nred hat\\n                               | 2 | red hat",
        "12:red hat\\n13:old hat\\n                       | 12 | red hat",
        "{\"_id\": \"q5\", \"text\": \"red hat\"}\\n      | q5 | red hat",
        "{\"id\": 5, \"query\": \"red hat\"}\\n           | 5 | red hat",
        "5\\tred hat\\n                                   | 5 | red hat",
        "red hat\\t5\\nold hat\\t3\\n                   | 1 | red hat",
        "<b> in html\\n                                   | 1 | <b> in html",
      })
  void headersAndIdsAreNoWordsOfQueries(String file, String id, String text) throws IOException {
    Read read = read("q.txt", file.strip().replace("\\t", "\t").replace("\\n", "\n"));
    assertThat(read.texts().getFirst()).isEqualTo(text);
    assertThat(read.ids().getFirst()).isEqualTo(id);
    assertThat(read.broken()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "<top>\\n<num> Number: 301\\n<title> red hat\\n     | topics of TREC",
        "<webtrack2012>\\n<topic number=\"1\">\\n<query>red hat</query>\\n | found markup: '<webtrack2012>'; if its queries are in <query>, sed",
        "[\"red hat\",\"old hat\"]\\n                       | found a list of JSON; jq -r '.[]'",
        "red hat\\rold hat\\r                            | found carriage returns alone",
        "<?xml version=\"1.0\"?>\\n                         | found markup",
        "[2026-01-31T12:00:00,123][WARN ][i.s.s.query] took[12ms], source[{}]\\n | as a slow log",
        "# Time: 2026-01-31T12:00:00.123456Z\\n# User@Host: a[a] @ b [] | found MySQL's slow log",
        "/usr/sbin/mysqld, Version: 8.0.36 (MySQL). started with:\\n | found MySQL's slow log",
        "2026-01-31 12:00:00.123 UTC [7] LOG:  duration: 12.3 ms  statement: SELECT 1\\n | begin with a date",
        "2026-01-31 12:00:00.123 INFO  (qtp1-20) [c:a] o.a.s.c.S.Request params={q=a}\\n | begin with a date",
        "{\"took\": \"12ms\", \"source\": \"{}\"}\\n        | found a slow log, whose lines have whole search requests; extract the words from the field source",
        "{\"elasticsearch.slowlog.took\": \"1ms\", \"elasticsearch.slowlog.source\": \"{}\"}\\n | found a slow log",
        "10.0.0.7 - - [31/Jan/2026:12:00:00 +0000] \"GET /s?q=hat HTTP/1.1\" 200 5\\n | found an access log",
      })
  void logsAndMarkupAreRefusedWithTheReason(String file, String reason) {
    assertThatThrownBy(() -> read("q.txt", file.strip().replace("\\n", "\n").replace("\\r", "\r")))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("q.txt:1: expected ")
        .hasMessageContaining(reason);
  }

  @Test
  void countsBeforeQueriesAreNoWords() throws IOException {
    Read read = read("q.txt", "      5 red hat\n     13 old hat\n");
    assertThat(read.texts()).containsExactly("red hat", "old hat");
    assertThat(read.guesses()).singleElement().asString().contains("a count before each query");
  }

  @Test
  void aCsvFileWithoutNamesIsRefused() {
    assertThatThrownBy(() -> read("q.csv", "0,red hat\n"))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("q.csv:1: expected the names of the columns in the first line");
  }

  @Test
  void linesOfOtherFormsAmongQueriesAreCounted() throws IOException {
    Read read =
        read("q.txt", "red hat\na\tb\tc\td\n[2026-01-31T12:00:00,123][WARN ] took[1ms]\nhat\n");
    assertThat(read.texts()).containsExactly("red hat", "hat");
    assertThat(read.broken())
        .hasSize(2)
        .first()
        .asString()
        .endsWith(
            "q.txt:2: expected a query, or an id, a tab and a query, found 4 columns; cut -f extracts the column with the queries");
  }

  @Test
  void documentsAreNoQueries() throws IOException {
    Read read = read("d.jsonl", "{\"_id\": \"1\", \"title\": \"t\", \"text\": \"long\"}\n");
    assertThat(read.lines()).isEmpty();
    assertThat(read.broken()).singleElement().asString().contains("expected a field \"query\"");
  }
}
