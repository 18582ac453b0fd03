package org.curtail.app.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.plan.Journey;

/** What requests go through, a line each. */
public final class JourneyText {
  private JourneyText() {}

  /** The lines, a heading first. */
  public static List<String> lines(List<LoadJourney> journeys) {
    var cells = new ArrayList<List<String>>();
    cells.add(List.of("load", "request", "alone ms", "done ms", "speedup", "threads"));
    int previousLoad = 0;
    for (LoadJourney at : journeys) {
      Journey journey = at.journey();
      cells.add(
          List.of(
              at.load() == previousLoad ? "" : "" + at.load(),
              demand(at.demandPercentile()),
              Numbers.tenths(journey.sequentialMs()),
              Numbers.tenths(journey.doneMs()),
              Numbers.hundredths(journey.speedup()),
              Numbers.hundredths(journey.averageParallelism())));
      previousLoad = at.load();
    }
    List<String> aligned = Columns.aligned(cells);
    var lines = new ArrayList<String>();
    lines.add(aligned.getFirst() + "   degrees, ms since arrival");
    for (int i = 0; i < journeys.size(); i++) {
      lines.add(aligned.get(i + 1) + "   " + stations(journeys.get(i).journey()));
    }
    return lines;
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
