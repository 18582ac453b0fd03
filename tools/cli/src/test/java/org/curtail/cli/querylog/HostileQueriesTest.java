package org.curtail.cli.querylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queries that are made to break the parser or the search: each is one bad line of its file. */
@SuppressWarnings("NullAway.Init") // set before each test
@Timeout(300)
final class HostileQueriesTest {
  @TempDir private Path folder;
  private OpenIndex index;

  @BeforeEach
  void makeIndex() throws IOException {
    index =
        SmallIndex.open(
            folder.resolve("index"), Analysis.STANDARD, "the lord of the rings", "new york");
  }

  @AfterEach
  void closeIndex() throws IOException {
    index.close();
  }

  /**
   * Reads a bad line, then a good one, which alone remains and can be searched for; returns the
   * complaint.
   */
  private String complaint(QuerySyntax syntax, String bad) throws IOException {
    Path file = Files.writeString(folder.resolve("q.txt"), bad + "\nrings\n");
    QueryLog log = read(file, syntax).withoutQueriesMatchingNothing(searcher());
    assertThat(log.queries()).extracting(LoggedQuery::text).containsExactly("rings");
    assertThat(log.unparsable()).isEqualTo(1);
    String complaint = log.firstUnparsable().getFirst();
    assertThat(complaint).startsWith(file + ":1: expected ").hasSizeLessThan(400);
    return complaint;
  }

  private IndexSearcher searcher() {
    return new IndexSearcher(index.reader());
  }

  private QueryLog read(Path file, QuerySyntax syntax) throws IOException {
    return QueryLog.read(
        new QueryLogRequest(
            file, syntax, List.of(), Optional.empty(), StopWords.ENGLISH, Operator.OR),
        index);
  }

  @Test
  void parenthesesInParenthesesAreRefusedWithTheirDepth() throws IOException {
    assertThat(complaint(QuerySyntax.LUCENE, "(".repeat(3000) + "rings" + ")".repeat(3000)))
        .endsWith(":1: expected at most 50 nested parentheses, found 3,000");
    assertThat(complaint(QuerySyntax.LUCENE, "+(body:".repeat(10_000) + "rings"))
        .endsWith(":1: expected at most 50 nested parentheses, found 10,000");
    assertThat(complaint(QuerySyntax.LUCENE, "/" + "(".repeat(3000) + "a" + ")".repeat(3000) + "/"))
        .endsWith(":1: expected at most 50 nested parentheses, found 3,000");
  }

  @Test
  void aTaskIsHeldToTheSameDepth() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("q.tasks"),
            "Or: " + "(".repeat(3000) + "rings" + ")".repeat(3000) + "\nTerm: rings\n");
    assertThat(read(file, QuerySyntax.AUTO).firstUnparsable().getFirst())
        .endsWith("q.tasks:1: expected at most 50 nested parentheses, found 3,000");
  }

  @Test
  void aFileOfNothingElseIsRefusedWithTheSameSentence() throws IOException {
    Path file = Files.writeString(folder.resolve("q.txt"), "(".repeat(3000));
    assertThatThrownBy(() -> read(file, QuerySyntax.LUCENE))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("q.txt:1: expected at most 50 nested parentheses, found 3,000");
  }

  @Test
  void fiftyParenthesesAndAnyNumberInQuotesOrBehindABackslashAreFine() throws IOException {
    String quoted = "\"" + "(".repeat(3000) + "rings\"";
    String escaped = "rings" + "\\(".repeat(3000);
    String deep = "(".repeat(50) + "rings" + ")".repeat(50);
    String beside = "(rings) ".repeat(500);
    Path file =
        Files.writeString(
            folder.resolve("q.txt"), String.join("\n", quoted, escaped, deep, beside) + "\n");
    QueryLog log = read(file, QuerySyntax.LUCENE);
    assertThat(log.firstUnparsable()).isEmpty();
    assertThat(log.withoutQueriesMatchingNothing(searcher()).queries()).hasSize(4);
  }

  @Test
  void freeTextKnowsNoParentheses() throws IOException {
    Path file = Files.writeString(folder.resolve("q.txt"), "(".repeat(3000) + "rings");
    assertThat(read(file, QuerySyntax.FREE).queries()).hasSize(1);
  }

  @Test
  void regularExpressionsThatLuceneCannotBearAreRefusedAndOthersSearched() throws IOException {
    assertThat(complaint(QuerySyntax.LUCENE, "/[ac]*a[ac]{50,200}/"))
        .contains("expected simpler patterns");
    for (String pattern :
        List.of(
            "/" + "a|".repeat(40_000) + "b/", "/" + "~".repeat(40_000) + "b/", "?*".repeat(500))) {
      Path file = Files.writeString(folder.resolve("q.txt"), pattern + "\nrings\n");
      QueryLog log = read(file, QuerySyntax.LUCENE).withoutQueriesMatchingNothing(searcher());
      assertThat(log.queries()).extracting(LoggedQuery::text).contains("rings");
    }
  }

  @Test
  void moreWordsThanLuceneSearchesAreRefusedWithTheirNumber() throws IOException {
    // 600 words in two fields each.
    String words = IntStream.range(0, 600).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    String complaint = "expected at most 1,024 words, counted in each field, found 1,200";
    assertThat(complaint(QuerySyntax.FREE, words)).endsWith(complaint);
    assertThat(complaint(QuerySyntax.LUCENE, words)).endsWith(complaint);
    String groups =
        IntStream.range(0, 40)
            .mapToObj(group ->
                IntStream.range(0, 40)
                    .mapToObj(i -> "w" + group + "x" + i)
                    .collect(Collectors.joining(" ", "(", ")")))
            .collect(Collectors.joining(" "));
    assertThat(complaint(QuerySyntax.LUCENE, groups))
        .endsWith("expected at most 1,024 words, counted in each field, found 3,200");
  }
}
