package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.ReissueSweeps.NONE;
import static org.curtail.papers.experiments.ReissueSweeps.SINGLE_D;
import static org.curtail.papers.experiments.ReissueSweeps.SINGLE_R;
import static org.curtail.papers.experiments.ReissueSweeps.at;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.text.Numbers;

/** Statements of the SingleR paper and the talk on reissue, and objections of others. */
final class ReissueClaims {
  /** Services of the comparison. */
  static final List<String> SERVICES = List.of("Redis", "Lucene", "Lucene with pauses");

  /** The talk's first diagram and the paper's simulations. */
  private static final String RATES = "Latency against reissue rate";

  private static final String TOO_MANY = "Too much reissue";
  private static final String SYSTEMS = "Lucene and Redis";
  private static final String LOADS = "Latency against load";
  private static final String BALANCING = "Against load balancing";
  private static final String LAEDGE_PAPER = "LAEDGE (NSDI 2021)";
  private static final String TAIL_AT_SCALE = "The Tail at Scale (CACM 2013)";

  /** Tolerated excess of SingleR, since a plan from a log serves other requests. */
  private static final double TOLERANCE = 1.03;

  /** Tolerated relative excess of a budget, since a plan from a log serves other requests. */
  private static final double BUDGET_TOLERANCE = 1.1;

  private static final List<Double> ASKED_LOADS = List.of(0.2, 0.4, 0.6);

  private final Claims claims = new Claims();
  private final ReplicaMeasurements measured;
  private final ReplicaMeasurements compared;

  private ReissueClaims(ReplicaMeasurements measured, ReplicaMeasurements compared) {
    this.measured = measured;
    this.compared = compared;
  }

  static List<Claim> of(ReplicaMeasurements measured, ReplicaMeasurements compared) {
    var all = new ReissueClaims(measured, compared);
    all.rates();
    all.tooMany();
    all.systems();
    all.loads();
    all.balancing();
    all.laedge();
    all.tailAtScale();
    return all.claims.all();
  }

  private void rates() {
    for (String scenario :
        List.of(
            "independent",
            "correlated",
            ReissueWorkloads.named("queueing", ReissueSweeps.PAPER_LOAD))) {
      neverAbove(RATES, scenario, ReissueSweeps.BUDGETS);
      lowersWhereSingleDCannot(scenario);
      keepsBudget(scenario, ReissueSweeps.BUDGETS);
    }
  }

  private void neverAbove(String figure, String scenario, List<Double> budgets) {
    var answers = new ArrayList<Answer>();
    String evidence =
        budgets.stream()
            .map(budget -> {
              Optional<Estimate> ratio =
                  measured.p99Ratio(scenario, at(SINGLE_R, budget), at(SINGLE_D, budget));
              answers.add(
                  ratio.map(it -> Answer.atMost(TOLERANCE, it.low(), it.high())).orElse(Answer.NO));
              return "%s %%: %s"
                  .formatted(
                      Numbers.plain(budget),
                      ratio.map(it -> it.words(Numbers::hundredths)).orElse("not stable"));
            })
            .collect(Collectors.joining(", "));
    claims.answered(
        figure,
        "p99 of SingleR at most that of SingleD (within 3 %%) at every budget, %s"
            .formatted(scenario),
        answers.stream().reduce(Answer.YES, Answer::and),
        "times as much at " + evidence,
        "plans come from a log of the past. The iteration keeps the best plan that it has observed, and there may be a better one");
  }

  /** Adds the claim on a budget of 1 %: SingleD waits until the p99, which is too late. */
  private void lowersWhereSingleDCannot(String scenario) {
    claims.number(
        RATES,
        "p99 of SingleD with a budget of 1 % below none, " + scenario,
        "%",
        0,
        measured.p99BelowPercent(scenario, at(SINGLE_D, 1), NONE),
        "the delay comes from a log of the past, so it is not exactly the p99 of these requests. Copies also change the queues");
    Optional<Estimate> ours = measured.p99BelowPercent(scenario, at(SINGLE_R, 1), NONE);
    claims.answered(
        RATES,
        "SingleR lowers the p99 with a budget of 1 %, " + scenario,
        ours.map(percent -> percent.above(0)).orElse(Answer.NO),
        "by %s %%".formatted(ours.map(it -> it.words(Numbers::hundredths)).orElse("-")),
        "");
  }

  /**
   * Adds claims on the mean over the repeats; single repeats at small budgets have too few copies.
   */
  private void keepsBudget(String scenario, List<Double> budgets) {
    var answers = new ArrayList<Answer>();
    String evidence =
        budgets.stream()
            .map(budget -> {
              Optional<Estimate> spent =
                  measured.of(scenario, at(SINGLE_R, budget), run -> 100 * run.reissueFraction());
              answers.add(
                  Answer.of(spent.map(it -> it.mean() <= BUDGET_TOLERANCE * budget).orElse(false)));
              return "%s %%: %s"
                  .formatted(
                      Numbers.plain(budget),
                      spent.map(it -> it.words(Numbers::hundredths)).orElse("not stable"));
            })
            .collect(Collectors.joining(", "));
    claims.answered(
        RATES,
        "SingleR keeps its budget within a tenth in the mean, " + scenario,
        answers.stream().reduce(Answer.YES, Answer::and),
        "percent sent again with a budget of " + evidence,
        "the number of requests beyond a delay differs from sample to sample, and more so with queues");
  }

