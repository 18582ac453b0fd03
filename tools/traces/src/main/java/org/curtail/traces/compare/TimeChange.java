package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The increase in the times of steps, compared with the same steps before in requests of the same
 * kind. {@link CallExcess} attributes the part of a call's time that its server does not explain.
 */
final class TimeChange {
  private final WindowSteps before;
  private final WindowSteps after;
  private final NewShapes shapes;
  private final Map<Integer, Double> millis = Change.none();
  private final Map<Stage, Double> stageMillis = new HashMap<>();

  /** Excess by caller, then by callee. */
  private final Map<Integer, Map<Integer, Excess>> calls = new HashMap<>();

  /** Total time of several calls beyond the usual time. */
  private record Excess(double millis, double calls) {
    Excess plus(Excess other) {
      return new Excess(millis + other.millis, calls + other.calls);
    }
  }

  TimeChange(WindowSteps before, WindowSteps after, NewShapes shapes) {
    this.before = before;
    this.after = after;
    this.shapes = shapes;
    Set<Integer> done = new HashSet<>();
    for (ComparedRequest request : after.requests()) {
      for (int i = 0; i < request.size(); i++) {
        if (done.add(request.span(i).route())) {
          compare(request, i);
        }
      }
    }
    var excess = new CallExcess();
    calls.forEach((caller, callees) ->
        callees.forEach((callee, sum) -> excess.add(caller, callee, sum.calls, sum.millis)));
    excess
        .byService()
        .forEach((service, time) -> Change.add(millis, service, time / after.requests().size()));
  }

  /** Compares all steps of the same route. */
  private void compare(ComparedRequest request, int i) {
    Times now = after.times(request.span(i).route());
    Times usual = before.comparable(request.span(i).route(), request.span(i).context());
    double sure = 1 - shapes.chance(request.span(i).context());
    if (now == null || usual == null || sure == 0) {
      return;
    }
    double excess = (now.trimmedMean() - usual.trimmedMean()) * now.size() * sure;
    stageMillis.merge(Stage.of(request, i), excess / after.requests().size(), Double::sum);
    @Nullable Integer callee = before.callee(request, i);
    if (callee == null) {
      Change.add(millis, request.span(i).service(), excess / after.requests().size());
    } else {
      calls
          .computeIfAbsent(request.span(i).service(), none -> new HashMap<>())
          .merge(callee, new Excess(excess, now.size()), Excess::plus);
    }
  }

  Map<Integer, Double> byService() {
    return millis;
  }

  /** Increase of each stage's time, including all of the network to it. */
  Map<Stage, Double> byStage() {
    return stageMillis;
  }
}
