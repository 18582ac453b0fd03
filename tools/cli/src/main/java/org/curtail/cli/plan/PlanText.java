package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.benchkit.trust.SpeedupShape;
import org.curtail.tune.HarmlessTable;
import org.curtail.tune.HarmlessTable.Ratios;

/**
 * A planned table, its effects and comparisons as lines; the first line of a table is a heading.
 */
final class PlanText {
  /** Relative excess over the target that counts as rounding. */
  private static final double ROUNDING = 1e-9;

  private PlanText() {}

  // ---- The table.

  /**
   * Returns an interval table as in the Few-to-Many paper (Table 2), with one row for each load or
   * for equal neighbouring loads. A row has the start of each degree in milliseconds and the
   * model's predictions. A row also has their greatest excess over the best schedule on any grid.
   * "unproved" marks a row without a proof that it is the best on the table's own grid.
   */
  static List<String> table(IntervalTable table) {
    List<TableLine> lines =
        TableLine.folded(
            TableLine.of(table),
            line -> List.of(starts(line), tail(line), mean(line), fromBest(line), line.kind()));
    int times = lines.stream().mapToInt(line -> starts(line).size()).max().orElseThrow();
    Table<TableLine> shown = Table.of(lines).line("load", Unit.TEXT, TableLine::loads);
    for (int i = 0; i < times; i++) {
      int time = i;
      shown.line(
          "t" + i, Unit.TEXT, line -> time < starts(line).size() ? starts(line).get(time) : "");
    }
    return shown
        .line("tail ms", Unit.TEXT, PlanText::tail)
        .line("mean ms", Unit.TEXT, PlanText::mean)
        .line("threads", Unit.TEXT, PlanText::threads)
        .line("from best", Unit.TEXT, PlanText::fromBest)
        .lines();
  }

  private static String tail(TableLine line) {
    return predicted(line, () -> Numbers.tenths(line.row().tailMs()));
  }

  private static String mean(TableLine line) {
    return predicted(line, () -> Numbers.tenths(line.row().meanMs()));
  }

  /** Threads of all requests together; a range for folded loads. */
  private static String threads(TableLine line) {
    String fewest = Numbers.tenths(line.row().averageParallelism());
    String most = Numbers.tenths(line.lastRow().averageParallelism());
    return predicted(
        line,
        () ->
            line.last() == TableLine.OPEN
                ? fewest + " or more"
                : fewest.equals(most) ? fewest : fewest + " to " + most);
  }

  private static String fromBest(TableLine line) {
    IntervalTable.Row row = line.row();
    return predicted(
        line,
        () ->
            row.aboveBound().stream()
                .mapToObj(share ->
                    Numbers.hundredths(100 * share) + " %" + (row.optimal() ? "" : " unproved"))
                .findFirst()
                .orElse("-"));
  }

  private static String predicted(TableLine line, Supplier<String> text) {
    return switch (line.kind()) {
      case PREDICTED -> text.get();
      case BORROWED -> "-";
      case WAITS_FOR_EXIT -> ""; // The wait for the exit of another request is unpredictable.
    };
  }

  /**
   * Returns entries such as "0, d1" and "75, d3". Degrees with the same start are one entry with
   * the name of the greatest.
   */
  private static List<String> starts(TableLine line) {
    var entries = new ArrayList<String>();
    IntervalTable.Row row = line.row();
    int degrees = row.startsMs().size();
    for (int degree = 1; degree <= degrees && row.grants(degree); degree++) {
      if (degree == degrees || row.startMs(degree + 1) > row.startMs(degree)) {
        boolean exit = entries.isEmpty() && line.waits();
        entries.add((exit ? "e1" : Numbers.exact(row.startMs(degree))) + ", d" + degree);
      }
    }
    return entries;
  }

  // ---- Lives of requests.

