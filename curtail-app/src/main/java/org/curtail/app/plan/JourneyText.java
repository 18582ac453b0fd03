package org.curtail.app.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.plan.Journey;

/** What requests go through, a line each; loads at which it is the same stand together. */
public final class JourneyText {
  private JourneyText() {}

  /** The lines, a heading first. */
  public static List<String> lines(List<LoadJourney> journeys) {
    var cells = new ArrayList<List<String>>();
    cells.add(List.of("load", "request", "alone ms", "done ms", "speedup", "threads"));
    var ways = new ArrayList<String>();
    for (Map.Entry<List<List<String>>, List<Integer>> same : byLook(journeys).entrySet()) {
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

  /** Loads at which all requests go through the same, by what is shown of them. */
  private static Map<List<List<String>>, List<Integer>> byLook(List<LoadJourney> journeys) {
    var looks = new TreeMap<Integer, List<List<String>>>();
    for (LoadJourney at : journeys) {
      looks.computeIfAbsent(at.load(), load -> new ArrayList<>()).add(look(at));
    }
    var loads = new LinkedHashMap<List<List<String>>, List<Integer>>();
    looks.forEach((load, look) -> loads.computeIfAbsent(look, same -> new ArrayList<>()).add(load));
    return loads;
  }

  private static List<String> look(LoadJourney at) {
    Journey journey = at.journey();
    return List.of(
        demand(at.demandPercentile()),
        Numbers.tenths(journey.sequentialMs()),
        Numbers.tenths(journey.doneMs()),
        Numbers.hundredths(journey.speedup()),
        Numbers.hundredths(journey.averageParallelism()),
        stations(journey));
  }

  /** By its time alone: its time under the table may stand elsewhere. */
  private static String demand(double percentile) {
    return (percentile == 50 ? "median" : "p" + Numbers.time(percentile)) + " demand";
  }

  /** "waits to 25, d1 to 50, d3": the last goes on until the request is done. */
  private static String stations(Journey journey) {
    var stations = new ArrayList<String>();
    if (journey.admittedMs() > 0) {
      stations.add("waits to " + Numbers.time(journey.admittedMs()));
    }
    List<Journey.Segment> segments = journey.segments();
    for (Journey.Segment segment : segments.subList(0, segments.size() - 1)) {
      stations.add("d" + segment.degree() + " to " + Numbers.time(segment.toMs()));
    }
    stations.add("d" + segments.getLast().degree());
    return String.join(", ", stations);
  }
}
