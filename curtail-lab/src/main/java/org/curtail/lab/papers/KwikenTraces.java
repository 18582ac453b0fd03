package org.curtail.lab.papers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;

/**
 * A workflow of the user: plans are made from the earlier half of its times, and tried on the later
 * half.
 */
record KwikenTraces(Workflow whole) implements KwikenCase {
  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public int stages() {
    return whole.stages().size();
  }

  @Override
  public Workflow training() {
    return half(false);
  }

  @Override
  public Workflow test() {
    return half(true);
  }

  @Override
  public Map<String, Workflow> variants() {
    return Map.of();
  }

  private Workflow half(boolean later) {
    var stages = new ArrayList<Stage>();
    for (Stage stage : whole.stages()) {
      stages.add(half(stage, later));
    }
    Workflow half = Workflow.of(whole.name(), stages);
    JointTraces joint = whole.joint();
    return joint == null ? half : half.with(half(joint, later));
  }

  private static Stage half(Stage stage, boolean later) {
    ResponderTraces traces = stage.traces();
    return new Stage(
        stage.name(),
        stage.after(),
        stage.within(),
        stage.cost(),
        half(stage.times(), later),
        stage.responders(),
        traces == null ? null : half(traces, later),
        stage.utility());
  }

  /** The first of the half; a single one is in both. */
  private static int from(int size, boolean later) {
    return later ? size / 2 : 0;
  }

  private static int to(int size, boolean later) {
    return later ? size : Math.max(1, size / 2);
  }

  private static StageTimes half(StageTimes times, boolean later) {
    int from = from(times.size(), later);
    int to = to(times.size(), later);
    double[] first = Arrays.copyOfRange(times.firstMillis(), from, to);
    if (!times.arePairs()) {
      return StageTimes.independent(first);
    }
    double[] second = new double[first.length];
    for (int i = 0; i < second.length; i++) {
      second[i] = times.secondMillis(from + i);
    }
    return StageTimes.paired(first, second);
  }

  private static ResponderTraces half(ResponderTraces traces, boolean later) {
    return traces.visits(from(traces.size(), later), to(traces.size(), later));
  }

  private static JointTraces half(JointTraces traces, boolean later) {
    List<String> stages = traces.stages();
    int from = from(traces.size(), later);
    double[][] millis = new double[to(traces.size(), later) - from][stages.size()];
    for (int i = 0; i < millis.length; i++) {
      for (int s = 0; s < stages.size(); s++) {
        millis[i][s] = traces.millis(from + i, s);
      }
    }
    return JointTraces.of(stages, millis);
  }
}
