package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.DrawnStage;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.traces.workflow.CallEdge;
import org.curtail.traces.workflow.CallGraph;
import org.curtail.traces.workflow.CallPlace;
import org.curtail.traces.workflow.PlaceBlame;
import org.curtail.traces.workflow.TracedWorkflow;

/** The calls of a workflow as a graph, with how often each is to blame. */
final class DrawnCalls {
  private static final int PERCENTILE = 99;

  private DrawnCalls() {}

  static DrawnWorkflow of(TracedWorkflow workflow) {
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
}