  /** Returns a line for each request. Loads with equal timelines are one group. */
  static List<String> timelines(List<TimelineAtLoad> timelines) {
    record Line(String loads, List<String> cells) {}
    var byLoad = new TreeMap<Integer, List<List<String>>>();
    timelines.forEach(
        at -> byLoad.computeIfAbsent(at.load(), load -> new ArrayList<>()).add(cells(at)));
    var loads = new LinkedHashMap<List<List<String>>, List<String>>();
    byLoad.forEach(
        (load, cells) -> loads.computeIfAbsent(cells, same -> new ArrayList<>()).add("" + load));
    var lines = new ArrayList<Line>();
    loads.forEach((requests, same) -> {
      for (List<String> cells : requests) {
        lines.add(
            new Line(cells.equals(requests.getFirst()) ? String.join(", ", same) : "", cells));
      }
    });
    Table<Line> table = Table.of(lines).line("load", Unit.TEXT, Line::loads);
    List<String> headings = List.of("request", "alone ms", "done ms", "speedup", "threads");
    for (int i = 0; i < headings.size(); i++) {
      int column = i;
      table.line(headings.get(i), Unit.TEXT, line -> line.cells().get(column));
    }
    return table
        .line("degrees, ms since arrival", Unit.NAME, line -> line.cells().getLast())
        .lines();
  }

  private static List<String> cells(TimelineAtLoad at) {
    PlannedTimeline timeline = at.timeline();
    return List.of(
        demand(at.demandPercentile()),
        Numbers.tenths(timeline.sequentialMs()),
        Numbers.tenths(timeline.doneMs()),
        Numbers.hundredths(timeline.speedup()),
        Numbers.hundredths(timeline.averageParallelism()),
        phases(timeline));
  }

  /** Describes a request by its time alone, because its percentile under the table may differ. */
  private static String demand(double percentile) {
    return (percentile == 50 ? "median" : "p" + Numbers.exact(percentile)) + " demand";
  }

  /**
   * Returns a text such as "waits to 25, d1 to 50, d3". The last degree lasts until the request
   * ends.
   */
  private static String phases(PlannedTimeline timeline) {
    var text = new StringBuilder();
    if (timeline.admittedMs() > 0) {
      text.append("waits to ").append(Numbers.exact(timeline.admittedMs())).append(", ");
    }
    List<PlannedTimeline.Phase> phases = timeline.phases();
    for (PlannedTimeline.Phase phase : phases.subList(0, phases.size() - 1)) {
      text.append("d%d to %s, ".formatted(phase.degree(), Numbers.exact(phase.toMs())));
    }
    return text.append('d').append(phases.getLast().degree()).toString();
  }

  // ---- Harm at high load.

  /** Describes the part of a plan without harm, and the remaining gain. */
  static List<String> noHarm(HarmlessTable harmless) {
    var lines = new ArrayList<>(kept(harmless));
    lines.addAll(
        Table.of(harmless.trials())
            .line("simulated load", Unit.TEXT, trial -> "%.2f".formatted(trial.utilisation()))
            .line("mean", Unit.TEXT, ratio(Ratios::mean))
            .line("p50", Unit.TEXT, ratio(Ratios::p50))
            .line("p95", Unit.TEXT, ratio(Ratios::p95))
            .line("p99", Unit.TEXT, ratio(Ratios::p99))
            .line("p99.9", Unit.TEXT, ratio(Ratios::p999))
            .line("greatest", Unit.TEXT, trial -> greatest(trial.ratios()))
            .line("whole plan: p99", Unit.TEXT, trial -> "%.2f".formatted(trial.planned().p99()))
            .line("greatest", Unit.TEXT, trial -> greatest(trial.planned()))
            .lines());
    lines.add(
        "Latency over that with one thread a request; greatest: of the mean, p1 to p99 and p99.9.");
    return lines;
  }

  private static Function<HarmlessTable.Trial, String> ratio(ToDoubleFunction<Ratios> statistic) {
    return trial -> "%.2f".formatted(statistic.applyAsDouble(trial.ratios()));
  }

  private static String greatest(Ratios ratios) {
    return "%.2f %s".formatted(ratios.worst(), percentile(ratios));
  }

  private static String percentile(Ratios ratios) {
    return ratios.worstPercentile() == Ratios.MEAN
        ? "mean"
        : "p" + Numbers.exact(ratios.worstPercentile());
  }

  private static List<String> kept(HarmlessTable harmless) {
    if (harmless.isPlanned()) {
      return List.of("No harm: all of the plan is kept.");
    }
    HarmlessTable.Trial harmful =
        harmless.trials().stream()
            .filter(trial -> !trial.isPlannedHarmless())
            .findFirst()
            .orElseThrow();
    Ratios planned = harmful.planned();
    var sentences = new ArrayList<String>();
    sentences.add(
        "No harm: the whole plan would make the %s %.2f times as long as one thread a request at load %.2f. Kept of it:"
            .formatted(percentile(planned), planned.worst(), harmful.utilisation()));
    harmless.kept().reversed().forEach(kept -> sentences.add("  " + kept(kept)));
    sentences.add("  No request waits for another to end. --allow-harm keeps the whole plan.");
    return sentences;
  }

