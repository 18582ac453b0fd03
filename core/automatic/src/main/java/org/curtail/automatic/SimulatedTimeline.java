package org.curtail.automatic;

import java.util.ArrayList;
import java.util.List;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.SimulatedEnd.SimulatedPhase;

/**
 * What an engine would have told of a request that was simulated. Its work is cut into chunks of
 * equal length, which are counted as an engine counts them: when a thread takes one, so that those
 * that serve at a moment have done half a chunk more than was counted.
 */
final class SimulatedTimeline {
  /** Of every request, however short: a simulated thread that joins finds work at once. */
  private static final int CHUNKS = 1_000;

  private SimulatedTimeline() {}

  static Timeline of(SimulatedEnd end) {
    return new Timeline(
            end.arrivalNanos(),
            end.startNanos(),
            end.endNanos(),
            end.attainedNanos(),
            end.peakDegree(),
            CHUNKS,
            path(end.path()),
            end.timesAside(),
            end.asideNanos(),
            Outcome.COMPLETED)
        .predicted(end.prediction());
  }

  private static List<Timeline.Phase> path(List<SimulatedPhase> simulated) {
    var path = new ArrayList<Timeline.Phase>();
    double doneShare = 0;
    int claimedBefore = 0;
    for (int i = 0; i < simulated.size(); i++) {
      SimulatedPhase phase = simulated.get(i);
      doneShare += phase.workShare();
      int claimed =
          i + 1 == simulated.size()
              ? CHUNKS
              : claimed(doneShare, Math.min(phase.degree(), simulated.get(i + 1).degree()));
      path.add(
          new Timeline.Phase(phase.degree(), phase.nanos(), Math.max(claimed - claimedBefore, 0)));
      claimedBefore = Math.max(claimed, claimedBefore);
    }
    return path;
  }

  private static int claimed(double doneShare, int staying) {
    return (int) Math.min(Math.round(CHUNKS * doneShare + staying / 2.0), CHUNKS);
  }
}
