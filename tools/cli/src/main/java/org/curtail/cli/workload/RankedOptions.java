package org.curtail.cli.workload;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.lucene.ranked.ChunkSharing;
import org.curtail.lucene.ranked.RankedIndex;
import org.curtail.lucene.ranked.RankedSettings;
import org.curtail.lucene.ranked.Termination;
import org.curtail.lucene.ranked.TerminationLearning;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for searches in order of importance. */
public final class RankedOptions implements CommandWords.Options {
  private static final String EARLY_TERMINATION = "--early-termination";
  private static final String SHARING = "--sharing";
  private static final String CHUNKS = "--chunks";

  /** Termination of a search. */
  enum Stop {
    SAFE,
    PROBABLE,
    OFF
  }

  @Option(
      names = EARLY_TERMINATION,
      paramLabel = "T",
      description =
          "Search in order of importance, by score and static rank, and stop when the rest cannot enter the top (safe), is unlikely to (probable), or never (off). Needs an index made with --static-rank. Default: search by score, without order.")
  private @Nullable Stop stop;

  @Option(
      names = SHARING,
      paramLabel = "S",
      description =
          "Sharing of chunks among the threads of a search: dynamic, alternating or coarse. The last two are for policies that give all threads at the start. Default: dynamic.")
  private @Nullable ChunkSharing sharing;

  @Option(
      names = CHUNKS,
      paramLabel = "N",
      description =
          "Number of chunks of the index; curtail tune-chunks finds a good number. Default: 200.")
  private @Nullable Integer chunks;

  @Option(
      names = "--static-weight",
      paramLabel = "W",
      description =
          "Part of a score from the greatest static rank; lower ranks have smaller parts, by the logarithm. Default: 35.")
  private @Nullable Double staticWeight;

  @Option(
      names = "--loss-rate",
      paramLabel = "R",
      description =
          "Share of queries whose top may lose a hit with probable termination; learned from half"
              + " of the query log, checked on the other. Default: 0.01.")
  private @Nullable Double lossRate;

  @Option(
      names = "--termination-share",
      paramLabel = "S",
      description =
          "For probable termination, instead of learning: assumed limit of the rest's scores, as a share of a query's greatest possible score.")
  private @Nullable Double share;

  /** Sets safe early termination unless the user chose another. */
  void askForSafe() {
    if (stop == null) {
      stop = Stop.SAFE;
    }
  }

  /** True if an index without order of importance is an error of the user. */
  private boolean orderRequired;

  /**
   * Requires early termination, safe unless the user chose another, and an index that permits it.
   *
   * @throws UsageError if the user chose none
   */
  public void requireOrder() {
    askForSafe();
    orderRequired = true;
    if (stop == Stop.OFF) {
      throw new UsageError(
          EARLY_TERMINATION
              + ": expected safe or probable, since off has nothing to measure, found off");
    }
  }

  /**
   * Rejects a chunk sharing.
   *
   * @param reason why there is no choice
   * @throws UsageError if such an option was given
   */
  public void requireNoSharing(String reason) {
    if (sharing != null) {
      throw new UsageError("%s cannot be given here: %s".formatted(SHARING, reason));
    }
  }

  /**
   * Rejects a number of chunks.
   *
   * @param reason why there is no choice
   * @throws UsageError if such an option was given
   */
  public void requireNoChunks(String reason) {
    if (chunks != null) {
      throw new UsageError("%s cannot be given here: %s".formatted(CHUNKS, reason));
    }
  }

  /**
   * Settings of the search, before a probable termination has been learned.
   *
   * @throws UsageError if an option is invalid
   */
  private RankedSettings settings(IndexReader reader) {
    if (chunks != null && chunks > reader.maxDoc()) {
      throw new UsageError(
          "%s: expected at most %,d, one for each document of the index, found %d"
              .formatted(CHUNKS, reader.maxDoc(), chunks));
    }
    Termination termination =
        switch (stop) {
          case null -> Termination.OFF;
          case OFF -> Termination.OFF;
          case SAFE -> Termination.SAFE;
          case PROBABLE -> share == null ? Termination.SAFE : probable(share);
        };
    try {
      return new RankedSettings(
          staticWeight == null ? RankedSettings.DEFAULT_STATIC_WEIGHT : staticWeight,
          chunks == null ? Math.min(RankedSettings.DEFAULT_CHUNKS, reader.maxDoc()) : chunks,
          sharing == null ? ChunkSharing.DYNAMIC : sharing,
          termination);
    } catch (IllegalArgumentException e) {
      throw new UsageError(
          (chunks != null && chunks < 1 ? CHUNKS : "--static-weight") + ": " + e.getMessage(), e);
    }
  }

