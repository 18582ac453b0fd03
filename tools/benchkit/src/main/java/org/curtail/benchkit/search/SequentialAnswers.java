package org.curtail.benchkit.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.lucene.ranked.RankedHits;

/**
 * Hits and visited chunks of each query on one thread, in order of importance: the reference of
 * speculative work and response quality. The results are always the same, so each query runs once.
 * Immutable.
 */
public final class SequentialAnswers {
  private final float[][] scores;
  private final int[] chunksVisited;

  private SequentialAnswers(int queries) {
    scores = new float[queries][];
    chunksVisited = new int[queries];
  }

  /**
   * Runs each query once, on this thread.
   *
   * @param topHits number of wanted hits: at least 1
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work
   */
  public static SequentialAnswers of(RankedQueries ranked, int topHits, Console console)
      throws IOException {
    List<Query> queries = ranked.queries();
    var answers = new SequentialAnswers(queries.size());
    for (int q = 0; q < queries.size(); q++) {
      StopSignal.check("stopped before anything was measured");
      RankedHits hits = ranked.index().search(queries.get(q), topHits);
      answers.scores[q] = scores(hits.top());
      answers.chunksVisited[q] = hits.chunksVisited();
      console.progress(
          "bench: sequential search in order of importance, query %d of %d"
              .formatted(q + 1, queries.size()));
    }
    return answers;
  }

  /** Returns the relevance of hits, best first. */
  public static float[] scores(TopDocs top) {
    float[] scores = new float[top.scoreDocs.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = top.scoreDocs[i].score;
    }
    return scores;
  }

  /** Returns the relevance of the hits of a query, best first; callers must not change it. */
  public float[] scores(int query) {
    return scores[query];
  }

  /** Returns the number of chunks that a query visits: the most important ones. */
  public int chunksVisited(int query) {
    return chunksVisited[query];
  }

  /** Returns the mean number of visited chunks over the queries. */
  public double meanChunksVisited() {
    return Arrays.stream(chunksVisited).average().orElse(0);
  }
}
