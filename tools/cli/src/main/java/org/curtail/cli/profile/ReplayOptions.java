package org.curtail.cli.profile;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.emulate.HandOff;
import org.curtail.benchkit.replay.ReplaySetting;
import org.curtail.benchkit.replay.Replays;
import org.curtail.benchkit.replay.SearchRecording;
import org.curtail.benchkit.replay.SearchReplays;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.lucene.ranked.RankedSettings;
import org.curtail.lucene.ranked.RecordedSearch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for recording searches and replaying them on emulated cores. */
final class ReplayOptions {
  private static final String CORES = "--emulate-cores";
  private static final String SCALE = "--scale";
  private static final int MOST_CORES = 64;
  private static final double LEAST_SCALE = 0.1;
  private static final double GREATEST_SCALE = 10_000;

  @Option(
      names = CORES,
      paramLabel = "N",
      description =
          "With --early-termination: record the cost of each chunk of each search on this machine, and let the engine replay the searches at all degrees on N emulated cores.")
  private @Nullable Integer cores;

  @Option(
      names = SCALE,
      paramLabel = "S",
      description =
          "With --emulate-cores: duration of a second of a search in replays, in seconds. Default: a chunk takes about 3 ms.")
  private @Nullable Double scale;

  /** The cores to emulate; empty to use the machine's own. */
  Optional<Integer> cores() {
    return Optional.ofNullable(cores);
  }

  /**
   * Checks the options.
   *
   * @param ranked true if searches are in order of importance
   * @throws UsageError if an option is out of range or excludes another
   */
  void check(boolean ranked) {
    if (cores == null) {
      OptionRules.needs(SCALE, scale != null, CORES);
      return;
    }
    OptionRules.whole(CORES, cores, 1, MOST_CORES);
    OptionRules.needs(CORES, !ranked, "--early-termination");
    if (scale != null) {
      OptionRules.number(SCALE, scale, LEAST_SCALE, GREATEST_SCALE);
    }
  }

  /** Records the searches of a workload and replays them. */
  Replays replay(Workload workload, int maxDegree, int runs, int warmUp, long seed, Console console)
      throws IOException, InterruptedException {
    RankedQueries ranked = workload.ranked().orElseThrow();
    RankedSettings settings = ranked.index().settings();
    List<RecordedSearch> recorded =
        SearchRecording.of(ranked, workload.topHits(), runs, warmUp, seed, console);
    double slower = scale == null ? SearchReplays.scale(recorded, settings.termination()) : scale;
    var setting =
        new ReplaySetting(settings, cores().orElseThrow(), maxDegree, slower, HandOff.nanos());
    return new SearchReplays(recorded, setting, console).run();
  }
}
