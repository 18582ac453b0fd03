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
 * Runs on servers of this machine, with the limits of their verdict.
 *
 * @param runs runs in order of load
 * @param ownShare share of this machine's CPU time used by client and servers
 * @param blocks number of blocks of each contender and load
 * @param failure reason of a failed request; empty if none failed
 * @param stopped progress at which the user stopped; empty for complete runs
 */
public record MeasuredRuns(
    List<Run> runs,
    Noise noise,
    double ownShare,
    int blocks,
    Optional<String> failure,
    Optional<Interruption> stopped) {
  /** Greatest used share of the machine; above it, requests wait for cores instead of servers. */
  private static final double MOST_BUSY = 0.7;

  /** Greatest delay of sending as a share of a tail; above it, the delay may change the tail. */
  private static final double GREATEST_LATENESS = 0.05;

  public MeasuredRuns {
    runs = List.copyOf(runs);
  }

  /** Returns the percentile of the verdict: 99, or 95 if there are too few requests for a p99. */
  public double percentile() {
    return runs.stream().allMatch(run -> run.carries(99)) ? 99 : 95;
  }

  /** Returns the ratio of this tail in a comparison. */
  public Ratio tail(Comparison comparison) {
    return percentile() == 99 ? comparison.p99() : comparison.p95();
  }

  /** Returns the tail ratio of a run to its last baseline. */
  public Ratio tail(Run run) {
    return tail(run.against().getLast());
  }

  /** Returns a ratio and its interval as text. */
  public static String withInterval(Ratio ratio) {
    return Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }

  /** True if blocks, requests and machine allow a verdict on tails. */
  public boolean canBeJudged() {
    return notJudged(List.of()).isEmpty();
  }

  /** Returns the verdict on void runs if requests failed; otherwise empty. */
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
   * Returns the verdict.
   *
   * @param baseline reference of all ratios
   * @param sentences sentences on each run or policy
   * @param further more sentences for runs that can be judged
   * @param headline headline with the finding
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

  /**
   * Returns the verdict on runs that cannot be judged: too few, too short, or from a busy machine;
   * otherwise empty.
   */
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

  /** Returns a sentence on each possible disturbance of the runs. */
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
   * Returns the results of a complete or stopped bench.
   *
   * @param settings settings of this bench; the method adds the common ones
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
