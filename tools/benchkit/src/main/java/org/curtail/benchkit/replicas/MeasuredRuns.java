package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;

/**
 * Runs on servers of this machine, with what limits their verdict.
 *
 * @param runs by load
 * @param ownShare share of this machine's CPU time that client and servers took
 * @param blocks of each contender and load
 * @param failure reason of a failed request, if there is one
 * @param stopped the point at which the user stopped, if so
 */
public record MeasuredRuns(
    List<Run> runs,
    Noise noise,
    double ownShare,
    int blocks,
    Optional<String> failure,
    Optional<Interruption> stopped) {
  /**
   * Greatest share of the machine in use; above it, requests wait for its cores and not for
   * servers.
   */
  private static final double MOST_BUSY = 0.7;

  /**
   * Greatest delay of hand-overs as a share of a tail; above it, the delay may show in the tail.
   */
  private static final double GREATEST_LATENESS = 0.05;

  public MeasuredRuns {
    runs = List.copyOf(runs);
  }

  /** Percentile of the verdict: the p99, or the p95 if there are too few requests for that. */
  public double percentile() {
    return runs.stream().allMatch(run -> run.carries(99)) ? 99 : 95;
  }

  /** The ratio of that tail. */
  public Ratio tail(Comparison comparison) {
    return percentile() == 99 ? comparison.p99() : comparison.p95();
  }

  /** Tail ratio of a run to the last baseline that it is compared with. */
  public Ratio tail(Run run) {
    return tail(run.against().getLast());
  }

  /** A ratio and its interval in words. */
  public static String withInterval(Ratio ratio) {
    return Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }

  /** True if blocks, requests and machine allow a verdict on tails. */
  public boolean canBeJudged() {
    return notJudged(List.of()).isEmpty();
  }

  /** The verdict if requests failed, which makes the runs void. */
  public Optional<Verdict> whyVoid(List<String> details) {
    int failed = runs.stream().mapToInt(run -> run.checks().failed()).sum();
    return failed == 0
        ? Optional.empty()
        : Optional.of(
            new Verdict(
                "These results are void: %s %s without an answer: %s."
                    .formatted(
                        Numbers.count(failed),
                        failed == 1 ? "request ended" : "requests ended",
                        failure.orElse("unknown")),
                details,
                Outcome.VOID));
  }

  /**
   * The verdict.
   *
   * @param baseline the reference of all ratios
   * @param sentences on each run or policy, compared or not
   * @param further more sentences, for runs that can be judged
   * @param headline the finding
   */
  public Verdict verdict(
      String baseline,
      Supplier<List<String>> sentences,
      Supplier<List<String>> further,
      Supplier<String> headline) {
    var details = new ArrayList<String>();
    stopped.map(Interruption::sentence).ifPresent(details::add);
    Optional<Verdict> unusable = whyVoid(details);
    if (unusable.isPresent()) {
      return unusable.get();
    }
    details.addAll(sentences.get());
    if (runs.stream().map(run -> run.policy().equals(baseline)).distinct().count() < 2) {
      return new Verdict(
          "No verdict: that takes %s and a policy beside it in --policies.".formatted(baseline),
          details,
          Outcome.NOTHING_TO_COMPARE);
    }
    Optional<Verdict> open = notJudged(details);
    if (open.isPresent()) {
      return open.get();
    }
    details.addAll(further.get());
    List<String> doubts = doubts();
    details.addAll(doubts);
    boolean differs =
        runs.stream().anyMatch(run -> !run.against().isEmpty() && tail(run).differs());
    return new Verdict(
        headline.get(),
        details,
        !doubts.isEmpty()
            ? Outcome.TOO_BUSY
            : differs ? Outcome.DIFFERENCE : Outcome.NO_DIFFERENCE);
  }

  /** The verdict on runs that are too few, too short, or from a busy machine. */
  public Optional<Verdict> notJudged(List<String> details) {
    if (blocks < TooFew.FEWEST_BLOCKS) {
      return Optional.of(
          new Verdict(
              TooFew.headline(blocks, "block", TooFew.FEWEST_BLOCKS, stopped),
              details,
              Outcome.TOO_FEW));
    }
    double percentile = percentile();
    if (!runs.stream().allMatch(run -> run.carries(percentile))) {
      return Optional.of(
          new Verdict(
              "No verdict: %s requests for each policy and load are too few to judge a tail; give at least %s."
                  .formatted(
                      Numbers.count(runs.stream().mapToInt(Run::requests).min().orElseThrow()),
                      Numbers.count(SampleSize.fewest(percentile))),
              details,
              Outcome.TOO_FEW));
    }
    if (BusyMachine.forbidsVerdict(noise)) {
      return Optional.of(
          new Verdict(
              "No verdict: other processes took %s of this machine's CPU time; run again when it is quiet."
                  .formatted(Numbers.percent(noise.stolenShare())),
              details,
              Outcome.TOO_BUSY));
    }
    return Optional.empty();
  }

  /** Possible disturbances of the runs, a sentence each. */
  private List<String> doubts() {
    var doubts = new ArrayList<String>();
    if (ownShare > MOST_BUSY) {
      doubts.add(
          "Doubtful: with %s of this machine's CPU time, client and servers may wait for its cores; give fewer --slots or less --rps."
              .formatted(Numbers.percent(ownShare)));
    }
    double percentile = percentile();
    if (runs.stream()
        .anyMatch(run ->
            run.lateness().latenessP99Ms()
                > GREATEST_LATENESS
                    * (percentile == 99 ? run.latency().p99Ms() : run.latency().p95Ms()))) {
      doubts.add(
          "Doubtful: requests were handed over so late that it may show in the tail; measure again when the machine is quiet, or with less --rps.");
    }
    return doubts;
  }

  /**
   * The results of a bench, complete or stopped.
   *
   * @param settings settings of this bench; those of all such benches are added
   */
  public Results results(
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      int requestsPerBlock,
      Verdict verdict,
      List<PaperFigure> figures) {
    var described = new LinkedHashMap<>(settings);
    described.put("requests per block", requestsPerBlock);
    described.put("blocks", blocks);
    described.put("CPU of this machine taken by client and servers", Numbers.percent(ownShare));
    described.put("Java", Runtime.version().toString());
    var whole =
        new Results("bench", seed, cores, command, described, null, null, noise, runs, verdict)
            .with()
            .figures(figures)
            .results();
    return stopped.map(whole::interrupted).orElse(whole);
  }
}
