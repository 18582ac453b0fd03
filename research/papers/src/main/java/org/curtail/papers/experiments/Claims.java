package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** A collection of a paper's claims with their measured counterparts. Not thread-safe. */
public final class Claims {
  private final List<Claim> claims = new ArrayList<>();

  /** Returns all claims so far. */
  public List<Claim> all() {
    return List.copyOf(claims);
  }

  /**
   * Adds a number of the paper.
   *
   * @param ours our number; empty without a stable run
   * @param reason reason of a deviation
   */
  public void number(
      String figure,
      String what,
      String unit,
      double paper,
      Optional<Estimate> ours,
      String reason) {
    number(figure, what, unit, paper, ours, null, reason);
  }

  /** Adds a number of the paper with a direction: better or worse. */
  public void change(
      String figure,
      String what,
      String unit,
      double paper,
      Optional<Estimate> ours,
      String reason) {
    Answer answer = ours.map(it -> paper < 0 ? it.below(0) : it.above(0)).orElse(Answer.NO);
    number(figure, what, unit, paper, ours, answer, reason);
  }

  private void number(
      String figure,
      String what,
      String unit,
      double paper,
      Optional<Estimate> ours,
      @Nullable Answer answer,
      String reason) {
    @Nullable Double mean = ours.map(Estimate::mean).orElse(null);
    claims.add(
        new Claim(
                figure,
                what,
                unit,
                paper,
                mean,
                ours.map(Estimate::low).orElse(null),
                ours.map(Estimate::high).orElse(null),
                mean == null ? null : mean - paper,
                answer == null ? null : (Boolean) answer.holds(),
                "",
                reason,
                answer == null ? null : answer.tie())
            .explainedIfNeeded());
  }

  /**
   * Adds a bound of the paper: ours must be above it, or below it.
   *
   * @param ours our number; empty without a stable run
   * @param reason reason if ours is on the other side
   */
  public void bound(
      String figure,
      String what,
      boolean above,
      double bound,
      String unit,
      Optional<Estimate> ours,
      String reason) {
    answered(
        figure,
        "%s: %s %s %s".formatted(what, above ? "over" : "under", Numbers.plain(bound), unit),
        ours.map(it -> above ? it.above(bound) : it.below(bound)).orElse(Answer.NO),
        ours.map(it ->
                "%s %s (%s to %s)"
                    .formatted(
                        Numbers.measured(it.mean()),
                        unit,
                        Numbers.measured(it.low()),
                        Numbers.measured(it.high())))
            .orElse("not stable"),
        reason);
  }

  /** Adds a number of ours that no paper has. */
  public void ours(String figure, String what, String unit, Optional<Estimate> ours) {
    claims.add(
        new Claim(
            figure,
            what,
            unit,
            null,
            ours.map(Estimate::mean).orElse(null),
            ours.map(Estimate::low).orElse(null),
            ours.map(Estimate::high).orElse(null),
            null,
            null,
            "",
            "",
            null));
  }

  /** Adds the distance in percent by which one policy is below another on the same requests. */
  public void below(
      String figure,
      Measurements measured,
      Statistic statistic,
      String policy,
      String other,
      double rps,
      double paperPercent,
      String reason) {
    change(
        figure,
        "%s of %s below %s at %.0f requests/s".formatted(statistic.words(), policy, other, rps),
        "%",
        paperPercent,
        measured.of(
            policy, other, rps, (run, than) -> 100 * (1 - statistic.of(run) / statistic.of(than))),
        reason);
  }

  /** Adds the claim that one policy is below others in every repeat, at each of the rates. */
  public void lowest(
      String figure,
      Measurements measured,
      Statistic statistic,
      String policy,
      List<String> others,
      List<Double> rates,
      String reason) {
    var margins = new ArrayList<Margin>();
    for (double rps : rates) {
      double ours = meanOrNever(measured, statistic, policy, rps);
      for (String other : others) {
        margins.add(
            new Margin(
                rps,
                ours,
                other,
                meanOrNever(measured, statistic, other, rps),
                measured.of(
                    policy, other, rps, (run, than) -> statistic.of(run) - statistic.of(than))));
      }
    }
    List<Margin> failed = margins.stream().filter(margin -> margin.answer() != Answer.YES).toList();
    answered(
        figure,
        "%s of %s below %s %s"
            .formatted(statistic.words(), policy, String.join(", ", others), inWords(rates)),
        margins.stream().map(Margin::answer).reduce(Answer.YES, Answer::and),
        failed.isEmpty()
            ? "closest "
                + margins.stream()
                    .min(Comparator.comparingDouble(Margin::ratio))
                    .map(Margin::inWords)
                    .orElseThrow()
            : failed.stream().map(Margin::failureInWords).collect(Collectors.joining("; ")),
        reason);
  }

  /**
   * The numbers of two policies; infinite for a policy that cannot carry the rate.
   *
   * @param difference ours minus theirs on the same requests; empty if a policy cannot carry the
   *     rate
   */
  private record Margin(
      double rps, double ours, String other, double theirs, Optional<Estimate> difference) {
    /** Returns the answer. A policy that cannot carry a rate loses against each policy that can. */
    Answer answer() {
      return difference.map(it -> it.below(0)).orElse(Answer.of(ours < theirs));
    }

    String failureInWords() {
      return (answer() == Answer.NO ? "not " : "not decided ") + inWords();
    }

    double ratio() {
      return theirs / ours;
    }

    String inWords() {
      return "at %.0f: %s against %s ms (%s)".formatted(rps, text(ours), text(theirs), other);
    }

    private static String text(double ms) {
      return Double.isInfinite(ms) ? "endless" : Numbers.significant(ms);
    }
  }

  private static double meanOrNever(
      Measurements measured, Statistic statistic, String policy, double rps) {
    return measured
        .of(policy, rps, statistic::of)
        .map(Estimate::mean)
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static String inWords(List<Double> rates) {
    return rates.size() > 3
        ? "at every rate from %.0f to %.0f requests/s".formatted(rates.getFirst(), rates.getLast())
        : "at %s requests/s"
            .formatted(
                rates.stream().map(rps -> "%.0f".formatted(rps)).collect(Collectors.joining(", ")));
  }

  /** Adds a claim that was not run. */
  void unanswered(String figure, String what, String why) {
    claims.add(Claim.unanswered(figure, what, "", null, why));
  }

  /** Adds a claim with a plain answer: yes, no, or not decided. */
  public void answered(String figure, String what, Answer answer, String evidence, String reason) {
    claims.add(Claim.answered(figure, what, answer, evidence, reason).explainedIfNeeded());
  }

  /** A figure of runs for comparisons. */
  public enum Statistic {
    /** Mean latency. */
    MEAN("mean") {
      @Override
      double of(Run run) {
        return run.latency().meanMs();
      }
    },
    /** 95th percentile of latency. */
    P95("p95") {
      @Override
      double of(Run run) {
        return run.latency().p95Ms();
      }
    },
    /** 99th percentile of latency. */
    P99("p99") {
      @Override
      double of(Run run) {
        return run.latency().p99Ms();
      }
    };

    private final String words;

    Statistic(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    abstract double of(Run run);
  }
}
