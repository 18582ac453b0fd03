package org.curtail.papers.earlytermination;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.stats.ShareInterval;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.lucene.ranked.ChunkSharing;
import org.jspecify.annotations.Nullable;

/** Claims of the Adaptive parallelism paper on early termination, beside the measurements. */
final class EarlyTerminationClaims {
  private static final String EXTRA = "Section 4.3, extra chunks";
  private static final String WASTE = "Section 4.1, speculative work";
  private static final String BEYOND = "Beyond the paper";

  private static final double ALMOST_ALL = 0.99;

  /** Least number of queries for the longest 5 %. */
  private static final int FEWEST_LONGEST = 10;

  private static final String WAITING =
      "A thread that waits for a core holds its chunk while others go on";

  /** Tolerance of 2 %, the noise of most machines. */
  private static final double MOST_EXPECTED_COST = 1.02;

  private static final String OTHER_INDEX =
      "Other documents, queries and ranks: the paper's are those of Bing, and how early searches end depends on how much of the relevance is the static rank: the default weight was chosen so that, on an index of Wikipedia, they end about as early as the paper's";

  private static final String OTHER_MACHINE =
      "Other searches: the paper's take hundreds of milliseconds, ours may be too short for their threads to help";

  private final EarlyTermination.Measured measured;
  private final EarlyTerminationSetting setting;
  private final PairedBootstrap bootstrap;
  private final List<Claim> claims = new ArrayList<>();

  private EarlyTerminationClaims(
      EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    this.measured = measured;
    this.setting = setting;
    this.bootstrap = new PairedBootstrap(measured.visited().queries(), setting.seed());
  }

  static List<Claim> of(EarlyTermination.Measured measured, EarlyTerminationSetting setting) {
    var all = new EarlyTerminationClaims(measured, setting);
    all.visited();
    for (boolean competing : new boolean[] {false, true}) {
      if (!competing || setting.competingThreads() > 0) {
        all.extraChunks(competing);
      }
    }
    for (boolean competing : new boolean[] {false, true}) {
      if (!competing || setting.competingThreads() > 0) {
        all.speculation(competing);
      }
    }
    all.speedup();
    all.costs();
    return List.copyOf(all.claims);
  }

  private void visited() {
    int chunks = measured.chunks();
    PerQuery visited = measured.visited();
    number("Figure 4", "queries that need at most a tenth of the index", 30.0, percent(0.1));
    number("Figure 4", "queries that never touch the second half", 38.0, percent(0.5));
    number(
        "Figure 4",
        "part of the chunks that a query processes",
        58.5,
        visited.times(100.0 / chunks));
    number("Figure 4", "queries that go through the whole index", null, throughTheEnd());
  }

  private PerQuery percent(double share) {
    return measured.visited().percentUpTo(share * measured.chunks());
  }

  private PerQuery throughTheEnd() {
    PerQuery early = measured.visited().percentUpTo(measured.chunks() - 1);
    double[] through = new double[early.queries()];
    for (int q = 0; q < through.length; q++) {
      through[q] = 100 - early.get(q);
    }
    return PerQuery.of(through);
  }

  private void number(String figure, String what, @Nullable Double paper, PerQuery percents) {
    List<Double> interval = bootstrap.spread(percents.meanFigure());
    double ours = percents.mean();
    add(
        new Claim(
            figure,
            what,
            "%",
            paper,
            ours,
            interval.getFirst(),
            interval.getLast(),
            paper == null ? null : (Double) (ours - paper),
            null,
            "",
            paper == null ? "" : OTHER_INDEX,
            null));
  }

  private void extraChunks(boolean competing) {
    for (int degree : setting.degrees()) {
      ExtraChunks extra =
          measured.shared(new DegreeAndSharing(degree, ChunkSharing.DYNAMIC), competing).extra();
      List<Double> mean = bootstrap.spread(extra.means().meanFigure());
      answered(
          EXTRA,
          "dynamic sharing at degree %d%s: a search visits at most %d more than one thread on average"
              .formatted(degree, circumstances(degree, competing), degree - 1),
          atMost(degree - 1, mean.getFirst(), mean.getLast()),
          "mean %s (%s to %s)"
              .formatted(
                  Numbers.decimal(extra.mean()),
                  Numbers.decimal(mean.getFirst()),
                  Numbers.decimal(mean.getLast())),
          WAITING);
      var within = ShareInterval.of(extra.within(), queries());
      answered(
          EXTRA,
          "dynamic sharing at degree %d%s: 99 of 100 searches visit at most %d more than one thread"
              .formatted(degree, circumstances(degree, competing), degree - 1),
          Answer.above(ALMOST_ALL, within.low(), within.high()),
          "mean %s, p99 %s, most %s; %.1f %% of the searches visit at most %d more (%.1f to %.1f %% by %,d queries)"
              .formatted(
                  Numbers.decimal(extra.mean()),
                  Numbers.plain(extra.p99()),
                  Numbers.plain(extra.most()),
                  100 * extra.within(),
                  degree - 1,
                  100 * within.low(),
                  100 * within.high(),
                  queries()),
          WAITING);
    }
  }

  private int queries() {
    return measured.visited().queries();
  }

  /** Returns the answer by a resampled interval; a single query has none. */
  private Answer atMost(double bound, double low, double high) {
    return queries() < 2 ? Answer.NOT_DECIDED : Answer.atMost(bound, low, high);
  }

