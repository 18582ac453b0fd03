package org.curtail.cli.bench;

import java.util.Optional;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.cli.commandline.CommandWords;

/**
 * The command for a better answer: the same measurement, with more blocks if they help.
 *
 * @param line of the command of this measurement
 * @param requests for each policy and load
 * @param repeats blocks of these requests
 * @param startedBy the command to run instead, if this measurement was a part of it
 */
record Again(CommandWords line, int requests, int repeats, Optional<String> startedBy) {
  /** Requests that are enough for a p99, with the uncounted requests at the ends of blocks. */
  private static final int REQUESTS_FOR_P99 = (int) Math.ceilDiv(SampleSize.fewest(99) * 10, 8);

  /** The next step; empty if the answer is good enough. */
  Optional<Next> after(Results results) {
    if (results.interrupted() != null) {
      return Optional.of(next("To measure all of it", repeats));
    }
    Outcome outcome = results.verdict().outcome();
    return outcome == null
        ? Optional.empty()
        : switch (outcome) {
          case DIFFERENCE, NOTHING_TO_COMPARE -> Optional.empty();
          case NO_DIFFERENCE ->
              Optional.of(next("To look for smaller differences, measure more", 2 * repeats));
          case TOO_FEW ->
              Optional.of(
                  next("For a verdict, measure more", Math.max(2 * repeats, TooFew.FEWEST_BLOCKS)));
          case TOO_BUSY -> Optional.of(next("When the machine is quiet, measure again", repeats));
          case VOID -> Optional.of(next("After the cause is fixed, measure again", repeats));
        };
  }

  private Next next(String why, int blocks) {
    return new Next(why, startedBy.orElseGet(() -> command(blocks)));
  }

  private String command(int blocks) {
    int perBlock = Math.ceilDiv(requests, repeats);
    int enough = blocks == repeats ? 0 : Math.ceilDiv(REQUESTS_FOR_P99, blocks);
    // A changing load determines the number of requests, so its line has no --requests.
    return line.with("--repeats", blocks)
        .with("--requests", blocks * Math.max(perBlock, enough))
        .flag("--overwrite", true)
        .toString();
  }
}
