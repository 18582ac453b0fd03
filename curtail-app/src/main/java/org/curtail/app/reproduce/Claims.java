package org.curtail.app.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Claim;
import org.curtail.app.results.Run;
import org.jspecify.annotations.Nullable;

/** Holds what a paper claims against measurements. Collects; not thread-safe. */
public final class Claims {
  private final List<Claim> claims = new ArrayList<>();

  /** All so far. */
  public List<Claim> all() {
    return List.copyOf(claims);
  }

  /**
   * A number of the paper.
   *
   * @param ours empty if nothing was stable
   * @param directed whether the sign matters: a change for the better or the worse
   * @param reason why ours deviates, if it does
   */
  public void number(
      String figure,
      String what,
      String unit,
      double paper,
      Optional<Estimate> ours,
      boolean directed,
      String reason) {
    @Nullable Double mean = ours.map(Estimate::mean).orElse(null);
    @Nullable Boolean holds = null;
    if (directed) {
      holds = mean != null && Math.signum(mean) == Math.signum(paper);
    }
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
                holds,
                "",
                reason)
            .explainedIfNeeded());
  }

  /** By how many percent one policy is below another on the same requests, as the paper has it. */
  public void below(
      String figure,
      Measurements measured,
      Statistic statistic,
      String policy,
      String other,
      double rps,
      double paperPercent,
      String reason) {
    number(
        figure,
        "%s of %s below %s at %.0f requests/s".formatted(statistic.words(), policy, other, rps),
        "%",
        paperPercent,
        measured.of(
            policy, other, rps, (run, than) -> 100 * (1 - statistic.of(run) / statistic.of(than))),
        true,
        reason);
  }

  /** That one policy is below others in the mean over the repeats, at each of some rates. */
  public void lowest(
      String figure,
      Measurements measured,
      Statistic statistic,
      String policy,
      List<String> others,
      List<Double> rates,
      String reason) {
    boolean holds = true;
    var evidence = new ArrayList<String>();
    for (double rps : rates) {
      Optional<Double> ours = mean(measured, statistic, policy, rps);
      var numbers = new ArrayList<String>();
      for (String other : others) {
        Optional<Double> theirs = mean(measured, statistic, other, rps);
        // Who cannot carry a rate loses against whoever can.
        holds &= ours.isPresent() && (theirs.isEmpty() || ours.get() < theirs.get());
        numbers.add(text(theirs));
      }
      evidence.add("at %.0f %s against %s".formatted(rps, text(ours), String.join(", ", numbers)));
    }
    yesOrNo(
        figure,
        "%s of %s below %s at %s requests/s"
            .formatted(
                statistic.words(),
                policy,
                String.join(", ", others),
                rates.stream().map(rps -> "%.0f".formatted(rps)).collect(Collectors.joining(", "))),
        holds,
        "ms " + String.join("; ", evidence),
        reason);
  }

  private static Optional<Double> mean(
      Measurements measured, Statistic statistic, String policy, double rps) {
    return measured.of(policy, rps, statistic::of).map(Estimate::mean);
  }

  private static String text(Optional<Double> ms) {
    return ms.map(Numbers::significant).orElse("not stable");
  }

  /** A plain yes or no. */
  public void yesOrNo(String figure, String what, boolean holds, String evidence, String reason) {
    claims.add(
        new Claim(figure, what, "", null, null, null, null, null, holds, evidence, reason)
            .explainedIfNeeded());
  }

  /** What is compared of runs. */
  public enum Statistic {
    /** Mean latency. */
    MEAN("mean") {
      @Override
      double of(Run run) {
        return run.meanMs();
      }
    },
    /** 95th percentile of latency. */
    P95("p95") {
      @Override
      double of(Run run) {
        return run.p95Ms();
      }
    },
    /** 99th percentile of latency. */
    P99("p99") {
      @Override
      double of(Run run) {
        return run.p99Ms();
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
