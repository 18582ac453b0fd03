package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Helper;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PartBars.Part;
import org.curtail.cli.chart.TimeLineRows;
import org.curtail.cli.chart.TimeLineRows.Row;
import org.curtail.cli.chart.TimeLineRows.Stretch;

/** The time lines of the slowest requests. */
final class SlowRequestSection {
  private SlowRequestSection() {}

  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.slowest().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "slowest", "The slowest requests");
    markup.element(
        "p",
        "From the intended send to the answer, along the thread that the result waited for; other"
            + " threads that helped stand below it. Within a part that a thread served it is known"
            + " how much of each cause there was, not when.",
        "class",
        "note");
    Legend.parts(
        markup,
        CauseLook.shown(
            diagnosed,
            diagnosed.slowest().stream()
                .flatMap(request -> request.spans().stream())
                .map(Span::ms)
                .toList()));
    markup.start("div", "class", "charts two");
    for (SlowRequest request : diagnosed.slowest()) {
      Figure.write(markup, drawn(request, CauseLook.parts(diagnosed)), Figure.HALF);
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
          .add(new Stretch("helped", "bar-room", helper.fromMs(), helper.toMs()));
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
            ? "as others like it"
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
        stretches.add(new Stretch(parts.get(i).name(), parts.get(i).css(), atMs, atMs + ms));
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
}
