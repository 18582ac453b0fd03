package org.curtail.cli.querylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.search.IndexSearcher;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
final class QueryLogTest {
  @TempDir private Path folder;
  private OpenIndex index;

  @BeforeEach
  void makeIndex() throws IOException {
    index =
        SmallIndex.open(
            folder.resolve("index"),
            Analysis.STANDARD,
            "the lord of the rings",
            "new york population",
            "to be or not to be");
  }

  @AfterEach
  void closeIndex() throws IOException {
    index.close();
  }

  @Test
  void linesHaveIdsOrTheirNumber() throws IOException {
    QueryLog log = read("q.tsv", "17\tnew york\n\nrings\n", QuerySyntax.AUTO);
    assertThat(log.queries()).extracting(LoggedQuery::id).containsExactly("17", "3");
    assertThat(log.queries()).extracting(LoggedQuery::text).containsExactly("new york", "rings");
    assertThat(log.fields()).containsExactly("body", "title");
    assertThat(log.remarks()).isEmpty();
  }

  @Test
  void gzipGivesTheSameQueries() throws IOException {
    Path file = folder.resolve("q.tsv.gz");
    try (var gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      gzip.write("17\tnew york\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(QueryLog.read(QueryLogRequest.of(file), index).queries())
        .isEqualTo(read("q.tsv", "17\tnew york\n", QuerySyntax.AUTO).queries());
  }

  @Test
  void jsonLinesHaveAFieldQuery() throws IOException {
    QueryLog log =
        read(
            "q.jsonl",
            "{\"query\": \"+new +york\", \"tags\": [\"x\"]}\n{\"text\": 1}\n",
            QuerySyntax.LUCENE);
    assertThat(queries(log)).containsExactly("+(body:new | title:new) +(body:york | title:york)");
    assertThat(log.unparsable()).isEqualTo(1);
    assertThat(log.firstUnparsable().getFirst())
        .endsWith("q.jsonl:2: expected a field \"query\", found none");
  }

  @Test
  void freeTextIsAnyOfItsWordsInTheBestField() throws IOException {
    QueryLog log = read("q.txt", "New \"York\" new (+population", QuerySyntax.FREE);
    assertThat(queries(log))
        .containsExactly(
            "(body:new | title:new) (body:york | title:york)"
                + " (body:population | title:population)");
  }

  @Test
  void freeTextOfAllWordsIsAChoice() throws IOException {
    Path file = Files.writeString(folder.resolve("q.txt"), "new york\n");
    var request =
        new QueryLogRequest(
            file,
            QuerySyntax.AUTO,
            List.of("body"),
            Optional.empty(),
            StopWords.NONE,
            Operator.AND);
    assertThat(queries(QueryLog.read(request, index))).containsExactly("+body:new +body:york");
  }

  @Test
  void freeTextLosesStopWordsUnlessNothingWouldBeLeft() throws IOException {
    QueryLog log = read("q.txt", "The Lord of the Rings\nto be or not to be\n", QuerySyntax.FREE);
    assertThat(queries(log).getFirst())
        .isEqualTo("(body:lord | title:lord) (body:rings | title:rings)");
    assertThat(queries(log).getLast()).contains("body:to", "body:be", "body:or", "body:not");
  }

  @Test
  void wordsAreAnalyzedAsTheIndexSays() throws IOException {
    Path other = folder.resolve("code");
    Path file = Files.writeString(folder.resolve("q.txt"), "maxDocs\n");
    try (OpenIndex code = SmallIndex.open(other, Analysis.CODE, "int maxDocs = 2;")) {
      QueryLog log = QueryLog.read(QueryLogRequest.of(file), code);
      assertThat(queries(log)).containsExactly("(body:max | title:max) (body:docs | title:docs)");
    }
  }

  @Test
  void wordsOfLuceneSyntaxAreJoinedAsChosen() throws IOException {
    Path file = Files.writeString(folder.resolve("q.txt"), "new york title:rings\n");
    var request =
        new QueryLogRequest(
            file, QuerySyntax.LUCENE, List.of(), Optional.empty(), StopWords.ENGLISH, Operator.AND);
    assertThat(queries(QueryLog.read(request, index)))
        .containsExactly("+(body:new | title:new) +(body:york | title:york) +title:rings");
  }

  @Test
  void linesThatAreNoQueriesAreCountedAndTheFirstFewListed() throws IOException {
    QueryLog log = read("q.txt", "rings\n\"open\n(\n+\nrings AND\n", QuerySyntax.LUCENE);
    assertThat(log.queries()).hasSize(1);
    assertThat(log.unparsable()).isEqualTo(4);
    assertThat(log.firstUnparsable()).hasSize(3);
    assertThat(log.firstUnparsable().getFirst())
        .contains("q.txt:2: expected Lucene's query syntax");
    assertThat(log.remarks().getFirst()).isEqualTo("4 lines are no queries, first:");
  }

  @Test
  void tasksThatNeedMoreThanFullTextAreCountedByCategory() throws IOException {
    QueryLog log =
        read(
            "wiki.tasks",
            """
            # a comment
            HighTerm: ref # freq=3793973
            AndHighHigh: +class +june # freq=556838 freq=522519 1.1
            OrHighNotHigh: several -following
            Phrase: "new york" # freq=1
            SloppyPhrase: "ref name"~4
            HighSpanNear: near//ref name # freq=1
            Fuzzy1: chien~1
            Prefix3: tea*
            Wildcard: re*f
            Or2: ref also url +minShouldMatch=2
            DismaxTerm: ref +dismaxFields=titleTokenized,body
            IntNRQ: nrq//timesecnum 6207 55832
            IntNRQ: nrq//timesecnum 1 2
            HighTermTitleSort: titledvsort//ref # freq=3793973
            TermGroup1M: group1M//the
            BrowseDateSSDVFacets: *:* +facets:sortedset:Date
            VectorSearch: vector//publisher backstory
            FilteredTerm: ref +filter=5%
            CountTerm: count(ref)
            MedIntervalsOrdered: ordered//ref name
            Respell: chien
            range:dayOfYear:0-50
            no category here
            """,
            QuerySyntax.AUTO);
    assertThat(log.queries()).hasSize(11);
    assertThat(queries(log))
        .contains(
            "(body:ref | title:ref)",
            "+(body:class | title:class) +(body:june | title:june)",
            "(body:\"new york\" | title:\"new york\")",
            "(body:\"ref name\"~4 | title:\"ref name\"~4)",
            "(spanNear([body:ref, body:name], 10, true)"
                + " | spanNear([title:ref, title:name], 10, true))",
            "(body:chien~1 | title:chien~1)",
            "(body:tea* | title:tea*)",
            "((body:ref | title:ref) (body:also | title:also) (body:url | title:url))~2");
    assertThat(log.unsupported())
        .containsExactly(
            entry("BrowseDateSSDVFacets", 1),
            entry("CountTerm", 1),
            entry("FilteredTerm", 1),
            entry("HighTermTitleSort", 1),
            entry("IntNRQ", 2),
            entry("MedIntervalsOrdered", 1),
            entry("Respell", 1),
            entry("TermGroup1M", 1),
            entry("VectorSearch", 1),
            entry("range", 1));
    assertThat(log.unparsable()).isEqualTo(1);
  }

  @Test
  void aFileWithoutQueriesIsReported() {
    assertThatThrownBy(() -> read("q.txt", "\n \n", QuerySyntax.AUTO))
        .isInstanceOf(UsageError.class)
        .hasMessage(folder.resolve("q.txt") + ": expected queries, found none");
  }

  @Test
  void aMissingFileIsReported() {
    Path missing = folder.resolve("missing.tsv");
    assertThatThrownBy(() -> QueryLog.read(QueryLogRequest.of(missing), index))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(missing + ": cannot be read: no such file");
  }

  @Test
  void queriesThatMatchNothingAreRemovedAndCounted() throws IOException {
    QueryLog log = read("q.txt", "rings\nhobbits\nyork hobbits\n", QuerySyntax.AUTO);
    QueryLog matching = log.withoutQueriesMatchingNothing(new IndexSearcher(index.reader()));
    assertThat(matching.queries())
        .extracting(LoggedQuery::text)
        .containsExactly("rings", "york hobbits");
    assertThat(matching.matchingNothing()).isEqualTo(1);
    assertThat(matching.remarks()).containsExactly("1 queries match nothing and were left out");
  }

  @Test
  void ofALongLogOnlySomeAreKeptEvenlySpreadAndAllLinesAreCounted() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append("id").append(i).append(i % 10 == 9 ? "\t!?\n" : "\trings\n");
    }
    Path file = Files.writeString(folder.resolve("q.tsv"), text);
    QueryLog log = QueryLog.read(QueryLogRequest.of(file), index, 4);
    // Of the 90 that can be parsed, those at places 0, 22, 45 and 67.
    assertThat(log.queries())
        .extracting(LoggedQuery::id)
        .containsExactly("id0", "id24", "id50", "id74");
    assertThat(log.unparsable()).isEqualTo(10);
    assertThat(QueryLog.read(QueryLogRequest.of(file), index, 90).queries()).hasSize(90);
    assertThat(QueryLog.read(QueryLogRequest.of(file), index).queries()).hasSize(90);
  }

  @Test
  void aLogThatMatchesNothingAtAllIsReported() throws IOException {
    QueryLog log = read("q.txt", "hobbits\n", QuerySyntax.AUTO);
    var searcher = new IndexSearcher(index.reader());
    assertThatThrownBy(() -> log.withoutQueriesMatchingNothing(searcher))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith("found 1 that all match nothing in its fields body, title");
  }

  private QueryLog read(String name, String lines, QuerySyntax syntax) throws IOException {
    Path file = Files.writeString(folder.resolve(name), lines);
    var request =
        new QueryLogRequest(
            file, syntax, List.of(), Optional.empty(), StopWords.ENGLISH, Operator.OR);
    return QueryLog.read(request, index);
  }

  private static List<String> queries(QueryLog log) {
    return log.queries().stream().map(query -> query.query().toString()).toList();
  }
}