  /**
   * Returns a text such as "3 threads with at most 5 requests in the system, from 600.0 ms on with
   * 6 to 9."
   */
  private static String kept(HarmlessTable.Kept kept) {
    int all = kept.delayedUpToLoad();
    int atOnce = kept.upToLoad();
    if (all == 0) {
      return "%d threads at no load.".formatted(kept.degree());
    }
    String later = "from %s ms on".formatted(Numbers.tenths(kept.delayMs()));
    if (atOnce == 0) {
      return "%d threads %s with at most %s.".formatted(kept.degree(), later, requests(all));
    }
    return "%d threads with at most %s%s."
        .formatted(
            kept.degree(),
            requests(atOnce),
            all == atOnce
                ? ""
                : ", %s with %s"
                    .formatted(
                        later, all == atOnce + 1 ? all : "%d to %d".formatted(atOnce + 1, all)));
  }

  private static String requests(int count) {
    return count == 1 ? "1 request in the system" : count + " requests in the system";
  }

  // ---- Other requests, and another table.

  /**
   * Describes the effect of the measured requests on a table, in two lines for each load.
   *
   * @param tails one for each row of the table
   */
  static List<String> splitHalf(
      IntervalTable table, List<TailInterval> tails, Explanation.Stability stability) {
    record Line(String load, String tail, String interval, SplitHalf.Transfer transfer) {}
    var rows = new ArrayList<Line>();
    for (int i = 0; i < tails.size(); i++) {
      TailInterval tail = tails.get(i);
      rows.add(
          new Line(
              "" + table.rows().get(i).load(),
              Numbers.tenths(tail.tailMs()),
              Numbers.tenths(tail.lowMs()) + " to " + Numbers.tenths(tail.highMs()),
              stability.halves().firstOnSecond().get(i)));
      rows.add(new Line("", "", "", stability.halves().secondOnFirst().get(i)));
    }
    var lines = new ArrayList<String>();
    lines.add(
        "split-half, seed %d: planned on one half of the requests, found on the other; target %d threads"
            .formatted(stability.seed(), table.targetParallelism()));
    lines.addAll(
        Table.of(rows)
            .line("load", Unit.TEXT, Line::load)
            .line("tail ms", Unit.TEXT, Line::tail)
            .line("95 % interval", Unit.TEXT, Line::interval)
            .line("planned", Unit.TEXT, row -> Numbers.tenths(row.transfer().plannedMs()))
            .line("on other", Unit.TEXT, row -> Numbers.tenths(row.transfer().foundMs()))
            .line("ratio", Unit.TEXT, row -> Numbers.hundredths(row.transfer().ratio()))
            .line("best there", Unit.TEXT, row -> Numbers.tenths(row.transfer().bestMs()))
            .line("regret", Unit.TEXT, row -> Numbers.hundredths(row.transfer().regret()))
            .line("threads", Unit.TEXT, row -> Numbers.tenths(row.transfer().averageParallelism()))
            .lines());
    return lines;
  }

  /** Compares two tables side by side, with a line for each load. */
  static List<String> comparison(TableComparison comparison) {
    Table<TableComparison.Row> table =
        Table.of(comparison.rows()).line("load", Unit.TEXT, TableComparison.Row::load);
    addSide(table, "A", TableComparison.Row::first);
    addSide(table, "B", TableComparison.Row::second);
    table.line(
        "B/A",
        Unit.TEXT,
        row -> row.tailRatio() == null ? null : Numbers.hundredths(row.tailRatio()));
    var lines = new ArrayList<String>();
    lines.add("A: " + comparison.first());
    lines.add("B: " + comparison.second());
    lines.add(
        "tail: p%s on %s; B/A: ratio of tails; e1: waits for an exit"
            .formatted(Numbers.exact(comparison.percentile()), comparison.profile()));
    lines.addAll(table.lines());
    return lines;
  }

