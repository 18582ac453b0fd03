package org.curtail.traces.compare;

import java.util.HashMap;
import java.util.Map;

/**
 * What changed from one window to another, by service.
 *
 * @param timeMillis how much longer requests take by the service's own time, and by that of calls
 *     to it; less than 0 if they are shorter. Steps that are taken in another way are not counted
 * @param share of the requests in which the service does something else than before
 */
record Change(Map<Integer, Double> timeMillis, Map<Integer, Double> share) {
  static Change between(SeenSteps before, SeenSteps after) {
    var shapes = new NewShapes(before, after);
    return new Change(new TimeChange(before, after, shapes).byService(), shapes.byService());
  }

  double timeMillis(int service) {
    return timeMillis.getOrDefault(service, 0.0);
  }

  double share(int service) {
    return share.getOrDefault(service, 0.0);
  }

  /** Adds to the value of a key. */
  static void add(Map<Integer, Double> values, int key, double value) {
    values.merge(key, value, Double::sum);
  }

  static Map<Integer, Double> none() {
    return new HashMap<>();
  }
}