  private void speculation(boolean competing) {
    for (ChunkSharing other : List.of(ChunkSharing.ALTERNATING, ChunkSharing.COARSE)) {
      var evidence = new ArrayList<String>();
      Answer answer = Answer.YES;
      for (int degree : setting.degrees()) {
        SharedCost dynamic =
            measured.shared(new DegreeAndSharing(degree, ChunkSharing.DYNAMIC), competing);
        SharedCost shared = measured.shared(new DegreeAndSharing(degree, other), competing);
        evidence.add(
            "%s and %s at degree %d"
                .formatted(
                    finePercent(dynamic.speculativeShare()),
                    finePercent(shared.speculativeShare()),
                    degree));
        List<Double> more = difference(dynamic, shared);
        answer = answer.and(atMost(0, more.getFirst(), more.getLast()));
      }
      answered(
          WASTE,
          "dynamic sharing visits no more chunks in vain than %s%s"
              .formatted(
                  new DegreeAndSharing(2, other).method(),
                  competing ? besideLoad() : ", alone on the machine"),
          answer,
          "of the chunks visited " + String.join(", ", evidence),
          "");
    }
  }

  /** Returns the interval of the excess of speculative chunks per query with dynamic sharing. */
  private List<Double> difference(SharedCost dynamic, SharedCost other) {
    PairedBootstrap.Figure more = dynamic.speculative().meanFigure();
    PairedBootstrap.Figure less = other.speculative().meanFigure();
    return bootstrap.spread(draw -> more.applyAsDouble(draw) - less.applyAsDouble(draw));
  }

  private String besideLoad() {
    return setting.competingThreads() == 1
        ? " beside a busy thread"
        : " beside %d busy threads".formatted(setting.competingThreads());
  }

  private String circumstances(int degree, boolean competing) {
    String load = competing ? besideLoad() : "";
    return degree > setting.cores()
        ? " on %d %s%s".formatted(setting.cores(), setting.cores() == 1 ? "core" : "cores", load)
        : load;
  }

  private void speedup() {
    int greatest = Math.min(setting.cores(), Collections.max(setting.degrees()));
    for (int degree = 2; degree <= greatest; degree++) {
      Speedup speedup = Speedup.of(measured, degree, setting.seed());
      add(speedup(degree, "all searches", degree == 6 ? 2.5 : null, speedup.all()));
      add(speedup(degree, "the longest 5 %", degree == 6 ? 4.0 : null, speedup.longest()));
      answered(
          "Figure 7",
          "at degree %d long searches gain more than all".formatted(degree),
          longGainMore(speedup),
          speedup.longestQueries() < FEWEST_LONGEST
              ? "too few queries: the longest 5 %% are %d of %,d"
                  .formatted(speedup.longestQueries(), queries())
              : "",
          OTHER_MACHINE);
    }
  }

  /** Returns no answer for times on a busy machine, or for few long searches. */
  private Answer longGainMore(Speedup speedup) {
    if (BusyMachine.forbidsVerdict(measured.noise()) || speedup.longestQueries() < FEWEST_LONGEST) {
      return Answer.NOT_DECIDED;
    }
    Ratio all = speedup.all();
    Ratio longest = speedup.longest();
    return longest.low() > all.high()
        ? Answer.YES
        : longest.high() <= all.low() ? Answer.NO : Answer.NOT_DECIDED;
  }

  private static Claim speedup(int degree, String who, @Nullable Double paper, Ratio ours) {
    return new Claim(
        "Figure 7",
        "speedup of %s at degree %d".formatted(who, degree),
        "times",
        paper,
        ours.value(),
        ours.low(),
        ours.high(),
        paper == null ? null : (Double) (ours.value() - paper),
        null,
        "",
        paper == null ? "" : OTHER_MACHINE,
        null);
  }

  private void costs() {
    SearchCost ours = measured.alone(SearchCost.OURS);
    SearchCost lucene = measured.alone(SearchCost.LUCENE);
    cost(
        "a search on one thread takes no more CPU than Lucene with the same relevance, within 2 %",
        bootstrap.ratio(ours.cpuMs().meanFigure(), lucene.cpuMs().meanFigure()));
    cost(
        "a search on one thread allocates no more than Lucene with the same relevance, within 2 %",
        bootstrap.ratio(ours.kilobytes().meanFigure(), lucene.kilobytes().meanFigure()));
    if (measured.safe()) {
      answered(
          BEYOND,
          "answers are those of plain Lucene, in documents, scores and order",
          Answer.of(measured.different() == 0),
          answers(),
          "");
    } else {
      add(
          new Claim(
              BEYOND,
              "answers that are not those of plain Lucene",
              "%",
              null,
              100.0 * measured.different() / measured.answers(),
              null,
              null,
              null,
              null,
              answers(),
              "",
              null));
    }
  }

  private String answers() {
    return "%s of %s differ"
        .formatted(Numbers.count(measured.different()), Numbers.count(measured.answers()));
  }

  private void cost(String what, Ratio ratio) {
    Answer answer = atMost(MOST_EXPECTED_COST, ratio.low(), ratio.high());
    add(
        new Claim(
            BEYOND,
            what,
            "times",
            null,
            ratio.value(),
            ratio.low(),
            ratio.high(),
            null,
            answer.holds(),
            "",
            "",
            answer.tie()));
  }

  private static String finePercent(double share) {
    return Numbers.measured(100 * share) + " %";
  }

  private void answered(
      String figure, String what, Answer answer, String evidence, String reasonIfNot) {
    add(Claim.answered(figure, what, answer, evidence, reasonIfNot));
  }

  private void add(Claim claim) {
    claims.add(claim.explainedIfNeeded());
  }
}
