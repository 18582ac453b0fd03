package org.curtail.benchkit.workflow;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * The latency of a request of a trace without copies, queues and HTTP: a lower bound for servers.
 */
final class CriticalPath {
  private final Workflow workflow;
  private final WorkflowTrace trace;
  private final int request;

  private CriticalPath(Workflow workflow, WorkflowTrace trace, int request) {
    this.workflow = workflow;
    this.trace = trace;
    this.request = request;
  }

  static double millis(Workflow workflow, WorkflowTrace trace, int request) {
    return new CriticalPath(workflow, trace, request).level(null, trace.place(request));
  }

  private double level(@Nullable String caller, Place place) {
    Map<String, Double> ends = new HashMap<>();
    List<Stage> stages = workflow.within(caller);
    for (Stage stage : stages) {
      double begin = stage.after().stream().mapToDouble(ends::get).max().orElse(0);
      ends.put(stage.name(), begin + visit(stage, place.at(workflow.index(stage.name()))));
    }
    return ends.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  private double visit(Stage stage, Place place) {
    int index = workflow.index(stage.name());
    double[] ends = new double[stage.responders().count()];
    for (int responder = 0; responder < ends.length; responder++) {
      ends[responder] =
          trace.holdNanos(request, index, place, responder, 0) / 1e6
              + level(stage.name(), place.within(0));
    }
    Arrays.sort(ends);
    return ends[stage.responders().needed() - 1];
  }
}
