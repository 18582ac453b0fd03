package org.curtail.benchkit.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.curtail.Profile;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.RankedText;
import org.curtail.benchkit.terminal.Console;
import org.curtail.lucene.ranked.ChunkSharing;
import org.curtail.lucene.ranked.RankedHits;
import org.curtail.lucene.ranked.RankedIndex;
import org.curtail.lucene.ranked.RankedSettings;
import org.curtail.lucene.ranked.RecordedSearch;
import org.curtail.lucene.ranked.ReplayedSearch;
import org.curtail.lucene.ranked.Termination;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replays on emulated cores against the searches themselves and against exact replays. */
@Timeout(300)
class SearchReplaysTest {
  private static final int TOP = 5;
  private static final int DEGREES = 3;
  private static final double ROUNDING = 1e-6;

  @TempDir static Path folder;
  private static DirectoryReader reader;
  private static RankedQueries queries;
  private static List<RecordedSearch> recorded;

  @BeforeAll
  static void record() throws IOException {
    reader = DirectoryReader.open(FSDirectory.open(RankedText.write(folder, 3000)));
    var searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    var asked = new ArrayList<Query>();
    for (int i = 0; i < 6; i++) {
      asked.add(
          new BooleanQuery.Builder()
              .add(word(i), Occur.SHOULD)
              .add(word(7 * i), Occur.SHOULD)
              .build());
    }
    queries =
        new RankedQueries(
            RankedIndex.of(searcher, RankedSettings.defaults().withChunks(30)),
            asked,
            OptionalDouble.empty());
    recorded = SearchRecording.of(queries, TOP, 3, 1, 1, console());
  }

  @AfterAll
  static void close() throws IOException {
    reader.close();
    reader.directory().close();
  }

  private static Query word(int number) {
    return new TermQuery(new Term("body", "w" + number));
  }

  private static Console console() {
    var unseen = new PrintStream(new ByteArrayOutputStream());
    return new Console(unseen, unseen, false);
  }

  private static Replays replay(ChunkSharing sharing) throws InterruptedException {
    RankedSettings settings = queries.index().settings().with(sharing);
    double scale = SearchReplays.scale(recorded, Termination.SAFE);
    return new SearchReplays(
            recorded, new ReplaySetting(settings, 4, DEGREES, scale, 20_000), console())
        .run();
  }

  @Test
  void aReplayedSearchFindsWhatTheSearchFinds() throws Exception {
    for (ChunkSharing sharing : ChunkSharing.values()) {
      Replays replays = replay(sharing);
      for (int i = 0; i < recorded.size(); i++) {
        RankedHits real = queries.index().search(queries.queries().get(i), TOP);
        for (int degree = 1; degree <= DEGREES; degree++) {
          String what = "search %d, degree %d, %s".formatted(i, degree, sharing);
          RankedHits replayed = replays.hits(i, degree);
          assertThat(text(replayed)).as(what).isEqualTo(text(real));
          if (degree == 1) {
            assertThat(replayed.visited()).as(what).isEqualTo(real.visited());
          }
        }
      }
    }
  }

  @Test
  void onOneEmulatedCoreASearchTakesTheSumOfItsCosts() throws Exception {
    Profile profile = replay(ChunkSharing.DYNAMIC).profile("test");
    assertThat(profile.requests()).isEqualTo(recorded.size());
    assertThat(profile.maxDegree()).isEqualTo(DEGREES);
    for (int i = 0; i < recorded.size(); i++) {
      ReplayedSearch exact = recorded.get(i).replay(ChunkSharing.DYNAMIC, Termination.SAFE, 1, 0);
      assertThat(profile.timeMs(i, 1)).isCloseTo(exact.nanos() / 1e6, within(ROUNDING));
      for (int degree = 2; degree <= DEGREES; degree++) {
        // For any schedule of threads: at most all work at once.
        assertThat(profile.timeMs(i, degree))
            .isGreaterThanOrEqualTo(recorded.get(i).fixedNanos() / 1e6 - ROUNDING);
      }
    }
  }

  @Test
  void findingsTellOfEveryDegreeAndWayToShare() throws Exception {
    ReplayFindings findings = replay(ChunkSharing.DYNAMIC).findings();
    assertThat(findings.degrees()).hasSize(DEGREES);
    assertThat(findings.sharings())
        .extracting(ReplayFindings.OfSharing::sharing)
        .containsExactly("dynamic", "alternating", "coarse");
    ReplayFindings.AtDegree alone = findings.degrees().getFirst();
    assertThat(alone.speedup()).isEqualTo(1);
    assertThat(alone.mostExtraChunks()).isZero();
    assertThat(alone.speculativeShare()).isZero();
    assertThat(alone.withinShare()).isEqualTo(1);
    assertThat(alone.overExact()).isCloseTo(1, within(ROUNDING));
    for (ReplayFindings.OfSharing sharing : findings.sharings()) {
      assertThat(sharing.speculativeShare()).hasSize(DEGREES).allMatch(it -> it >= 0 && it < 1);
      assertThat(sharing.speculativeShare().getFirst()).isZero();
      assertThat(sharing.meanMs().getFirst()).isCloseTo(alone.meanMs(), within(ROUNDING));
    }
    assertThat(ReplayText.lines(findings)).anyMatch(line -> line.startsWith("speedup of the mean"));
    // The paper uses six threads.
    assertThat(ReplayClaims.of(findings)).extracting(Claim::figure).containsExactly("Section 4.3");
  }

  @Test
  void senselessSettingsAreRefused() {
    RankedSettings ranked = RankedSettings.defaults();
    assertThatThrownBy(() -> new ReplaySetting(ranked, 2, 3, 1, 0)).hasMessageContaining("3 and 2");
    assertThatThrownBy(() -> new ReplaySetting(ranked, 2, 2, 0, 0)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> new ReplaySetting(ranked, 2, 2, 1, -1)).hasMessageContaining("-1");
    assertThatThrownBy(
            () -> new SearchReplays(List.of(), new ReplaySetting(ranked, 2, 2, 1, 0), console()))
        .hasMessageContaining("found none");
  }

  private static List<String> text(RankedHits hits) {
    return Arrays.stream(hits.top().scoreDocs)
        .map((ScoreDoc hit) -> hit.doc + " " + hit.score)
        .toList();
  }
}
