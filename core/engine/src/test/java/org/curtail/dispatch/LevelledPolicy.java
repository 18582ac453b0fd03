package org.curtail.dispatch;

import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * Preempts requests by drawn numbers. A request's urgency depends on the level of its attained
 * service. Within a level, it grows with age.
 *
 * @param urgency urgency by level; not negative, with some equal values
 * @param stepNanos attained service from one level to the next
 * @param ageWeight growth of the urgency per nanosecond of age
 * @param degree degree of all requests
 * @param mostStarted most started requests; others wait for an exit
 */
record LevelledPolicy(
    List<Integer> urgency,
    long stepNanos,
    double ageWeight,
    int degree,
    int mostStarted,
    int threads,
    Traits traits)
    implements Policy {
  static LevelledPolicy drawn(RandomGenerator random, Traits traits, int degree, int mostStarted) {
    List<Integer> urgency = random.ints(random.nextInt(1, 9), 0, 5).boxed().toList();
    return new LevelledPolicy(
        urgency,
        random.nextInt(1, 40),
        random.nextInt(3) * 0.01,
        degree,
        mostStarted,
        random.nextInt(1, 5),
        traits);
  }

  /** Takes turns or goes by priority, in slices of 1 to 20 ns. */
  static Preemption preemption(RandomGenerator random) {
    long longestPreemptionNanos =
        random.nextBoolean() ? Preemption.UNLIMITED_NANOS : random.nextInt(1, 200);
    return new Preemption(
        random.nextBoolean() ? Preemption.Order.TURNS : Preemption.Order.PRIORITY,
        random.nextInt(1, 20),
        longestPreemptionNanos);
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return load.requests() - load.waiting() < mostStarted
        ? Admission.START
        : Admission.WAIT_FOR_EXIT;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    return Decision.keep(degree);
  }

  @Override
  public int level(Progress aside) {
    return (int) Math.min(aside.attainedNanos() / stepNanos, urgency.size() - 1);
  }

  @Override
  public double priority(Progress request, Load load) {
    return urgency.get(level(request))
        * (1 + ageWeight * request.ageNanos())
        / (1 + request.threads());
  }

  @Override
  public int maxDegree() {
    return degree;
  }

  @Override
  public int threads(int cores) {
    return threads;
  }
}
