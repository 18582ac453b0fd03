package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.DrawnStage;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.FlameChart;
import org.curtail.cli.chart.FlameChart.Frame;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PageFrame;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.TimeLineRows;
import org.curtail.cli.chart.TimeLineRows.Row;
import org.curtail.cli.chart.TimeLineRows.Stretch;
import org.curtail.cli.chart.WorkflowDrawing;
import org.curtail.traces.Trace;
import org.curtail.traces.action.Action;
import org.curtail.traces.action.Advice;
import org.curtail.traces.workflow.CallEdge;
import org.curtail.traces.workflow.CallGraph;
import org.curtail.traces.workflow.CallPlace;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.CriticalPath;
import org.curtail.traces.workflow.PathBlame;
import org.curtail.traces.workflow.PathTree;
import org.curtail.traces.workflow.PlaceBlame;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.StageVisit;
import org.curtail.traces.workflow.TracedWorkflow;

/** A page about a recorded workflow, from advice to the times of each stage. */
final class TracesPage {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Limit of lines; the longest calls are shown, with their callers. */
  private static final int MOST = 40;

  private static final int ACTIONS = 10;
  private static final int DEEPEST = 40;

  private static final int PERCENTILE = 99;

  /** Most curves, one per colour. */
  static final int MOST_CURVES = 8;

  private static final double[] LEVELS = {
    0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75,
    0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999, 1
  };

  /** Least time on a logarithmic axis, which has no 0: a microsecond. */
  private static final double LEAST_MILLIS = 1e-3;

  private final Markup markup = new Markup();
  private final TracedWorkflow workflow;
  private final PathBlame blame;

  private TracesPage(TracedWorkflow workflow) {
    this.workflow = workflow;
    blame = PathBlame.of(workflow);
  }

  /**
   * The page.
   *
   * @param advice empty if there are too few requests for it
   * @param instances empty if the spans name no instances
   */
  static String of(
      TracedWorkflow workflow, Optional<Advice> advice, Optional<InstanceText> instances) {
    var page = new TracesPage(workflow);
    PageFrame.start(
        page.markup,
        "curtail: " + workflow.kind().service() + " " + workflow.kind().operation(),
        InstancePicture.SHADES);
    page.markup.start("article");
    page.verdict();
    advice.ifPresent(page::actions);
    page.requests();
    page.flames();
    page.graph();
    page.distributions();
    instances.ifPresent(page::instances);
    page.markup.end();
    PageFrame.end(page.markup);
    return page.markup.toString();
  }

  private void verdict() {
    markup.start("section", "class", "verdict");
    PathBlame.Blamed worst = blame.stages().isEmpty() ? null : blame.stages().getFirst();
    markup.element(
        "h1",
        worst == null || worst.lowMillis() <= 0
            ? "No single stage makes slow requests slow"
            : "Slow requests wait for " + worst.stage());
    markup.element(
        "p",
        "%s requests, p50 %s, p99 %s: %s"
            .formatted(
                Numbers.count(workflow.traces().size()),
                Numbers.time(workflow.percentileMillis(50)),
                Numbers.time(workflow.percentileMillis(99)),
                workflow.kind()),
        "class",
        "facts");
    if (worst != null) {
      markup.element(
          "p",
          "The slowest 1 %% (%s requests) take %s, usual ones %s. Of the difference, %s (%s to %s) is spent waiting for %s."
              .formatted(
                  Numbers.count(blame.slow()),
                  Numbers.time(blame.slowMillis()),
                  Numbers.time(blame.usualMillis()),
                  Numbers.time(worst.moreMillis()),
                  Numbers.time(worst.lowMillis()),
                  Numbers.time(worst.highMillis()),
                  worst.stage()));
    }
    markup.end();
  }

  private void actions(Advice advice) {
    section("actions", "What to do");
    note(
        "Fall of the 99th percentile of later requests by each step alone. Recorded requests were replayed, each time with one change.");
    markup.start("ol");
    for (Action action : advice.actions().stream().limit(ACTIONS).toList()) {
      var gain = action.forecast().p99();
      markup.start("li");
      markup.element(
          "p",
          "%s: p99 %s less (%s to %s)%s"
              .formatted(
                  AdviceText.what(action),
                  Numbers.time(gain.gainMillis()),
                  Numbers.time(gain.lowMillis()),
                  Numbers.time(gain.highMillis()),
                  gain.isShown() ? "" : ", not certain"));
      markup.note("Since " + AdviceText.why(action, advice) + ".");
      markup.end();
    }
    markup.end();
    if (advice.actions().isEmpty()) {
      markup.element("p", AdviceText.NOTHING);
    }
    markup.end();
  }

  private void requests() {
    section("requests", "Typical and slow requests");
    note(
        "Each line is a call, below its caller. Dark: its own work, or the network to it, that the end of the request waited for; pale: everything else.");
    markup.start("div", "class", "charts two");
    waterfall("Typical", workflow.between(PathBlame.USUAL_FROM, PathBlame.USUAL_TO));
    waterfall("Slow", workflow.between(PathBlame.SLOW_FROM, 100));
    markup.end();
    markup.end();
  }

