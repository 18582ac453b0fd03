package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.results.Diagnosed.Group;
import org.curtail.benchkit.results.Diagnosed.Helper;
import org.curtail.benchkit.results.Diagnosed.Signal;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;
import org.curtail.benchkit.results.Diagnosed.Step;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.results.Observing;
import org.curtail.benchkit.results.Observing.Looks;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Marker;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.PartBars;
import org.curtail.cli.chart.PartBars.Part;
import org.curtail.cli.chart.TimeLineRows;
import org.curtail.cli.chart.TimeLineRows.Row;
import org.curtail.cli.chart.TimeLineRows.Stretch;
import org.curtail.diagnose.Cause;
import org.jspecify.annotations.Nullable;

/** The sections of a diagnosis: the causes of the time of requests, and advice. */
final class DiagnosisSections {

  private static final double MEDIAN = 50;
  private static final double GREATEST_PERCENTILE = 99.99;

  /** Smallest share of a percentile's latency for which a cause has a line. */
  private static final double LEAST_SHARE = 0.02;

  private DiagnosisSections() {}

  /** True if requests were diagnosed. */
  static boolean isIn(Chapter chapter) {
    return chapter.results().diagnosis() != null;
  }

  /** Writes the parts of the time, from fast to slow requests. */
  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null) {
      return;
    }
    chapter.startSection(markup, "causes", "The parts of the time, from fast to slow");
    markup.note(
        "Groups of equally many requests, by latency. A bar is as long as the mean latency of its group; its parts are the causes, with the latency as their sum.");
    Legend.parts(markup, shown(diagnosed, diagnosed.groups().stream().map(Group::ms).toList()));
    Figure.write(
        markup,
        new PartBars(
            "Latency by cause",
            "Groups of requests from fast to slow; the table below has the numbers.",
            "ms",
            parts(diagnosed),
            diagnosed.groups().stream().map(DiagnosisSections::bar).toList()),
        Figure.FULL);
    if (!diagnosed.asked().isEmpty()) {
      Figure.write(
          markup,
          new PartBars(
              "Queries, from slow to fast",
              "Requests with the same query, on average; only the slowest.",
              "ms",
              parts(diagnosed),
              diagnosed.asked().stream().map(DiagnosisSections::bar).toList()),
          Figure.FULL);
    }
    percentiles(markup, diagnosed);
    markup.end();
    distribution(markup, chapter, diagnosed);
  }

  private static PartBars.Bar bar(Group group) {
    return new PartBars.Bar(group.name(), group.ms(), Numbers.time(group.latencyMs()));
  }

  private static void percentiles(Markup markup, Diagnosed diagnosed) {
    Chapter.table(
        markup,
        "Mean milliseconds by cause, around the median and in the tail",
        diagnosed.percentilesTable(LEAST_SHARE));
  }

  // ---- The distribution.

  private static void distribution(Markup markup, Chapter chapter, Diagnosed diagnosed) {
    List<Step> steps =
        diagnosed.distribution().stream()
            .filter(step -> step.percentile() >= MEDIAN && step.percentile() <= GREATEST_PERCENTILE)
            .toList();
    if (steps.size() < 2) {
      return;
    }
    var lines = new ArrayList<LineChart.Series>();
    lines.add(series("latency", null, steps, -1));
    for (int cause = 0; cause < diagnosed.causes().size(); cause++) {
      if (isLarge(steps, cause)) {
        String title = diagnosed.causes().get(cause);
        lines.add(series(title, line(title), steps, cause));
      }
    }
    chapter.startSection(markup, "distribution", "The distribution of latency, by cause");
    markup.note(
        "To the right, the percentile of latency; each further nine has the same width. The dotted line is the latency of the percentile. The others are the mean times of each cause, for requests of about that latency; their sum is the latency.");
    Legend.lines(markup, lines);
    Figure.write(
        markup,
        new LineChart(
            "Latency by percentile and cause",
            "Times of each cause in requests of each percentile.",
            Axis.percentiles(
                Math.min(steps.getLast().percentile(), GREATEST_PERCENTILE),
                "percentile of latency"),
            Axis.linear(0, steps.stream().mapToDouble(Step::latencyMs).max().orElse(1), 5, "ms"),
            lines,
            false,
            false),
        Figure.FULL);
    markup.end();
  }

  private static boolean isLarge(List<Step> steps, int cause) {
    return steps.stream().anyMatch(step -> step.ms().get(cause) > LEAST_SHARE * step.latencyMs());
  }

  /** The series of a cause; of the whole latency if the number is negative. */
  private static LineChart.Series series(
      String name, Palette.@Nullable Style style, List<Step> steps, int cause) {
    return new LineChart.Series(
        name,
        style,
        steps.stream()
            .map(step ->
                new LineChart.Dot(
                    step.percentile(), cause < 0 ? step.latencyMs() : step.ms().get(cause), ""))
            .toList());
  }

  /** Writes the advice on each cause, with its expected gain. */
  static void writeAdvice(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.advice().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "advice", "What to do");
    markup.note(
        "By the share of a cause in the additional time of the slowest requests. The gain is the p99 now over the p99 then. It is simulated, planned from the measured latencies, or otherwise the p99 without the cause, which is the greatest possible gain.");
    Chapter.table(
        markup,
        "Advice by cause",
        Table.of(diagnosed.advice())
            .show("cause", Unit.NAME, Advised::cause)
            .show("share", Unit.PERCENT, Advised::share)
            .show("gain", Unit.RATIO, Advised::gain)
            .show("what to do", Unit.WORDS, Advised::what)
            .show("why", Unit.WORDS, Advised::how));
    markup.end();
  }

  /** Writes the diagnosis of injected causes. */
  static void writeInjected(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    Injected injected = diagnosed == null ? null : diagnosed.injected();
    if (injected == null) {
      return;
    }
    chapter.startSection(markup, "injected", "Injected causes, and the diagnosis");
    markup.note(
        "A known cause was injected into some requests. A request is slow from %s on, the latency of the slowest twentieth of the %s untouched requests."
            .formatted(Numbers.time(injected.slowFromMs()), Numbers.count(injected.untouched())));
    kinds(markup, injected);
    matrix(markup, injected);
    markup.end();
  }

  private static void kinds(Markup markup, Injected injected) {
    Chapter.table(
        markup, "Injected causes, and the quality of the diagnosis", injected.kindsTable());
    for (Injected.Kind kind : injected.kinds()) {
      kind.weakInWords().ifPresent(words -> markup.note(words + "."));
    }
  }

  private static void matrix(Markup markup, Injected injected) {
    Chapter.table(
        markup,
        "Slow requests by injected cause (rows) and named cause (columns)",
        injected.matrixTable());
  }

  /** Writes the time lines of the slowest requests. */
  static void writeSlowest(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.slowest().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "slowest", "The slowest requests");
    markup.note(
        "From the intended send to the answer, along the thread that the result waited for; other helping threads are below it. Within a part that a thread served, the amount of each cause is known, but not its time.");
    Legend.parts(
        markup,
        shown(
            diagnosed,
            diagnosed.slowest().stream()
                .flatMap(request -> request.spans().stream())
                .map(Span::ms)
                .toList()));
    markup.start("div", "class", "charts two");
    for (SlowRequest request : diagnosed.slowest()) {
      Figure.write(markup, drawn(request, parts(diagnosed)), Figure.HALF);
    }
    markup.end();
    markup.end();
  }

  private static TimeLineRows drawn(SlowRequest request, List<Part> parts) {
    Map<String, List<Stretch>> rows = new LinkedHashMap<>();
    for (Span span : request.spans()) {
      rows.computeIfAbsent(span.who(), who -> new ArrayList<>()).addAll(stretches(span, parts));
    }
    for (Helper helper : request.helpers()) {
      rows.computeIfAbsent(helper.who(), who -> new ArrayList<>())
          .add(Stretch.ofMillis("helped", "bar-room", helper.fromMs(), helper.toMs()));
    }
    return new TimeLineRows(
        title(request),
        request.spans().stream().map(span -> inWords(span, parts)).toList().toString(),
        Axis.linear(0, Math.max(request.latencyMs(), 1e-6), 5, "ms since the intended send"),
        rows.entrySet().stream().map(row -> new Row(row.getKey(), row.getValue())).toList());
  }

  private static String title(SlowRequest request) {
    String causes =
        request.main() == null
            ? "like similar requests"
            : request.main()
                + (request.second() == null ? "" : ", then " + request.second())
                + (request.sure() ? "" : " (not sure)");
    return "%s, %s: %s".formatted(request.what(), Numbers.time(request.latencyMs()), causes);
  }

  private static List<Stretch> stretches(Span span, List<Part> parts) {
    var stretches = new ArrayList<Stretch>();
    double atMs = span.fromMs();
    for (int i = 0; i < parts.size(); i++) {
      double ms = span.ms().get(i);
      if (ms > 0) {
        stretches.add(Stretch.ofMillis(parts.get(i).name(), parts.get(i).css(), atMs, atMs + ms));
        atMs += ms;
      }
    }
    return stretches;
  }

  private static String inWords(Span span, List<Part> parts) {
    var words = new ArrayList<String>();
    for (int i = 0; i < parts.size(); i++) {
      if (span.ms().get(i) > 0) {
        words.add(parts.get(i).name() + " " + Numbers.time(span.ms().get(i)));
      }
    }
    return span.who() + ": " + String.join(", ", words);
  }

  /** Writes the available data on requests and the machine, and the cost of reading it. */
  static void writeObserving(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.signals().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "observing", "How it was observed");
    Chapter.table(
        markup,
        "Signals",
        Table.of(diagnosed.signals())
            .show("signal", Unit.NAME, Signal::name)
            .show("available", Unit.TEXT, signal -> signal.available() ? "yes" : "no")
            .show("source, or why not available", Unit.WORDS, Signal::reason));
    Observing observing = diagnosed.observing();
    if (observing != null) {
      looks(markup, observing.observer());
      checks(markup, observing.checks());
      faults(markup, observing.faults());
      cost(markup, observing.cost());
    }
    markup.end();
  }

  private static void looks(Markup markup, @Nullable Looks looks) {
    if (looks == null) {
      return;
    }
    Chapter.table(
        markup,
        "The observer thread",
        Table.of(List.of(looks))
            .show("wanted, per second", Unit.NUMBER, Looks::askedPerSecond)
            .show("chosen", Unit.NUMBER, Looks::chosenPerSecond)
            .show("seen", Unit.NUMBER, Looks::seenPerSecond)
            .show("a look takes", Unit.TIME, it -> it.lookNanos() / 1e6)
            .show("share of a core", Unit.PERCENT, Looks::cpuShare)
            .show("of the process", Unit.PERCENT, Looks::processShare)
            .show("valid intervals", Unit.PERCENT, Looks::passRate)
            .show("gaps", Unit.COUNT, Looks::gaps));
  }

  private static void checks(Markup markup, List<Observing.Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    Chapter.table(
        markup,
        "Samples of a thread that counts at a known speed: in impossible ones the count exceeds this speed",
        Observing.checksTable(checks));
  }

  private static void faults(Markup markup, Observing.@Nullable Faults faults) {
    if (faults != null) {
      markup.element(
          "p",
          "A page fault counts as %s of CPU time, one from a disk as %s beside the wait for it, as measured here at the start."
              .formatted(
                  Numbers.time(faults.minorMicros() / 1e3),
                  Numbers.time(faults.majorMicros() / 1e3)));
    }
  }

  private static void cost(Markup markup, Observing.@Nullable Cost cost) {
    if (cost == null) {
      return;
    }
    record Cost(String name, Ratio ratio) {}
    Chapter.table(
        markup,
        "Observed blocks beside %,d unobserved ones on the same arrivals, as ratios with 95 %% intervals"
            .formatted(cost.blocks()),
        Table.of(
                List.of(
                    new Cost("CPU time of a request", cost.cpu()),
                    new Cost("median latency", cost.median()),
                    new Cost("p99", cost.p99())))
            .show("of", Unit.NAME, Cost::name)
            .show("ratio", Unit.RATIO, row -> row.ratio.value())
            .show("from", Unit.RATIO, row -> row.ratio.low())
            .show("to", Unit.RATIO, row -> row.ratio.high()));
  }

  // ---- Colours of causes.

  /** A cause of a result file as a part of a bar. */
  static Part part(String title) {
    return new Part(title, "c-" + cause(title).name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** All causes of a result file, in its order. */
  private static List<Part> parts(Diagnosed diagnosed) {
    return diagnosed.causes().stream().map(DiagnosisSections::part).toList();
  }

  /** The causes with a share in one of these times. */
  private static List<Part> shown(Diagnosed diagnosed, List<List<Double>> ms) {
    List<Part> parts = parts(diagnosed);
    return IntStream.range(0, parts.size())
        .filter(i -> ms.stream().anyMatch(times -> times.get(i) > 0))
        .mapToObj(parts::get)
        .toList();
  }

  /** The line of a cause, in the colour of its part. */
  static Palette.Style line(String title) {
    Cause cause = cause(title);
    String dash =
        switch (cause) {
          case REST -> "1 4";
          case STOPPED -> "2 3";
          case ADMISSION -> "6 3";
          case NETWORK,
              HAND_OFF,
              RUN_QUEUE,
              WORK,
              COLLECTOR,
              SAFEPOINT,
              BLOCKED,
              PAGE_FAULTS,
              INTERFERENCE ->
              "none";
        };
    return new Palette.Style(slot(cause), Marker.CIRCLE, dash, false);
  }

  private static int slot(Cause cause) {
    return switch (cause) {
      case NETWORK -> 6;
      case ADMISSION, STOPPED, REST -> 0;
      case HAND_OFF -> 8;
      case RUN_QUEUE -> 2;
      case WORK -> 1;
      case COLLECTOR -> 4;
      case SAFEPOINT -> 7;
      case BLOCKED -> 5;
      case PAGE_FAULTS -> 9;
      case INTERFERENCE -> 3;
    };
  }

  /** The cause with a title; the unknown cause for an unknown title. */
  private static Cause cause(String title) {
    return Arrays.stream(Cause.values())
        .filter(cause -> cause.title().equals(title))
        .findFirst()
        .orElse(Cause.REST);
  }
}