  private static Termination probable(double share) {
    try {
      return new Termination.Probable(share);
    } catch (IllegalArgumentException e) {
      throw new UsageError("--termination-share: " + e.getMessage(), e);
    }
  }

  /**
   * Rejects options without another that they need.
   *
   * @throws UsageError if such an option was given
   */
  void check() {
    if (stop == null) {
      OptionRules.needs(SHARING, sharing != null, EARLY_TERMINATION);
      OptionRules.needs(CHUNKS, chunks != null, EARLY_TERMINATION);
      OptionRules.needs("--static-weight", staticWeight != null, EARLY_TERMINATION);
    }
    if (stop != Stop.PROBABLE) {
      OptionRules.needs("--loss-rate", lossRate != null, EARLY_TERMINATION + " probable");
      OptionRules.needs("--termination-share", share != null, EARLY_TERMINATION + " probable");
    }
    OptionRules.excludes("--loss-rate", lossRate != null && share != null, "--termination-share");
    if (lossRate != null && !(lossRate > 0 && lossRate < 1)) {
      throw new UsageError("--loss-rate: expected a share above 0 and below 1, found " + lossRate);
    }
  }

  /**
   * The index in order of importance and its queries; empty if the user did not ask for it.
   *
   * @param queries queries without the static rank
   * @param described receives the learned settings, for people
   * @throws UsageError if an option is invalid or the index has unusable ranks
   */
  Optional<RankedQueries> open(
      IndexReader reader,
      List<Query> queries,
      int topHits,
      long seed,
      Map<String, Object> described,
      Console console)
      throws IOException {
    if (stop == null) {
      return Optional.empty();
    }
    RankedSettings settings = settings(reader);
    var searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    RankedIndex index = index(searcher, settings);
    if (!index.rank().isOrder() && orderRequired) {
      throw new UsageError(
          "--index: expected an index in order of importance, as curtail index --static-rank makes one, found that "
              + index.rank().reason());
    } else if (!index.rank().isOrder()) {
      console.warn(
          "no early termination: %s; curtail index --static-rank sorts one"
              .formatted(index.rank().reason()));
    } else if (stop == Stop.PROBABLE && share == null) {
      index = learned(index, queries, topHits, seed, described, console);
    }
    described.put("static rank", index.rank().field().orElse("none"));
    described.put("static weight", settings.staticWeight());
    described.put("chunks", index.chunks());
    described.put("sharing", settings.sharing().name().toLowerCase(Locale.ROOT));
    described.put("early termination", stop.name().toLowerCase(Locale.ROOT));
    return Optional.of(new RankedQueries(index, queries, askedLossRate()));
  }

  private static RankedIndex index(IndexSearcher searcher, RankedSettings settings)
      throws IOException {
    try {
      return RankedIndex.of(searcher, settings);
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }

  /** The wanted loss rate; empty without probable termination, or without learning. */
  private OptionalDouble askedLossRate() {
    if (stop != Stop.PROBABLE || share != null) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(lossRate == null ? 0.01 : lossRate);
  }

  private RankedIndex learned(
      RankedIndex index,
      List<Query> queries,
      int topHits,
      long seed,
      Map<String, Object> described,
      Console console)
      throws IOException {
    double asked = askedLossRate().orElseThrow();
    TerminationLearning.Learned learned =
        new TerminationLearning(index, topHits)
            .learn(
                queries,
                asked,
                seed,
                done -> {
                  StopSignal.check("stopped while learning when the rest is unlikely to matter");
                  console.progress(
                      "learning when the rest is unlikely to matter: query %,d of %,d"
                          .formatted(done, queries.size()));
                });
    String text =
        "documents are assumed not to exceed %.3f of a query's greatest score; of %,d held-out queries %,d lose a hit (%.2f %%, asked for at most %.2f %%)"
            .formatted(
                learned.termination().share(),
                learned.heldOutQueries(),
                learned.heldOutLost(),
                100 * learned.heldOutLossRate(),
                100 * asked);
    console.say("probable termination: " + text);
    if (learned.termination().share() == 1) {
      console.warn(
          "nothing was learned from %,d queries for a loss rate of %s, so this is safe termination"
              .formatted(learned.trainingQueries(), asked));
    }
    described.put("probable termination", text);
    described.put("loss rate asked", asked);
    described.put("loss rate on held-out queries", learned.heldOutLossRate());
    return index.with(learned.termination());
  }

  /** True if searches are in order of importance. */
  public boolean isAsked() {
    return stop != null;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven(EARLY_TERMINATION, stop)
        .ifGiven(SHARING, sharing)
        .ifGiven(CHUNKS, chunks)
        .ifGiven("--static-weight", staticWeight)
        .ifGiven("--loss-rate", lossRate)
        .ifGiven("--termination-share", share);
  }
}
