package org.curtail.energy;

import java.util.List;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.speed.SlowToFast;

/**
 * Few to many and slow to fast in one: an older request gets more threads and faster cores. The
 * policy chooses the threads. Threads beyond the first go to the oldest requests, and arriving
 * requests take them back. {@link LeastEnergyOfThreads} finds the steps.
 *
 * @param steps number of threads by age; ages and degrees ascend, the first age is 0
 * @param speeds class by age
 */
public record ThreadSpeedSchedule(List<Step> steps, SlowToFast speeds) implements Policy {
  /**
   * Step to more threads.
   *
   * @param fromNanos age at which the step begins, with the time of waiting; at least 0
   * @param degree degree, at least 1
   */
  public record Step(long fromNanos, int degree) {
    public Step {
      if (fromNanos < 0) {
        throw new IllegalArgumentException("fromNanos must be at least 0: " + fromNanos);
      }
      if (degree < 1) {
        throw new IllegalArgumentException("degree must be at least 1: " + degree);
      }
    }
  }

  public ThreadSpeedSchedule {
    steps = List.copyOf(steps);
    if (steps.isEmpty() || steps.getFirst().fromNanos() != 0) {
      throw new IllegalArgumentException("the first step must begin at 0: " + steps);
    }
    for (int i = 1; i < steps.size(); i++) {
      if (steps.get(i).fromNanos() <= steps.get(i - 1).fromNanos()
          || steps.get(i).degree() <= steps.get(i - 1).degree()) {
        throw new IllegalArgumentException("ages and degrees must ascend: " + steps);
      }
    }
  }

  @Override
  public Decision decide(Progress running, Load load) {
    long age = running.ageNanos();
    int at = 0;
    while (at + 1 < steps.size() && steps.get(at + 1).fromNanos() <= age) {
      at++;
    }
    // Every running request keeps at least one thread.
    int most = Math.max(1, load.cores() - load.requests() + 1);
    int degree = Math.min(steps.get(at).degree(), most);
    return at + 1 == steps.size()
        ? Decision.keep(degree)
        : new Decision(degree, running.executionNanos() + steps.get(at + 1).fromNanos() - age);
  }

  /** Ranks first threads above all others, and others by age. */
  @Override
  public double priority(Progress request, Load load) {
    return request.threads() == 0 ? Double.POSITIVE_INFINITY : request.ageNanos();
  }

  @Override
  public Traits traits() {
    return Traits.RANKING.malleable(true);
  }

  @Override
  public int maxDegree() {
    return steps.getLast().degree();
  }

  @Override
  public int threads(int cores) {
    return cores;
  }

  @Override
  public String description() {
    return "up to %d threads for each request; older requests get more threads and faster cores"
        .formatted(maxDegree());
  }
}
