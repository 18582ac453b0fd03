package org.curtail.cli.bench;

import org.curtail.benchkit.steps.StepsVerdict;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The numbers of requests and blocks. */
final class BlockOptions implements CommandWords.Options {
  /** Default requests of a live bench: a few minutes. */
  private static final int LIVE_REQUESTS = 10_000;

  private static final int LIVE_REPEATS = 40;

  private static final int EMULATED_REQUESTS = 2000;
  private static final int EMULATED_REPEATS = 5;

  /**
   * Default blocks on servers with occasional pauses; each block must be long enough for some
   * pauses.
   */
  private static final int REPLICA_REPEATS = 10;

  /** Default requests to a cluster: some ten minutes, if a search takes tens of milliseconds. */
  private static final int CLUSTER_REQUESTS = 4000;

  private static final int CLUSTER_REPEATS = 16;
  private static final int MIX_REPEATS = 10;

  /**
   * Default repeats of a changing load: the fewest that show a difference, since each takes
   * minutes.
   */
  private static final int STEPPED_REPEATS = StepsVerdict.FEWEST_REPEATS;

  private static final int MOST_REPEATS = 1_000_000;
  private static final int MOST_REQUESTS = 100_000_000;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests per policy and load. Default: 10000, emulated 2000, of a cluster 4000.")
  private @Nullable Integer wantedRequests;

  @Option(
      names = "--repeats",
      paramLabel = "R",
      description =
          "Number of blocks of these requests; policies alternate block by block. Default: 40, emulated 5, of replicas, of Redis and of a workflow 10, of a cluster 16, of --mix 10. With --rps-steps: repeats of all steps. Default: 5.")
  private @Nullable Integer wantedRepeats;

  private boolean isTimed;
  private int requests;
  private int repeats;

  /**
   * Fills in defaults and checks all options.
   *
   * @param kind of the bench
   * @param changing the steps of a changing load; their rates give the number of requests
   * @param isMix true for blocks of a given time, whose rates give the number of requests
   * @throws UsageError if an option is out of range or excludes another
   */
  void complete(BenchKind kind, SteppedOptions changing, boolean isMix) {
    changing.requireNone("--requests", wantedRequests, ", whose rates determine their number");
    OptionRules.excludes("--requests", isMix && wantedRequests != null, "--mix");
    isTimed = isMix || changing.isAsked();
    int usualRequests =
        switch (kind) {
          case LIVE, REPLICAS, REDIS, SERVERS, WORKFLOW -> LIVE_REQUESTS;
          case EMULATED -> EMULATED_REQUESTS;
          case CLUSTER -> CLUSTER_REQUESTS;
        };
    requests = given(wantedRequests, usualRequests);
    int usual =
        switch (kind) {
          case LIVE -> LIVE_REPEATS;
          case CLUSTER -> isMix ? MIX_REPEATS : CLUSTER_REPEATS;
          case EMULATED -> EMULATED_REPEATS;
          case REPLICAS, REDIS, SERVERS, WORKFLOW -> REPLICA_REPEATS;
        };
    repeats = given(wantedRepeats, changing.isAsked() ? STEPPED_REPEATS : usual);
    OptionRules.whole("--repeats", repeats, 1, MOST_REPEATS);
    OptionRules.whole("--requests", requests, 1, MOST_REQUESTS);
  }

  /**
   * Rejects blocks that are too small to show anything.
   *
   * @throws UsageError if blocks are too small
   */
  void requireEnough() {
    long least = (long) repeats * BenchSetting.LEAST_REQUESTS_PER_BLOCK;
    if (!isTimed && requests < least) {
      throw new UsageError(
          "--requests: expected at least %,d, which is %d for each of %,d blocks, found %d"
              .formatted(least, BenchSetting.LEAST_REQUESTS_PER_BLOCK, repeats, requests));
    }
  }

  private static int given(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }

  /** Requests for each policy and load; meaningless if rates and times determine it. */
  int requests() {
    return requests;
  }

  /** Number of blocks for each policy and load. */
  int repeats() {
    return repeats;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--requests", isTimed ? null : requests).option("--repeats", repeats);
  }
}
