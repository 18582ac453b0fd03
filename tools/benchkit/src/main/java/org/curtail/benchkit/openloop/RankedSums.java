package org.curtail.benchkit.openloop;

import java.util.Optional;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.lucene.ranked.RankedHits;

/**
 * Sums over answers to queries in order of importance.
 *
 * @param answers number of answers
 * @param inOrder answers that were searched in that order
 * @param visited chunks that these visited
 * @param beyond chunks in excess of sequential searches of the same queries
 * @param mostBeyond greatest excess of one answer
 * @param speculative chunks that sequential searches do not visit
 * @param mayLose answers that might lack hits
 * @param lost answers that lack hits
 * @param judged answers with a known quality
 * @param proportional sum of their qualities
 * @param exponential the same by the other weights
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
  /** The sums of no answers. */
  public static final RankedSums NONE =
      new RankedSums(0, 0, 0, 0, Integer.MIN_VALUE, 0, 0, 0, 0, 0, 0);

  /** The sums of an answer by a searcher without chunks, such as plain Lucene. */
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
   * The sums of one answer in order of importance.
   *
   * @param sequentialChunks chunks that a sequential search of the same query visits
   * @param mayLose true if it may lack hits
   * @param lost true if it lacks hits
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

  /** Adds two sums. */
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

  /** The figures for people and files. */
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
