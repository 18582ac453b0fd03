package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.Profile;
import org.curtail.benchkit.search.Workload;
import org.curtail.policies.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ContendersTest {
  @Test
  void whatIsNoneOfThemIsRefusedAsItWasWritten() {
    for (String name :
        new String[] {
          "fixed-2/fine",
          "fixed-2/",
          "/coarse",
          "lucene-2/coarse",
          "threads@executor",
          "threads/coarse",
          "fixed-2@executor/coarse",
          "fixed-2/coarse@executor",
          "fixed-2/coarse/dynamic"
        }) {
      assertThatThrownBy(() -> Contenders.check(name, Policies.Ingredients.NONE, 2))
          .hasMessageContaining("'" + name + "'")
          .hasMessageContaining("POLICY/coarse");
    }
    Contenders.check("fixed-2/coarse", Policies.Ingredients.NONE, 2);
    Contenders.check("threads", Policies.Ingredients.NONE, 2);
  }

  @Test
  void whatEveryServiceDoesWithoutCurtailIsComparedByDefault() {
    assertThat(Contenders.usual(Policies.Ingredients.NONE, 2))
        .containsExactly("sequential", "threads", "lucene-2", "fixed-2", "automatic")
        .allSatisfy(name -> Contenders.check(name, Policies.Ingredients.NONE, 2));
  }

  /** Ends once a number of searches run at the same time. */
  private static final class Meets extends Query {
    private final CountDownLatch missing;

    Meets(int searches) {
      missing = new CountDownLatch(searches);
    }

    @Override
    public Query rewrite(IndexSearcher searcher) {
      missing.countDown();
      try {
        missing.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts", e);
      }
      return new TermQuery(new Term("body", "any"));
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
      return "meets";
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  @Test
  @Timeout(300)
  void plainThreadsServeAllSearchesAtOnce() throws Exception {
    int searches = 50;
    try (var directory = new ByteBuffersDirectory()) {
      try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
        writer.addDocument(new Document());
      }
      try (var reader = DirectoryReader.open(directory);
          Contender threads =
              LuceneContender.threadForEach(
                  "threads", new Workload(reader, List.of(new Meets(searches)), 10))) {
        List<Contender.Answer> answers =
            IntStream.range(0, searches).mapToObj(i -> threads.submit(0, () -> {})).toList();
        for (Contender.Answer answer : answers) {
          assertThat(answer.await()).isNotNull();
          Contender.Times times = answer.times();
          assertThat(times.peakDegree()).isEqualTo(1);
          assertThat(times.threadNanos())
              .isEqualTo(times.endNanos() - times.startNanos())
              .isPositive();
        }
      }
    }
  }

  @Test
  void whoNeedsPredictionsGetsThoseThatAreLearnedButNotOnTheExecutor() {
    var ingredients =
        new Policies.Ingredients(
            Optional.of(Profile.of("a test", new double[][] {{1, 0.6}, {9, 5}})), Optional.empty());
    Contenders.check("tail-index-predicted", ingredients, 2);
    assertThatThrownBy(() -> Contenders.check("tail-index-predicted@executor", ingredients, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which the executor does not get");
    assertThatThrownBy(() -> Contenders.check("edf-50", ingredients, 2))
        .hasMessageContaining("demand in advance");
  }
}