  /** The median request by latency. */
  private void waterfall(String what, List<Trace> requests) {
    Figure.write(markup, waterfallOf(requests.get(requests.size() / 2), what), Figure.HALF);
  }

  private void flames() {
    section("path", "Waits of the end of requests");
    note(
        "Critical paths, summed by call tree, in milliseconds per request. A box is as wide as its time with all below it; its calls are below it. Point at a box for its figures.");
    markup.start("div", "class", "charts");
    flame(
        "Usual requests, %s on average".formatted(Numbers.time(blame.usualMillis())),
        workflow.between(PathBlame.USUAL_FROM, PathBlame.USUAL_TO));
    flame(
        "The slowest 1 %%, %s on average".formatted(Numbers.time(blame.slowMillis())),
        workflow.between(PathBlame.SLOW_FROM, 100));
    markup.end();
    markup.end();
  }

  private void flame(String title, List<Trace> requests) {
    PathTree tree = PathTree.of(requests);
    Figure.write(
        markup,
        new FlameChart(
            title,
            "Critical paths of %s requests by call tree.".formatted(Numbers.count(requests.size())),
            frame(tree, 0),
            "ms"),
        Figure.FULL);
  }

  private Frame frame(PathTree tree, int depth) {
    var below = new ArrayList<Frame>();
    if (depth < DEEPEST) {
      tree.below().forEach(each -> below.add(frame(each, depth + 1)));
    }
    return new Frame(
        tree.stage().toString(),
        depth == 0 ? "f-root" : css(tree.stage()),
        tree.wholeMillis(),
        below);
  }

  /** The service and the end of the operation's name, which is more specific than its beginning. */
  static String label(StageName stage) {
    String operation = stage.operation();
    String end = operation.substring(operation.lastIndexOf('/') + 1);
    return stage.service() + " " + (end.isEmpty() ? operation : end);
  }

  /** Style of a stage; the stage with the most blame is emphasized. */
  private String css(StageName stage) {
    return !blame.stages().isEmpty() && blame.stages().getFirst().stage().equals(stage)
        ? "f-worst"
        : "f-stage";
  }

  private void graph() {
    section("graph", "The calls of a request");
    WorkflowDrawing drawing = WorkflowDrawing.of(drawn(workflow), WorkflowDrawing.PAGE);
    note(
        "An arrow points from a call to a call that begins after it. A box contains the calls that it makes. In each box %s."
            .formatted(drawing.key()));
    drawing.writeScrolling(markup, "The calls as a drawing");
    markup.end();
  }

  private void distributions() {
    List<StageName> worst =
        blame.stages().stream().limit(MOST_CURVES).map(PathBlame.Blamed::stage).toList();
    section("stages", "Times of stages");
    note(
        "Own times of each visit, with the network to it: the share of visits up to each time. The stages that slow requests wait for most, beyond usual ones.");
    Figure.write(markup, curves(workflow, worst), Figure.FULL);
    markup.end();
  }

  private void instances(InstanceText instances) {
    section("instances", "Instances by time");
    note(
        "The share of slow visits to each instance in each interval of time: the darker, the more."
            + " Slow is an own time beyond the p95 of the stage. "
            + instances.flaky()
            + instances.gain().map(gain -> " " + gain).orElse(""));
    Figure.write(markup, InstancePicture.of(instances.map()), Figure.FULL);
    markup.end();
  }

  private void section(String id, String heading) {
    markup.newLine();
    markup.start("section", "id", id);
    markup.element("h3", heading);
  }

  private void note(String text) {
    markup.note(text);
  }

  /** The calls of a workflow as a graph, with the blame of each. */
  private static DrawnWorkflow drawn(TracedWorkflow workflow) {
    CallGraph graph = CallGraph.of(workflow);
    List<PlaceBlame> blame = PlaceBlame.of(workflow);
    List<CallPlace> places = graph.places();
    var stages = new ArrayList<DrawnStage>();
    for (int place = 0; place < places.size(); place++) {
      CallPlace it = places.get(place);
      int number = place;
      stages.add(
          new DrawnStage(
              it.name(),
              graph.edges().stream()
                  .filter(edge -> edge.after() == number)
                  .map(CallEdge::before)
                  .map(before -> places.get(before).name())
                  .toList(),
              it.parent() < 0 ? null : places.get(it.parent()).name(),
              it.cost(),
              1,
              1,
              blame.get(place).medianMillis(),
              blame.get(place).tailMillis(),
              blame.get(place).onPath(),
              blame.get(place).blame(),
              null));
    }
    return new DrawnWorkflow(workflow.kind().toString(), PERCENTILE, stages);
  }

