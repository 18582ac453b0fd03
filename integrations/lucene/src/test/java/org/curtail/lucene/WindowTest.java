package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.junit.jupiter.api.Test;

class WindowTest {
  @Test
  void windowsCoverEveryDocumentOfEveryLeafOnce() throws Exception {
    for (long seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      try (var index = new RandomIndex(random)) {
        int windowDocs = 1 + random.nextInt(300);
        int expectedLeaf = -1;
        int expectedMin = 0;
        int covered = 0;
        for (Window window : Window.split(index.reader.leaves(), windowDocs)) {
          LeafReaderContext leaf = window.leaf();
          if (leaf.ord != expectedLeaf) {
            assertThat(leaf.ord).as("seed %d", seed).isEqualTo(expectedLeaf + 1);
            expectedLeaf = leaf.ord;
            expectedMin = 0;
          }
          assertThat(window.minDoc()).as("seed %d", seed).isEqualTo(expectedMin);
          int end = Math.min(window.maxDoc(), leaf.reader().maxDoc());
          assertThat(end - window.minDoc()).as("seed %d", seed).isBetween(1, windowDocs);
          covered += end - window.minDoc();
          expectedMin = end;
        }
        assertThat(covered).as("seed %d", seed).isEqualTo(index.reader.maxDoc());
      }
    }
  }

  @Test
  void wholeLeavesAreOneWindowEachAsLuceneScoresThem() throws Exception {
    try (var index = new RandomIndex(new Random(3))) {
      assertThat(Window.whole(index.reader.leaves()))
          .hasSameSizeAs(index.reader.leaves())
          .allMatch(w -> w.minDoc() == 0 && w.maxDoc() == DocIdSetIterator.NO_MORE_DOCS);
    }
  }

  @Test
  void anIndexHasAtMostAHundredWindowsOfWholeGrains() {
    assertThat(Window.docsFor(0)).isEqualTo(1024);
    assertThat(Window.docsFor(5_000)).isEqualTo(1024);
    assertThat(Window.docsFor(1_000_000)).isEqualTo(10_240);
    assertThat(Window.docsFor(2_000_000)).isEqualTo(20_480);
    assertThat(Window.docsFor(Integer.MAX_VALUE - 128)).isEqualTo(21_475_328);
  }

  @Test
  void aSmallIndexHasFewerWindowsButEnoughForSomeThreads() {
    assertThat(Window.docsFor(290_000)).isEqualTo(10_240);
    assertThat(Window.docsFor(40_000)).isEqualTo(5_120);
    for (int maxDoc = 8 * 1024; maxDoc < 500_000; maxDoc += 777) {
      assertThat(Math.ceilDiv(maxDoc, Window.docsFor(maxDoc))).as("%d", maxDoc).isBetween(4, 100);
    }
  }
}
