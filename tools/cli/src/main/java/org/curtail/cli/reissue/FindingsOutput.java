package org.curtail.cli.reissue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.benchkit.latencylog.LogSummary;
import org.curtail.benchkit.stats.RankCorrelation;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.reissue.plan.ReissueReport;
import org.curtail.reissue.plan.ReissueReport.CorrelatedTail;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.curtail.services.json.ReissuePlanJson;
import org.jspecify.annotations.Nullable;

/**
 * A plan and its derivation, for people and programs.
 *
 * @param file file of the log
 * @param check the plan under load; null if it was not tried there
 * @param width columns of the terminal
 */
record FindingsOutput(
    String file,
    Findings findings,
    Attempts attempts,
    LogSummary log,
    @Nullable LoadCheck check,
    int width) {
  /** Relative excess of copies on other requests above which a remark appears. */
  private static final double OVERRUN = 1.25;

  private static final int WIDEST = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Returns the plan as one JSON object on one line, as in its file. The details of the planning
   * are under {@code planning}, which readers of plans skip.
   *
   * @param noted the plan; null if no plan holds, and then the object is empty
   */
  String json(@Nullable PlanDocument noted) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    if (noted != null) {
      var written = new StringWriter();
      ReissuePlanJson.write(noted, written);
      json = (ObjectNode) JSON.readTree(written.toString());
    }
    json.set("planning", JSON.readTree(output().json()));
    return JSON.writeValueAsString(json);
  }

  /** The lines for people; for programs, the details of the planning. */
  Output output() {
    LatencyUnit unit = log.unit();
    String verdict = findings.gains() ? worthIt() : notWorthIt();
    var output =
        new Output()
            .line(verdict)
            .gap()
            .field("verdict", verdict)
            .field("form", log.form())
            .field("first", log.first())
            .field("second", log.second())
            .field("unit", unit == null ? null : unit.toString())
            .field("requests", attempts.requests())
            .field("pairs", attempts.pairs())
            .field("withoutTime", log.withoutTime())
            .field("pairing", attempts.pairing().name().toLowerCase(Locale.ROOT))
            .field("sketchError", attempts.sketchError())
            .field("predictedMs", findings.report().predictedMillis())
            .field("withoutMs", findings.report().withoutMillis())
            .field("reissueFraction", findings.report().reissueFraction())
            .line(file + ": " + log.line())
            .gap();
    if (findings.gains()) {
      plan().policy().reissues().forEach(copy -> output.line(inWords(copy)));
      output.gap().table(gain()).gap().line(gainInWords()).gap();
    }
    together(output);
    output.table("budgets", budgets());
    if (!findings.gains()) {
      return output;
    }
    output.gap().lines(bars());
    List<Half> halves = halves();
    if (!halves.isEmpty()) {
      output.gap().lines(halves(halves).lines());
    }
    output.field("halves", halves(halves).records());
    List<CorrelatedTail> correlated = findings.report().correlated();
    if (!correlated.isEmpty()) {
      var all = new ArrayList<CorrelatedTail>();
      all.add(new CorrelatedTail(0, plan().predictedMillis()));
      all.addAll(correlated);
      output.gap().table(correlated(all));
    }
    output.field("correlated", correlated(correlated).records());
    if (check != null) {
      load(output, check);
    }
    return output;
  }

  /** Adds the dependence of both attempts of a request, and its cost for the plan. */
  private void together(Output output) {
    Attempts.Together together = attempts.together();
    ReissueReport independent = findings.ifIndependent();
    if (together == null || independent == null) {
      return;
    }
    RankCorrelation correlation = together.correlation();
    Estimate tail = independent.predictedMillis();
    output
        .field("together.correlation", correlation.value())
        .field("together.low", correlation.low())
        .field("together.high", correlation.high())
        .field("together.pairs", correlation.pairs())
        .field("together.independentMs", tail)
        .field("together.costMs", plan().predictedMillis() - tail.value())
        .line(
            "Both attempts of a request: rank correlation %s%s."
                .formatted(
                    correlation.words(),
                    correlation.isShown() ? "" : ", so no dependence is shown"))
        .line(
            "With independent attempts the best plan would have a %s of %s (%s to %s ms), here it is %s."
                .formatted(
                    Numbers.percentile(plan().goal().percentile()),
                    Numbers.time(tail.value()),
                    Numbers.significant(tail.low()),
                    Numbers.significant(tail.high()),
                    Numbers.time(plan().predictedMillis())))
        .gap();
  }

  private ReissuePlan plan() {
    return findings.plan();
  }

  private String tail() {
    return Numbers.percentile(plan().goal().percentile()) + " ms";
  }

  /** Returns the verdict on a plan with a gain, by the log or by the simulation under load. */
  private String worthIt() {
    String percentile = Numbers.percentile(plan().goal().percentile());
    if (check == null) {
      Estimate without = findings.report().withoutMillis();
      Estimate with = findings.report().predictedMillis();
      return "Worth it? %s: %s. Under load not tested: reissue --simulate, or capacity."
          .formatted(
              with.high() < without.low() ? "yes" : "not sure, the 95 % intervals overlap",
              change(
                  percentile,
                  without.value(),
                  with.value(),
                  findings.report().reissueFraction().value()));
    }
    HeldPlan held = check.held();
    return held == null
        ? "Worth it? no: under this load no plan that was tried holds."
        : "Worth it? yes, under this load: %s."
            .formatted(
                change(percentile, held.withoutMillis(), held.tailMillis(), held.fraction()));
  }

  private static String change(
      String percentile, double withoutMillis, double withMillis, double copies) {
    return "%s %s -> %s for %s more calls"
        .formatted(
            percentile,
            Numbers.time(withoutMillis),
            Numbers.time(withMillis),
            Unit.SHARE.text(copies));
  }

  private String notWorthIt() {
    String budget = Unit.PLAIN_PERCENT.text(plan().goal().budget());
    String percentile = Numbers.percentile(plan().goal().percentile());
    String without = Numbers.time(plan().withoutMillis());
    return plan().boundMillis() < plan().withoutMillis()
        ? "Not worth it: with %s copies no plan lowers the %s, which is %s. Try a larger --budget; with this one no policy is below %s."
            .formatted(budget, percentile, without, Numbers.time(plan().boundMillis()))
        : "Not worth it: with %s copies no policy lowers the %s, which is %s."
            .formatted(budget, percentile, without);
  }

  private static String inWords(Reissue copy) {
    return copy.probability() == 1
        ? "Send a request again that has no answer after %s."
            .formatted(Numbers.time(copy.delayMillis()))
        : "Send a request again that has no answer after %s, with probability %s."
            .formatted(Numbers.time(copy.delayMillis()), Numbers.significant(copy.probability()));
  }

  private record Gain(String policy, double millis, @Nullable Estimate interval) {
    static Gain of(String policy, Estimate millis) {
      return new Gain(policy, millis.value(), millis);
    }
  }

  private Table<Gain> gain() {
    var rows = new ArrayList<Gain>();
    rows.add(Gain.of("without", findings.report().withoutMillis()));
    rows.add(Gain.of("with", findings.report().predictedMillis()));
    rows.add(new Gain("no policy can be below", plan().boundMillis(), null));
    ReissuePlan singleD = findings.singleD();
    if (singleD != null) {
      double delay = singleD.policy().reissues().getFirst().delayMillis();
      rows.add(new Gain("always after " + Numbers.time(delay), singleD.predictedMillis(), null));
    }
    return Table.of(rows)
        .show("", Unit.WORDS, Gain::policy)
        .show(tail(), Unit.NUMBER, Gain::millis)
        .show("95 % interval", Unit.WORDS, row -> interval(row.interval))
        .absent("");
  }

  private static @Nullable String interval(@Nullable Estimate millis) {
    return millis == null
        ? null
        : Numbers.significant(millis.low()) + " to " + Numbers.significant(millis.high());
  }

  private String gainInWords() {
    Estimate fraction = findings.report().reissueFraction();
    return "%s falls by %s. Copies: %s of the requests, %s to %s of as many others."
        .formatted(
            Numbers.percentile(plan().goal().percentile()),
            less(plan()),
            Unit.SHARE.text(fraction.value()),
            Unit.SHARE.text(fraction.low()),
            Unit.SHARE.text(fraction.high()));
  }

  private static String less(ReissuePlan plan) {
    return plan.withoutMillis() == 0
        ? "0 %"
        : Numbers.percent(1 - plan.predictedMillis() / plan.withoutMillis());
  }

  /** The plan for each budget. */
  private Table<ReissuePlan> budgets() {
    return planned(Table.of(findings.budgets()), plan -> plan)
        .show("budget", Unit.PLAIN_PERCENT, plan -> plan.goal().budget())
        .show("delay ms", Unit.NUMBER, plan -> sent(plan, Reissue::delayMillis))
        .show("probability", Unit.PROBABILITY, plan -> sent(plan, Reissue::probability))
        .show("copies", Unit.SHARE, plan -> gains(plan) ? plan.reissueFraction() : 0)
        .show(tail(), Unit.NUMBER, ReissuePlan::predictedMillis)
        .show("less", Unit.WORDS, FindingsOutput::less)
        .show("bound ms", Unit.NUMBER, ReissuePlan::boundMillis);
  }

  private static boolean gains(ReissuePlan plan) {
    return plan.predictedMillis() < plan.withoutMillis();
  }

  /** A figure of the first copy; null if the budget is too small to gain anything. */
  private static @Nullable Double sent(ReissuePlan plan, Function<Reissue, Double> figure) {
    return gains(plan) ? figure.apply(plan.policy().reissues().getFirst()) : null;
  }

  /** Adds fields on a plan for programs. */
  private static <R> Table<R> planned(Table<R> table, Function<R, ReissuePlan> plan) {
    return table
        .field("budget", row -> plan.apply(row).goal().budget())
        .field("reissueFraction", row -> plan.apply(row).reissueFraction())
        .field("predictedMs", row -> plan.apply(row).predictedMillis())
        .field("withoutMs", row -> plan.apply(row).withoutMillis())
        .field("boundMs", row -> plan.apply(row).boundMillis())
        .field("reissues", row -> copies(plan.apply(row).policy()));
  }

  private static List<Map<String, @Nullable Object>> copies(ReissuePolicy policy) {
    return Table.of(policy.reissues())
        .field("delayMs", Reissue::delayMillis)
        .field("probability", Reissue::probability)
        .records();
  }

  private record Half(String planned, String tested, ReissueHalves.Transfer transfer) {}

  private List<Half> halves() {
    ReissueHalves halves = findings.halves();
    return halves == null
        ? List.of()
        : List.of(
            new Half("earlier", "later", halves.earlierOnLater()),
            new Half("later", "earlier", halves.laterOnEarlier()));
  }

  private Table<Half> halves(List<Half> rows) {
    Table<Half> table =
        Table.of(rows)
            .field("plannedOn", Half::planned)
            .field("testedOn", Half::tested)
            .show("planned on", Unit.WORDS, half -> half.planned + " half")
            .show("tested on", Unit.WORDS, half -> half.tested + " half")
            .show(tail() + " expected", Unit.NUMBER, half -> half.transfer.plan().predictedMillis())
            .add("found", "foundMs", Unit.NUMBER, half -> half.transfer.foundMillis())
            .add("best there", "bestThereMs", Unit.NUMBER, half -> half.transfer.bestMillis())
            .add("without", "withoutThereMs", Unit.NUMBER, half -> half.transfer.withoutMillis())
            .show("copies expected", Unit.SHARE, half -> half.transfer.plan().reissueFraction())
            .add("found", "foundFraction", Unit.SHARE, half -> half.transfer.foundFraction());
    return planned(table, half -> half.transfer.plan());
  }

  private Table<CorrelatedTail> correlated(List<CorrelatedTail> rows) {
    return Table.of(rows)
        .add(
            "requests whose copy is as slow as they are",
            "correlation",
            Unit.PLAIN_PERCENT,
            CorrelatedTail::correlation)
        .add(tail(), "ms", Unit.NUMBER, CorrelatedTail::tailMillis);
  }

  /** A remark if latencies change with time, so that a plan does not keep its budget. */
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
                    Unit.SHARE.text(transfer.foundFraction()),
                    Unit.SHARE.text(transfer.plan().reissueFraction())));
  }

  /** Returns a heading and a bar for each budget; the bar without reissue is first. */
  private List<String> bars() {
    double greatest = plan().withoutMillis();
    var lines = new ArrayList<String>();
    lines.add(
        "budget  %s; | is the bound".formatted(Numbers.percentile(plan().goal().percentile())));
    lines.add(bar(0, greatest, greatest, greatest));
    for (ReissuePlan other : findings.budgets()) {
      lines.add(bar(other.goal().budget(), other.predictedMillis(), other.boundMillis(), greatest));
    }
    return lines;
  }

  private String bar(double budget, double millis, double boundMillis, double greatest) {
    int length = barLength(millis, greatest);
    var bar = new StringBuilder("#".repeat(length));
    bar.setCharAt(Math.min(barLength(boundMillis, greatest), length) - 1, '|');
    return "%6s  %s  %s".formatted(Unit.PLAIN_PERCENT.text(budget), bar, Numbers.time(millis));
  }

  private int barLength(double millis, double greatest) {
    int columns = Math.clamp(width - 24, 20, WIDEST);
    return greatest == 0 ? 1 : Math.max(1, (int) Math.round(columns * millis / greatest));
  }

  private void load(Output output, LoadCheck check) {
    List<ReissueTrial> trials = check.trials();
    Table<Integer> runs =
        Table.ofIndices(trials.size())
            .show("run", Unit.WORDS, i -> i == 0 ? "without" : i == 1 ? "the plan" : "planned anew")
            .field("reissues", i -> copies(trials.get(i).policy()))
            .field("expectedMs", i -> trials.get(i).predictedMillis())
            .show("delay ms", Unit.NUMBER, i -> tried(trials.get(i), Reissue::delayMillis))
            .absent("")
            .show("probability", Unit.NUMBER, i -> tried(trials.get(i), Reissue::probability))
            .absent("")
            .show(
                tail() + " expected",
                Unit.NUMBER,
                i -> tried(trials.get(i), copy -> trials.get(i).predictedMillis()))
            .absent("")
            // Infinite if queues grew without end; JSON has no such number.
            .add("found", "foundMs", Unit.NUMBER, i -> finite(trials.get(i).observedMillis()))
            .absent("queues without end")
            .add("copies", "reissueFraction", Unit.SHARE, i -> trials.get(i).observedFraction());
    output
        .field("load.holds", check.held() != null)
        .field("load.holdsAsPlanned", check.found().problem().isEmpty())
        .field("load.reason", check.reason())
        .field("load.rps", check.setting().rps())
        .field("load.replicas", check.setting().replicas())
        .field("load.slots", check.setting().slots())
        .field("load.busy", check.setting().load(check.times()))
        .gap()
        .line("Simulated: " + check.setting().words(check.times()))
        .line(
            "Each replica is a queue with slots here; capacity simulates servers whose requests share cores.")
        .gap()
        .table("load.runs", runs)
        .gap()
        .line(check.reason())
        .line(Optional.ofNullable(check.alwaysWords()));
  }

  private static @Nullable Double tried(ReissueTrial trial, Function<Reissue, Double> figure) {
    List<Reissue> copies = trial.policy().reissues();
    return copies.isEmpty() ? null : figure.apply(copies.getFirst());
  }

  private static @Nullable Double finite(double millis) {
    return Double.isInfinite(millis) ? null : millis;
  }
}