  /** Distributions of the own times of stages, a line each. */
  private static LineChart curves(TracedWorkflow workflow, List<StageName> stages) {
    var palette = new Palette(stages.stream().map(StageName::toString).toList(), Set.of());
    var lines = new ArrayList<LineChart.Series>();
    double least = Double.POSITIVE_INFINITY;
    double most = LEAST_MILLIS * 10;
    for (StageName stage : stages) {
      double[] sorted =
          workflow.traces().stream()
              .flatMapToDouble(trace ->
                  StageVisit.of(trace, stage).stream()
                      .mapToDouble(span -> StageVisit.ownMillis(trace, span)))
              .sorted()
              .toArray();
      if (sorted.length > 0) {
        List<LineChart.Dot> dots =
            Arrays.stream(LEVELS).mapToObj(level -> dot(stage, sorted, level)).toList();
        least = Math.min(least, dots.getFirst().x());
        most = Math.max(most, dots.getLast().x());
        lines.add(new LineChart.Series(stage.toString(), palette.style(stage.toString()), dots));
      }
    }
    return new LineChart(
        "Own times of stages",
        "The share of visits by time, for "
            + String.join(", ", stages.stream().map(StageName::toString).toList()),
        Axis.amounts(Math.min(least, most), most, "ms"),
        Axis.linear(0, 1, 5, "share of visits up to this time"),
        lines,
        false,
        false);
  }

  private static LineChart.Dot dot(StageName stage, double[] sorted, double level) {
    double millis =
        Math.max(LEAST_MILLIS, sorted[Math.min(sorted.length - 1, (int) (level * sorted.length))]);
    boolean isMarked = level == 0.5 || level == 0.99;
    return new LineChart.Dot(
        millis,
        level,
        isMarked
            ? "%s: %s of the visits take at most %s"
                .formatted(stage, Numbers.percent(level), Numbers.time(millis))
            : "");
  }

  // ---- Waterfalls.

  private static TimeLineRows waterfallOf(Trace trace, String what) {
    List<CallVisit> visits = CallVisit.of(trace);
    List<List<Stretch>> waited = waited(trace, visits);
    Set<Integer> shown = shown(trace, visits);
    var rows = new ArrayList<Row>();
    for (int visit = 0; visit < visits.size(); visit++) {
      if (shown.contains(visit)) {
        rows.add(row(trace, visits, visit, waited.get(visit)));
      }
    }
    int left = visits.size() - rows.size();
    double latency = trace.durationNanos() / NANOS_PER_MILLI;
    return new TimeLineRows(
        "%s: %s%s"
            .formatted(
                what,
                Numbers.time(latency),
                left == 0 ? "" : ", without %d shorter calls".formatted(left)),
        "The calls of request %s, one below the other.".formatted(trace.id()),
        Axis.linear(0, Math.max(latency, 1e-6), 5, "ms since the request began"),
        rows);
  }

  /** Times of each visit during which the end of the request waited for its own work. */
  private static List<List<Stretch>> waited(Trace trace, List<CallVisit> visits) {
    Map<Integer, Integer> bySpan = new HashMap<>();
    List<List<Stretch>> waited = new ArrayList<>();
    for (int visit = 0; visit < visits.size(); visit++) {
      bySpan.put(visits.get(visit).span(), visit);
      waited.add(new ArrayList<>());
    }
    int[] at = CallVisit.owners(trace, bySpan);
    for (CriticalPath.Interval interval : CriticalPath.intervals(trace)) {
      waited
          .get(at[interval.span()])
          .add(
              Stretch.ofMillis(
                  "waited for",
                  "c-work",
                  (interval.fromNanos() - trace.startNanos()) / NANOS_PER_MILLI,
                  (interval.toNanos() - trace.startNanos()) / NANOS_PER_MILLI));
    }
    return waited;
  }

  private static Set<Integer> shown(Trace trace, List<CallVisit> visits) {
    Set<Integer> shown = new HashSet<>();
    IntStream.range(0, visits.size())
        .boxed()
        .sorted((one, other) ->
            Long.compare(visits.get(other).nanos(trace), visits.get(one).nanos(trace)))
        .limit(MOST)
        .forEach(visit -> {
          for (int up = visit; up >= 0; up = visits.get(up).parent()) {
            shown.add(up);
          }
        });
    return shown;
  }

  private static Row row(Trace trace, List<CallVisit> visits, int number, List<Stretch> waited) {
    CallVisit visit = visits.get(number);
    int depth = 0;
    for (int up = visit.parent(); up >= 0; up = visits.get(up).parent()) {
      depth++;
    }
    double from = (trace.startNanos(visit.span()) - trace.startNanos()) / NANOS_PER_MILLI;
    double whole = visit.nanos(trace) / NANOS_PER_MILLI;
    String name = TracesPage.label(visit.called().stage());
    var stretches = new ArrayList<Stretch>();
    stretches.add(Stretch.ofMillis(name, "bar-room", from, from + whole));
    stretches.addAll(waited);
    return new Row("  ".repeat(depth) + name, stretches);
  }
}