  private void tooMany() {
    String scenario = ReissueWorkloads.named("queueing", ReissueSweeps.HIGH_LOAD);
    var words = new ArrayList<String>();
    Optional<Double> harmful = Optional.empty();
    Answer harm = Answer.NO;
    for (double budget : ReissueSweeps.LARGE_BUDGETS) {
      Optional<Estimate> ratio =
          measured.p99Ratio(scenario, at(ReissueSweeps.PLANNED_ONCE, budget), NONE);
      // A policy that cannot carry the load is worse than each policy that can.
      harm = ratio.map(it -> it.above(1)).orElse(Answer.YES);
      if (harm == Answer.YES && harmful.isEmpty()) {
        harmful = Optional.of(budget);
      }
      words.add(
          "%s %%: %s"
              .formatted(
                  Numbers.plain(budget),
                  ratio.map(it -> it.words(Numbers::hundredths)).orElse("endless")));
    }
    claims.answered(
        TOO_MANY,
        "copies planned without regard to load make the p99 worse when there are many, " + scenario,
        harm,
        "times that without reissue at " + String.join(", ", words),
        "");
    claims.number(
        TOO_MANY,
        "reissue rate from which copies do harm, " + scenario,
        "%",
        5,
        harmful.map(budget -> new Estimate(budget, budget, budget)),
        "the talk's 5 or 6 % are for one service with too much load. The rate depends on load and demand");
    noHarm("with a token bucket", ReissueSweeps.WITH_BUCKET, scenario);
    noHarm("planned by iteration under load, with a token bucket", SINGLE_R, scenario);
  }

  private void noHarm(String how, String policy, String scenario) {
    var answers = new ArrayList<Answer>();
    String evidence =
        ReissueSweeps.LARGE_BUDGETS.stream()
            .map(budget -> {
              Optional<Estimate> ratio = measured.p99Ratio(scenario, at(policy, budget), NONE);
              answers.add(
                  ratio.map(it -> Answer.atMost(TOLERANCE, it.low(), it.high())).orElse(Answer.NO));
              return "%s %%: %s"
                  .formatted(
                      Numbers.plain(budget),
                      ratio.map(it -> it.words(Numbers::hundredths)).orElse("endless"));
            })
            .collect(Collectors.joining(", "));
    claims.answered(
        TOO_MANY,
        "SingleR does no harm (within 3 %%) at any budget, %s; %s".formatted(how, scenario),
        answers.stream().reduce(Answer.YES, Answer::and),
        "times that without reissue at " + evidence,
        "a bucket limits copies, not harm: a large budget is a large load. The iteration keeps the best plan that it has observed, on other requests");
  }

  private void systems() {
    range("Lucene", 1, 15, 25);
    range("Redis", 2, 30, 70);
    for (String service : List.of("Lucene", "Redis")) {
      for (double load : ReissueSweeps.SYSTEM_LOADS) {
        neverAbove(SYSTEMS, ReissueWorkloads.named(service, load), ReissueSweeps.FEW_BUDGETS);
      }
    }
  }

  /** Adds the claim on loads from 40 to 60 %, for which the paper has a range. */
  private void range(String service, double budget, double least, double greatest) {
    for (double load : ReissueSweeps.SYSTEM_LOADS) {
      Optional<Estimate> below =
          measured.p99BelowPercent(
              ReissueWorkloads.named(service, load), at(SINGLE_R, budget), NONE);
      claims.answered(
          SYSTEMS,
          "p99 of %s %.0f to %.0f %% lower with %.0f %% sent again, at %.0f %% load"
              .formatted(service, least, greatest, budget, 100 * load),
          below
              .map(it ->
                  it.low() == 0 && it.high() == 0
                      ? Answer.NO
                      : it.above(least - 0.5).and(it.below(greatest + 0.5)))
              .orElse(Answer.NO),
          "ours %s %%"
              .formatted(below.map(it -> it.words(Numbers::hundredths)).orElse("not stable")),
          "the service is a formula. Here a copy takes as long as its original, so it can gain only in the queue. The paper's systems also have noise");
    }
  }

  private void loads() {
    for (double load : ASKED_LOADS) {
      String scenario = ReissueWorkloads.named("queueing", load);
      ordered(scenario, SINGLE_R, at(SINGLE_R, 2), SINGLE_D, at(SINGLE_D, 2));
      ordered(scenario, SINGLE_D, at(SINGLE_D, 2), NONE, NONE);
    }
  }

