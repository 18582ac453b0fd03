package org.curtail.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.cli.bench.BenchCommand;

/**
 * A step that measures, live or emulated. It keeps results whose verdict shows a difference, and
 * measures others again with more blocks.
 *
 * @param title such as: Bench
 * @param what the measured thing, for the title of the first time
 * @param results its output
 * @param lineOf the line for a number of blocks
 * @param again the command that continues the demo
 */
record MeasuringStep(
    String title, String what, Path results, IntFunction<StepLine> lineOf, String again) {
  /** Limit of blocks, about an hour of the full demo. */
  private static final int MOST_BLOCKS = 1000;

  /**
   * Blocks of the next measurement.
   *
   * @param heading its title
   */
  record Blocks(int number, String heading) {}

  /**
   * Runs the step; true if it measured, false if the results were kept or an earlier step failed.
   */
  boolean by(StepRunner runner, int blocks) throws IOException {
    var next = new Blocks(blocks, title + ": " + what);
    for (int doubled = blocks; doubled <= MOST_BLOCKS; doubled *= 2) {
      if (runner.isKept(results, lineOf.apply(doubled))) {
        Optional<Blocks> more = after(doubled, ResultsFile.read(results).verdict());
        if (more.isPresent()) {
          runner.forget(results);
        }
        next = more.orElse(new Blocks(doubled, next.heading));
        break;
      }
    }
    StepLine line = lineOf.apply(next.number);
    boolean measures = !runner.failed() && !runner.isKept(results, line);
    runner.step(next.heading, results, BenchCommand.startedBy(again), line);
    return measures;
  }

  /** The blocks of the next measurement after a verdict; empty if the results are kept. */
  Optional<Blocks> after(int blocks, Verdict verdict) {
    if (isConclusive(verdict)) {
      return Optional.empty();
    }
    boolean more = isForLackOfBlocks(verdict) && 2 * blocks <= MOST_BLOCKS;
    int wanted = more ? 2 * blocks : blocks;
    return Optional.of(
        new Blocks(
            wanted,
            "%s again, %s: last time, %s"
                .formatted(
                    title,
                    more ? wanted + " blocks instead of " + blocks : "the same number of blocks",
                    why(verdict))));
  }

  private static boolean isConclusive(Verdict verdict) {
    // A judged emulation has no outcome; files of early versions have none either.
    return verdict.outcome() == Outcome.DIFFERENCE
        || (verdict.outcome() == null && verdict.isGiven());
  }

  private static boolean isForLackOfBlocks(Verdict verdict) {
    return verdict.outcome() == Outcome.TOO_FEW || verdict.outcome() == Outcome.NO_DIFFERENCE;
  }

  private static String why(Verdict verdict) {
    Outcome outcome = verdict.outcome();
    return outcome == null
        ? "there was no verdict"
        : switch (outcome) {
          case DIFFERENCE -> "a difference was shown";
          case NO_DIFFERENCE -> "no difference was shown";
          case TOO_FEW -> "there were too few requests to judge";
          case TOO_BUSY -> "the machine was busy with something else";
          case NOTHING_TO_COMPARE -> "there was nothing to compare";
          case VOID -> "requests failed or answers were wrong";
        };
  }
}
