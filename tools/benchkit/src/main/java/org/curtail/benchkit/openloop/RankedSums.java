package org.curtail.benchkit.openloop;

import java.util.Optional;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.lucene.ranked.RankedHits;

/**
 * Sums over answers to queries in order of importance.
 *
 * @param answers number of answers
 * @param inOrder number of answers from searches in this order
 * @param visited number of chunks visited by these searches
 * @param beyond number of chunks beyond sequential searches of the same queries
 * @param mostBeyond greatest number of chunks beyond the sequential search
 * @param speculative number of chunks that sequential searches do not visit
 * @param mayLose number of answers that may lack hits
 * @param lost number of answers that lack hits
 * @param judged number of answers with a known quality
 * @param proportional sum of qualities with proportional weights
 * @param exponential sum of qualities with exponential weights
 */
public record RankedSums(
    int answers,
    int inOrder,
    long visited,
    long beyond,
    int mostBeyond,
    long speculative,
    int mayLose,
    int lost,
    int judged,
    double proportional,
    double exponential) {
  /** Sums over no answers. */
  public static final RankedSums NONE =
      new RankedSums(0, 0, 0, 0, Integer.MIN_VALUE, 0, 0, 0, 0, 0, 0);

  /** Returns the sums of an answer from a searcher without chunks, such as plain Lucene. */
  public static RankedSums ofOther(Optional<Quality> quality) {
    return new RankedSums(
        1,
        0,
        0,
        0,
        Integer.MIN_VALUE,
        0,
        0,
        0,
        quality.isPresent() ? 1 : 0,
        quality.map(Quality::proportional).orElse(0.0),
        quality.map(Quality::exponential).orElse(0.0));
  }

  /**
   * Returns the sums of an answer in order of importance.
   *
   * @param sequentialChunks number of chunks of a sequential search of the same query
   * @param mayLose true if the answer may lack hits
   * @param lost true if the answer lacks hits
   */
  public static RankedSums of(
      RankedHits hits,
      int sequentialChunks,
      boolean mayLose,
      boolean lost,
      Optional<Quality> quality) {
    int beyond = hits.chunksVisited() - sequentialChunks;
    RankedSums other = ofOther(quality);
    return new RankedSums(
        1,
        1,
        hits.chunksVisited(),
        beyond,
        beyond,
        hits.speculativeChunks(sequentialChunks),
        mayLose ? 1 : 0,
        lost ? 1 : 0,
        other.judged,
        other.proportional,
        other.exponential);
  }

  /** Returns the total of two sums. */
  public RankedSums plus(RankedSums that) {
    return new RankedSums(
        answers + that.answers,
        inOrder + that.inOrder,
        visited + that.visited,
        beyond + that.beyond,
        Math.max(mostBeyond, that.mostBeyond),
        speculative + that.speculative,
        mayLose + that.mayLose,
        lost + that.lost,
        judged + that.judged,
        proportional + that.proportional,
        exponential + that.exponential);
  }

  /** Returns the figures of the sums. */
  RankedFigures figures() {
    return new RankedFigures(
        inOrder == 0 ? null : (double) visited / inOrder,
        inOrder == 0 ? null : (double) beyond / inOrder,
        inOrder == 0 ? null : mostBeyond,
        inOrder == 0 ? null : (double) speculative / Math.max(visited, 1),
        judged == 0 ? null : new Quality(proportional / judged, exponential / judged),
        mayLose == 0 ? null : lost,
        mayLose == 0 ? null : (double) lost / mayLose);
  }
}
