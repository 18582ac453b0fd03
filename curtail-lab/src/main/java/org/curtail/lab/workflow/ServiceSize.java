package org.curtail.lab.workflow;

import org.curtail.workflow.Stage;

/**
 * The servers of a stage. All responders that a visit asks share them.
 *
 * @param replicas at least 2: a copy goes to another one
 * @param slots calls that each serves at once: at least 1
 */
public record ServiceSize(int replicas, int slots) {
  public ServiceSize {
    if (replicas < 2 || slots < 1) {
      throw new IllegalArgumentException(
          "expected at least 2 replicas and 1 slot: %d, %d".formatted(replicas, slots));
    }
  }

  /** As many slots as carry so many requests per second. */
  static ServiceSize carrying(Stage stage, int replicas, double perSecond) {
    double slots = Math.ceil(perSecond * workMillis(stage) / 1000 / replicas - 1e-9);
    return new ServiceSize(replicas, (int) Math.clamp(slots, 1, Integer.MAX_VALUE));
  }

  /** Requests per second that all slots carry; infinite if calls take no time. */
  double capacityPerSecond(Stage stage) {
    return 1000.0 * replicas * slots / workMillis(stage);
  }

  /** Slot time of a visit without copies. */
  private static double workMillis(Stage stage) {
    double sum = 0;
    for (int i = 0; i < stage.times().size(); i++) {
      sum += stage.times().firstMillis(i);
    }
    return stage.responders().count() * sum / stage.times().size();
  }
}
