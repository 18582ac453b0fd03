package org.curtail.app.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.curtail.app.terminal.StopSignal;

/**
 * The answers of plain Lucene, against which every live answer is held: ids and scores of the top
 * hits of each query, by a plain {@code IndexSearcher} without executor. Immutable.
 */
public final class ExpectedHits {
  private final int[][] docs;
  private final float[][] scores;

  private ExpectedHits(int queries) {
    docs = new int[queries][];
    scores = new float[queries][];
  }

  /** Runs every query once. */
  public static ExpectedHits of(Workload workload) throws IOException {
    var plain = new IndexSearcher(workload.reader());
    plain.setQueryCache(null);
    var expected = new ExpectedHits(workload.queries().size());
    for (int q = 0; q < expected.docs.length; q++) {
      StopSignal.check("stopped before anything was measured");
      ScoreDoc[] hits = plain.search(workload.queries().get(q), workload.topHits()).scoreDocs;
      expected.docs[q] = Arrays.stream(hits).mapToInt(hit -> hit.doc).toArray();
      expected.scores[q] = new float[hits.length];
      for (int i = 0; i < hits.length; i++) {
        expected.scores[q][i] = hits[i].score;
      }
    }
    return expected;
  }

  /** True if these hits are, in order, the documents and scores of plain Lucene. */
  public boolean matches(int query, TopDocs actual) {
    if (actual.scoreDocs.length != docs[query].length) {
      return false;
    }
    for (int i = 0; i < actual.scoreDocs.length; i++) {
      ScoreDoc hit = actual.scoreDocs[i];
      if (hit.doc != docs[query][i] || Float.compare(hit.score, scores[query][i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
