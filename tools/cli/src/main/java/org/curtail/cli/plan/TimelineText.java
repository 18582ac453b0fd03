package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** The lives of requests, a line each; loads at which they are the same stand together. */
public final class TimelineText {
  private TimelineText() {}

  /** The lines, a heading first. */
  public static List<String> lines(List<TimelineAtLoad> timelines) {
    var cells = new ArrayList<List<String>>();
    cells.add(List.of("load", "request", "alone ms", "done ms", "speedup", "threads"));
    var ways = new ArrayList<String>();
    for (Map.Entry<List<List<String>>, List<Integer>> same : byLook(timelines).entrySet()) {
      String loads =
          same.getValue().stream().map(String::valueOf).collect(Collectors.joining(", "));
      for (List<String> look : same.getKey()) {
        cells.add(
            Stream.concat(Stream.of(loads), look.subList(0, look.size() - 1).stream()).toList());
        ways.add(look.getLast());
        loads = "";
      }
    }
    List<String> aligned = Columns.aligned(cells);
    var lines = new ArrayList<String>();
    lines.add(aligned.getFirst() + "   degrees, ms since arrival");
    for (int i = 0; i < ways.size(); i++) {
      lines.add(aligned.get(i + 1) + "   " + ways.get(i));
    }
    return lines;
  }

  /** Loads with equal timelines, by the shown parts of these. */
  private static Map<List<List<String>>, List<Integer>> byLook(List<TimelineAtLoad> timelines) {
    var looks = new TreeMap<Integer, List<List<String>>>();
    for (TimelineAtLoad at : timelines) {
      looks.computeIfAbsent(at.load(), load -> new ArrayList<>()).add(look(at));
    }
    var loads = new LinkedHashMap<List<List<String>>, List<Integer>>();
    looks.forEach((load, look) -> loads.computeIfAbsent(look, same -> new ArrayList<>()).add(load));
    return loads;
  }

  private static List<String> look(TimelineAtLoad at) {
    PlannedTimeline timeline = at.timeline();
    return List.of(
        demand(at.demandPercentile()),
        Numbers.tenths(timeline.sequentialMs()),
        Numbers.tenths(timeline.doneMs()),
        Numbers.hundredths(timeline.speedup()),
        Numbers.hundredths(timeline.averageParallelism()),
        stations(timeline));
  }

  /** A request by its time alone: its percentile under the table may differ. */
  private static String demand(double percentile) {
    return (percentile == 50 ? "median" : "p" + Numbers.exact(percentile)) + " demand";
  }

  /** "waits to 25, d1 to 50, d3": the last goes on until the request is done. */
  private static String stations(PlannedTimeline timeline) {
    var stations = new ArrayList<String>();
    if (timeline.admittedMs() > 0) {
      stations.add("waits to " + Numbers.exact(timeline.admittedMs()));
    }
    List<PlannedTimeline.Phase> phases = timeline.phases();
    for (PlannedTimeline.Phase phase : phases.subList(0, phases.size() - 1)) {
      stations.add("d" + phase.degree() + " to " + Numbers.exact(phase.toMs()));
    }
    stations.add("d" + phases.getLast().degree());
    return String.join(", ", stations);
  }
}
