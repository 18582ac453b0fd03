package org.curtail.benchkit.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.curtail.benchkit.terminal.StopSignal;

/**
 * The answers of plain Lucene, with which live answers are compared: ids and scores of the top hits
 * of each query, from an {@code IndexSearcher} without executor. Immutable.
 */
public final class ExpectedHits {
  private final int[][] docs;
  private final float[][] scores;

  private ExpectedHits(int queries) {
    docs = new int[queries][];
    scores = new float[queries][];
  }

  /** Runs each query once. */
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

  /** True if hits have the documents, scores and order of plain Lucene. */
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

  /**
   * True if missing hits are the only error. Common hits then have plain Lucene's scores and order,
   * and other hits are no better than any hit of plain Lucene.
   */
  public boolean loses(int query, TopDocs actual) {
    ScoreDoc[] hits = actual.scoreDocs;
    if (hits.length > docs[query].length) {
      return false;
    }
    int found = 0;
    for (int i = 0; i < hits.length; i++) {
      int rank = rank(query, hits[i].doc);
      float most = rank < 0 ? scores[query][scores[query].length - 1] : scores[query][rank];
      boolean right = rank < 0 ? hits[i].score <= most : Float.compare(hits[i].score, most) == 0;
      if (!right || (i > 0 && !inOrder(hits[i - 1], hits[i]))) {
        return false;
      }
      found += rank < 0 ? 0 : 1;
    }
    return found < docs[query].length;
  }

  private int rank(int query, int doc) {
    for (int rank = 0; rank < docs[query].length; rank++) {
      if (docs[query][rank] == doc) {
        return rank;
      }
    }
    return -1;
  }

  private static boolean inOrder(ScoreDoc better, ScoreDoc worse) {
    return better.score > worse.score || (better.score == worse.score && better.doc < worse.doc);
  }
}