  private static void addSide(
      Table<TableComparison.Row> table,
      String name,
      Function<TableComparison.Row, TableComparison.Side> side) {
    Map<String, ToDoubleFunction<TableComparison.Prediction>> predictions = new LinkedHashMap<>();
    predictions.put("tail ms", TableComparison.Prediction::tailMs);
    predictions.put("mean ms", TableComparison.Prediction::meanMs);
    predictions.put("threads", TableComparison.Prediction::averageParallelism);
    table.line(name + " starts, ms", Unit.TEXT, row -> starts(side.apply(row)));
    predictions.forEach((heading, value) ->
        table.line(
            heading,
            Unit.TEXT,
            row -> {
              TableComparison.Prediction found = side.apply(row).prediction();
              return found == null ? "" : Numbers.tenths(value.applyAsDouble(found));
            }));
  }

  /** Returns the start of each used degree, degree 1 first: "0 25 100 175". */
  private static String starts(TableComparison.Side side) {
    return IntStream.range(0, side.startsMs().size())
        .filter(i -> side.startsMs().get(i) < IntervalTable.NEVER_MS)
        .mapToObj(
            i -> i == 0 && side.prediction() == null ? "e1" : Numbers.exact(side.startsMs().get(i)))
        .collect(Collectors.joining(" "));
  }

  // ---- Remarks.

  /**
   * Returns remarks on facts that the table does not show; empty without any.
   *
   * @param found table that the planner found
   * @param table the printed one, with predictions for all requests
   * @param speedups speedups of the planner's requests
   * @param demand demand of the table
   */
  public static List<String> remarks(
      IntervalTable found, IntervalTable table, SpeedupShape speedups, Demand demand) {
    var remarks = new ArrayList<String>();
    if (demand.isSimplified()) {
      remarks.add(
          "planned for %s: rows are the best for these, without a proof for the requests of %s; predictions are for the requests"
              .formatted(demand.text(), demand.file()));
      addExcess(remarks, table);
    }
    List<Integer> unproved =
        found.rows().stream().filter(row -> !row.optimal()).map(IntervalTable.Row::load).toList();
    if (!unproved.isEmpty()) {
      remarks.add(
          "rows without a proof that they are the best on the grid%s: load %s; %s--effort continues the search"
              .formatted(
                  demand.isSimplified() ? " even for these" : "",
                  ranges(unproved),
                  demand.isSimplified()
                      ? ""
                      : "\"from best\" is their greatest possible excess, "));
    }
    if (!speedups.harmful().isEmpty()) {
      remarks.add(
          "requests take longer in the mean at degree %s than at a lower one: noise, or more threads than help"
              .formatted(ranges(speedups.harmful())));
    }
    double longestMs = demand.all().percentileMs(100, 1);
    if (table.stepMs() > longestMs) {
      remarks.add(
          "a step of %s ms is longer than the longest request, %s ms: a degree begins at once or never"
              .formatted(Numbers.exact(table.stepMs()), Numbers.tenths(longestMs)));
    }
    int last = table.rows().getLast().load();
    if (last < table.waitForExitAbove() && table.hasExit()) {
      remarks.add(
          "loads from %d to %d use the row of %d, which was not planned for them"
              .formatted(last + 1, table.waitForExitAbove(), last));
    }
    return List.copyOf(remarks);
  }

  /**
   * Adds a remark if requests exceed the target, because the planner kept the target only for its
   * own input.
   */
  private static void addExcess(List<String> remarks, IntervalTable table) {
    List<IntervalTable.Row> excessive =
        table.rows().stream()
            .filter(row -> row.averageParallelism() > table.targetParallelism() * (1 + ROUNDING))
            .toList();
    if (!excessive.isEmpty()) {
      double most =
          excessive.stream().mapToDouble(IntervalTable.Row::averageParallelism).max().orElseThrow();
      remarks.add(
          "all requests use more threads than the target of %d at load %s: at most %s more"
              .formatted(
                  table.targetParallelism(),
                  ranges(excessive.stream().map(IntervalTable.Row::load).toList()),
                  Numbers.twoDigits(most - table.targetParallelism())));
    }
  }

  /**
   * Loads as text, with ranges of neighbours.
   *
   * @param loads ascending
   */
  static String ranges(List<Integer> loads) {
    var ranges = new ArrayList<String>();
    for (int i = 0; i < loads.size(); i++) {
      int first = loads.get(i);
      while (i + 1 < loads.size() && loads.get(i + 1) == loads.get(i) + 1) {
        i++;
      }
      int last = loads.get(i);
      ranges.add(first == last ? "" + first : first + " to " + last);
    }
    return String.join(", ", ranges);
  }
}
