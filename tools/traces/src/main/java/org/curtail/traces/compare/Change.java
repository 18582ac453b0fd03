package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.Map;

/**
 * The change from one window to another, by service.
 *
 * @param timeMillis increase of the requests' time by each service's self time and by calls to it;
 *     negative for a decrease. Steps with another shape do not count
 * @param stageMillis increase of the requests' time by each stage's self time and by calls to it
 * @param share share of the requests in which the service behaves differently than before
 */
record Change(
    Map<Integer, Double> timeMillis, Map<Stage, Double> stageMillis, Map<Integer, Double> share) {
  static Change between(WindowSteps before, WindowSteps after) {
    var shapes = new NewShapes(before, after);
    var times = new TimeChange(before, after, shapes);
    return new Change(times.byService(), times.byStage(), shapes.byService());
  }

  double timeMillis(int service) {
    return timeMillis.getOrDefault(service, 0.0);
  }

  double share(int service) {
    return share.getOrDefault(service, 0.0);
  }

  static void add(Map<Integer, Double> values, int key, double value) {
    values.merge(key, value, Double::sum);
  }

  static Map<Integer, Double> none() {
    return new HashMap<>();
  }
}
