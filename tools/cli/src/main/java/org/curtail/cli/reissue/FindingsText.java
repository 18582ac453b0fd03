package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.plan.ReissueReport;
import org.curtail.reissue.plan.ReissueReport.Estimate;

/** A plan in words. */
final class FindingsText {
  /** By how much more copies a plan sends on other requests without a word about it. */
  private static final double OVERRUN = 1.25;

  /** Where a budget is too small to gain anything, so that nothing should be sent. */
  private static final String NO_COPY = "-";

  private final Findings findings;
  private final ReissuePlan plan;
  private final String percentile;

  private FindingsText(Findings findings) {
    this.findings = findings;
    this.plan = findings.plan();
    this.percentile = Numbers.percentile(plan.goal().percentile());
  }

  /** What to do and what it brings. */
  static List<String> plan(Findings findings) {
    return new FindingsText(findings).plan();
  }

  /** The plan for each budget. */
  static List<String> budgets(Findings findings) {
    return new FindingsText(findings).budgets();
  }

  /** How far it can be trusted: paragraphs, each with an empty line before it. */
  static List<String> trust(Findings findings) {
    var text = new FindingsText(findings);
    var lines = new ArrayList<String>();
    ReissueHalves halves = findings.halves();
    if (halves != null) {
      lines.add("");
      lines.addAll(text.halves(halves));
    }
    if (!findings.report().correlated().isEmpty()) {
      lines.add("");
      lines.addAll(text.correlated());
    }
    return lines;
  }

  private List<String> plan() {
    var lines = new ArrayList<String>();
    for (Reissue copy : plan.policy().reissues()) {
      lines.add(
          copy.probability() == 1
              ? "Send a request again that has no answer after %s."
                  .formatted(Numbers.time(copy.delayMillis()))
              : "Send a request again that has no answer after %s, with probability %s."
                  .formatted(
                      Numbers.time(copy.delayMillis()), Numbers.significant(copy.probability())));
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("", percentile + " ms", "95 % interval"));
    rows.add(row("without", findings.report().withoutMillis()));
    rows.add(row("with", findings.report().predictedMillis()));
    rows.add(List.of("no policy can be below", Numbers.significant(plan.boundMillis()), ""));
    ReissuePlan singleD = findings.singleD();
    if (singleD != null) {
      rows.add(
          List.of(
              "always after " + Numbers.time(singleD.policy().reissues().getFirst().delayMillis()),
              Numbers.significant(singleD.predictedMillis()),
              ""));
    }
    lines.add("");
    lines.addAll(Columns.aligned(rows));
    lines.add("");
    Estimate fraction = findings.report().reissueFraction();
    lines.add(
        "%s falls by %s. Copies: %s of the requests, %s to %s of as many others."
            .formatted(
                percentile,
                less(plan),
                share(fraction.value()),
                share(fraction.low()),
                share(fraction.high())));
    return lines;
  }

  private static List<String> row(String what, Estimate millis) {
    return List.of(
        what,
        Numbers.significant(millis.value()),
        "%s to %s"
            .formatted(Numbers.significant(millis.low()), Numbers.significant(millis.high())));
  }

  private List<String> budgets() {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "budget", "delay ms", "probability", "copies", percentile + " ms", "less", "bound ms"));
    for (ReissuePlan other : findings.budgets()) {
      boolean gains = other.predictedMillis() < other.withoutMillis();
      Reissue copy = gains ? other.policy().reissues().getFirst() : new Reissue(0, 0);
      rows.add(
          List.of(
              plainShare(other.goal().budget()),
              gains ? Numbers.significant(copy.delayMillis()) : NO_COPY,
              gains ? probability(copy) : NO_COPY,
              share(gains ? other.reissueFraction() : 0),
              Numbers.significant(other.predictedMillis()),
              less(other),
              Numbers.significant(other.boundMillis())));
    }
    return Columns.aligned(rows);
  }

  private List<String> halves(ReissueHalves halves) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "planned on",
            "tested on",
            percentile + " ms expected",
            "found",
            "best there",
            "without",
            "copies expected",
            "found"));
    rows.add(row("earlier half", "later half", halves.earlierOnLater()));
    rows.add(row("later half", "earlier half", halves.laterOnEarlier()));
    return Columns.aligned(rows);
  }

  /** That latencies change with time, so that a plan does not keep its budget; if they do. */
  static Optional<String> drift(Findings findings) {
    ReissueHalves halves = findings.halves();
    if (halves == null) {
      return Optional.empty();
    }
    return Stream.of(halves.earlierOnLater(), halves.laterOnEarlier())
        .filter(transfer -> transfer.fractionRatio() > OVERRUN)
        .findFirst()
        .map(transfer ->
            "latencies change within the log: the plan of one half sends %s copies on the other, not %s; plan again often, or let a token bucket keep the budget"
                .formatted(
                    share(transfer.foundFraction()), share(transfer.plan().reissueFraction())));
  }

  private static List<String> row(String planned, String tested, ReissueHalves.Transfer transfer) {
    return List.of(
        planned,
        tested,
        Numbers.significant(transfer.plan().predictedMillis()),
        Numbers.significant(transfer.foundMillis()),
        Numbers.significant(transfer.bestMillis()),
        Numbers.significant(transfer.withoutMillis()),
        share(transfer.plan().reissueFraction()),
        share(transfer.foundFraction()));
  }

  private List<String> correlated() {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("requests whose copy is as slow as they are", percentile + " ms"));
    rows.add(List.of(plainShare(0), Numbers.significant(plan.predictedMillis())));
    for (ReissueReport.CorrelatedTail tail : findings.report().correlated()) {
      rows.add(List.of(plainShare(tail.correlation()), Numbers.significant(tail.tailMillis())));
    }
    return Columns.aligned(rows);
  }

  private static String probability(Reissue copy) {
    return copy.probability() == 1 ? "1" : Numbers.significant(copy.probability());
  }

  private static String less(ReissuePlan plan) {
    return plan.withoutMillis() == 0
        ? "0 %"
        : Numbers.percent(1 - plan.predictedMillis() / plan.withoutMillis());
  }

  /** Shares that somebody chose. */
  static String plainShare(double share) {
    return Numbers.plain(100 * share) + " %";
  }

  /** Shares of copies are small: three digits of them count. */
  private static String share(double share) {
    return Numbers.significant(100 * share) + " %";
  }
}
