package org.curtail.cli.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.curtail.benchkit.openloop.RankedSums;
import org.curtail.benchkit.results.Quality;
import org.curtail.benchkit.search.ExpectedHits;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.ResponseQuality;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.search.SequentialAnswers;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.lucene.ranked.RankedHits;
import org.jspecify.annotations.Nullable;

/**
 * Compares answers with those of plain Lucene. Answers to queries in order of importance are also
 * compared with sequential search in that order. Immutable.
 */
final class AnswerCheck {
  private final ExpectedHits expected;
  private final Optional<SequentialAnswers> sequential;
  private final boolean mayLose;
  private final boolean quality;

  private AnswerCheck(
      ExpectedHits expected,
      Optional<SequentialAnswers> sequential,
      boolean mayLose,
      boolean quality) {
    this.expected = expected;
    this.sequential = sequential;
    this.mayLose = mayLose;
    this.quality = quality;
  }

  /**
   * Computes the expected answers.
   *
   * @param quality true to judge the quality of answers to queries in order of importance
   */
  static AnswerCheck of(Workload workload, boolean quality, Console console) throws IOException {
    console.say("bench: asking plain Lucene for the expected hits of all queries");
    ExpectedHits expected = ExpectedHits.of(workload);
    Optional<SequentialAnswers> sequential = Optional.empty();
    if (workload.ranked().isPresent()) {
      sequential =
          Optional.of(SequentialAnswers.of(workload.ranked().get(), workload.topHits(), console));
    }
    return new AnswerCheck(
        expected,
        sequential,
        workload.ranked().map(RankedQueries::mayLoseHits).orElse(false),
        quality);
  }

  /** Mean number of chunks that a sequential search visits; empty without sequential search. */
  OptionalDouble sequentialChunks() {
    return sequential
        .map(answers -> OptionalDouble.of(answers.meanChunksVisited()))
        .orElse(OptionalDouble.empty());
  }

  /**
   * The checked answers of a block.
   *
   * @param mismatches number of wrong answers, which differ from plain Lucene's by more than
   *     permitted losses
   * @param ranked of queries in order of importance; empty for others
   */
  record Checked(int mismatches, Optional<RankedSums> ranked) {}

  /**
   * Checks the answers of a block.
   *
   * @param queries index into the log of each request
   * @param found the answers; null for failed requests
   */
  Checked check(int[] queries, @Nullable SearchAnswer[] found) {
    int mismatches = 0;
    RankedSums sums = RankedSums.NONE;
    for (int i = 0; i < found.length; i++) {
      SearchAnswer answer = found[i];
      if (answer == null) {
        continue;
      }
      int query = queries[i];
      boolean right = expected.matches(query, answer.top());
      boolean lost = !right && mayLose(answer) && expected.loses(query, answer.top());
      mismatches += right || lost ? 0 : 1;
      if (sequential.isPresent()) {
        sums = sums.plus(sums(sequential.get(), query, answer, lost));
      }
    }
    return new Checked(mismatches, sequential.isPresent() ? Optional.of(sums) : Optional.empty());
  }

  private boolean mayLose(SearchAnswer answer) {
    return mayLose && answer.ranked().isPresent();
  }

  private RankedSums sums(
      SequentialAnswers baseline, int query, SearchAnswer answer, boolean lost) {
    Optional<Quality> judged =
        quality
            ? Optional.of(
                ResponseQuality.of(baseline.scores(query), SequentialAnswers.scores(answer.top())))
            : Optional.empty();
    Optional<RankedHits> hits = answer.ranked();
    return hits.isPresent()
        ? RankedSums.of(hits.get(), baseline.chunksVisited(query), mayLose, lost, judged)
        : RankedSums.ofOther(judged);
  }
}
