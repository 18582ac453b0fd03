package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much longer the steps of requests take than the same steps took before in requests of the
 * same kind. {@link CallExcess} says whose the time of a call beyond that of its server is.
 */
final class TimeChange {
  private final SeenSteps before;
  private final SeenSteps after;
  private final NewShapes shapes;
  private final Map<Integer, Double> millis = Change.none();
  private final Map<Stage, Double> stageMillis = new HashMap<>();

  /** By caller, then by callee. */
  private final Map<Integer, Map<Integer, Excess>> calls = new HashMap<>();

  /** Time beyond the usual, of so many calls. */
  private record Excess(double millis, double calls) {
    Excess plus(Excess other) {
      return new Excess(millis + other.millis, calls + other.calls);
    }
  }

  TimeChange(SeenSteps before, SeenSteps after, NewShapes shapes) {
    this.before = before;
    this.after = after;
    this.shapes = shapes;
    Set<Integer> done = new HashSet<>();
    for (SeenRequest request : after.requests()) {
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

  /** All steps that are like this one. */
  private void compare(SeenRequest request, int i) {
    Times now = after.times(request.span(i).route());
    Times usual = before.like(request.span(i).route(), request.span(i).context());
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

  /** Of each stage, with the network to it: whose that is, nobody asks here. */
  Map<Stage, Double> byStage() {
    return stageMillis;
  }
}