  private void ordered(
      String scenario, String name, String policy, String otherName, String other) {
    Optional<Estimate> ratio = measured.p99Ratio(scenario, policy, other);
    claims.answered(
        LOADS,
        "p99 of %s at most that of %s with a budget of 2 %%, %s"
            .formatted(name, otherName, scenario),
        ratio.map(it -> Answer.atMost(1, it.low(), it.high())).orElse(Answer.NO),
        "times as much: %s; %s and %s ms"
            .formatted(
                ratio.map(it -> it.words(Numbers::hundredths)).orElse("-"),
                p99(measured, scenario, policy),
                p99(measured, scenario, other)),
        "the p99 under load differs from seed to seed");
  }

  /**
   * Returns the places at which the shortest queue is better than any copies to random replicas.
   */
  private void balancing() {
    for (String service : SERVICES) {
      for (double load : ASKED_LOADS) {
        String scenario = ReissueWorkloads.named(service, load);
        Optional<Estimate> ratio = compared.p99Ratio(scenario, SINGLE_R, ReissueSweeps.BALANCED);
        claims.answered(
            BALANCING,
            "SingleR at random with a budget of 2 %% below the shortest queue without copies, %s"
                .formatted(scenario),
            lower(ratio),
            "%s times its p99; %s and %s ms, none at random %s ms"
                .formatted(
                    ratio.map(it -> it.words(Numbers::hundredths)).orElse("-"),
                    p99(compared, scenario, SINGLE_R),
                    p99(compared, scenario, ReissueSweeps.BALANCED),
                    p99(compared, scenario, NONE)),
            "random choice loses by queues. Balancing avoids queues before copies could help. So if requests differ only by their work, balance first");
        Optional<Estimate> both =
            compared.p99Ratio(scenario, ReissueSweeps.BALANCED_SINGLE_R, ReissueSweeps.BALANCED);
        claims.answered(
            BALANCING,
            "SingleR with a budget of 2 %% lowers the p99 of the shortest queue, %s"
                .formatted(scenario),
            lower(both),
            "%s times".formatted(both.map(it -> it.words(Numbers::hundredths)).orElse("-")),
            "copies take as long as originals, and the queues are short. So a copy is rarely earlier");
      }
    }
  }

  private void laedge() {
    claims.change(
        LAEDGE_PAPER,
        "p99 below the shortest queue at 60 % load, Lucene with pauses (paper: up to)",
        "%",
        49,
        compared.p99BelowPercent(
            ReissueWorkloads.named("Lucene with pauses", 0.6),
            ReissueSweeps.LAEDGE,
            ReissueSweeps.BALANCED),
        "the paper's services have pauses of other lengths");
    for (String service : SERVICES) {
      var words = new ArrayList<String>();
      var answers = new ArrayList<Answer>();
      for (double load : ReissueSweeps.LOADS) {
        String scenario = ReissueWorkloads.named(service, load);
        Optional<Estimate> ratio =
            compared.p99Ratio(scenario, ReissueSweeps.LAEDGE, ReissueSweeps.BALANCED_SINGLE_R);
        answers.add(ratio.map(it -> it.below(1)).orElse(Answer.NO));
        words.add(
            "%.0f %%: %s"
                .formatted(100 * load, ratio.map(it -> it.words(Numbers::hundredths)).orElse("-")));
      }
      claims.answered(
          LAEDGE_PAPER,
          "LAEDGE below SingleR on the shortest queue at every load, " + service,
          answers.stream().reduce(Answer.YES, Answer::and),
          "times its p99 at " + String.join(", ", words),
          "at low loads both are as fast as the service times allow");
    }
  }

  private void tailAtScale() {
    claims.number(
        TAIL_AT_SCALE,
        "requests sent again by hedging at p95, Lucene with pauses at 40 % load",
        "%",
        5,
        compared.of(
            ReissueWorkloads.named("Lucene with pauses", 0.4),
            ReissueSweeps.HEDGE_P95,
            run -> 100 * run.reissueFraction()),
        "slow requests come in groups, and the percentile of the last thousand requests follows late");
    claims.change(
        TAIL_AT_SCALE,
        "p99.9 of tied requests below that of random choice, Lucene at 40 % load",
        "%",
        40,
        compared.of(
            ReissueWorkloads.named("Lucene", 0.4),
            ReissueSweeps.TIED,
            NONE,
            (run, than) -> 100 * (1 - run.p999Millis() / than.p999Millis())),
        "the paper's cluster reads from disks and has other work");
    claims.bound(
        TAIL_AT_SCALE,
        "work that tied requests waste, Lucene at 40 % load",
        false,
        1,
        "%",
        compared.of(
            ReissueWorkloads.named("Lucene", 0.4),
            ReissueSweeps.TIED,
            run -> 100 * run.wastedShare()),
        "messages take no time here, so only one of the two copies starts");
  }

  /** Returns true if a ratio is below 1. There is no gain if the iteration refuses all plans. */
  private static Answer lower(Optional<Estimate> ratio) {
    return ratio
        .map(it -> it.low() == 1 && it.high() == 1 ? Answer.NO : it.below(1))
        .orElse(Answer.NO);
  }

  private static String p99(ReplicaMeasurements from, String scenario, String policy) {
    return from.of(scenario, policy, ReplicaRunFigures::p99Millis)
        .map(ms -> Numbers.significant(ms.mean()))
        .orElse("endless");
  }
}
