package org.curtail.dispatch;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * Answers by drawn numbers, and preempts no request. All that a policy is shown counts: degree and
 * urgency go by the level of the attained service and by the load.
 *
 * @param degrees degrees by level
 * @param urgency urgency by level; not negative, with some equal values, and growing if the policy
 *     is monotone
 * @param stepNanos attained service from one level to the next
 * @param ageWeight growth of the urgency per nanosecond of age
 * @param crowd number of requests from which all degrees are 1
 * @param admissions by the mean of the requests that have started and the threads that are busy;
 *     the last one for all more
 */
record DrawnPolicy(
    List<Integer> degrees,
    List<Integer> urgency,
    long stepNanos,
    double ageWeight,
    int crowd,
    List<Admission> admissions,
    int maxDegree,
    Traits traits)
    implements Policy {
  static DrawnPolicy drawn(RandomGenerator random) {
    int levels = random.nextInt(1, 6);
    int maxDegree = random.nextInt(1, 4);
    boolean ranks = random.nextInt(3) > 0;
    boolean isMonotone = ranks && random.nextBoolean();
    IntStream urgency = random.ints(levels, 0, 5);
    return new DrawnPolicy(
        random.ints(levels, 1, maxDegree + 1).boxed().toList(),
        (isMonotone ? urgency.sorted() : urgency).boxed().toList(),
        random.nextInt(1, 40),
        random.nextInt(3) * 0.01,
        random.nextInt(1, 12),
        random.ints(random.nextInt(1, 6), 0, 6).mapToObj(kind -> admission(kind, random)).toList(),
        maxDegree,
        new Traits(
            ranks,
            isMonotone,
            ranks && random.nextBoolean(),
            random.nextBoolean(),
            random.nextInt(3) > 0,
            false,
            Preemption.NONE));
  }

  private static Admission admission(int kind, RandomGenerator random) {
    return switch (kind) {
      case 0 -> Admission.WAIT_FOR_EXIT;
      case 1 -> Admission.WAIT_FOR_CHANGE;
      case 2 -> Admission.waitUntil(random.nextInt(1, 60));
      default -> Admission.START;
    };
  }

  private int level(Progress progress, int levels) {
    return (int) Math.min(progress.attainedNanos() / stepNanos, levels - 1);
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    int started = load.requests() - load.waiting();
    return admissions.get(Math.min((started + load.threads()) / 2, admissions.size() - 1));
  }

  @Override
  public Decision decide(Progress running, Load load) {
    return Decision.keep(
        load.requests() >= crowd ? 1 : degrees.get(level(running, degrees.size())));
  }

  @Override
  public long remember(Load load) {
    return (load.memory() * 31 + load.requests() * 7L + load.waiting() * 3L + load.threads())
        % 1_009;
  }

  /** Unless it is monotone, the load turns the order round now and then. */
  @Override
  public double priority(Progress request, Load load) {
    double urgent =
        urgency.get(level(request, urgency.size()))
            * (1 + ageWeight * request.ageNanos())
            / (1 + request.threads());
    boolean turns = !traits.isMonotone() && (load.threads() + load.waiting()) % 3 == 0;
    return turns ? -urgent : urgent;
  }

  @Override
  public int threads(int cores) {
    return cores;
  }
}
