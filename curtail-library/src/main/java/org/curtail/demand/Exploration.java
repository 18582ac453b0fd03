package org.curtail.demand;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * Another policy that now and then lets a request try a degree that the policy itself never asks
 * for, so that its speedup is learned. Pure, like all policies.
 *
 * <p>A share of the starts, drawn by their number and the seed, opens an exploration: until the
 * next start, one of the requests that run may be raised to one of the degrees, if so many cores
 * are idle and nobody waits. Which request is drawn too; in the mean there is at most one, so that
 * {@code share} limits how many requests explore. It has run for a while at the policy's own
 * degree, since a speedup shows by comparison within one request.
 *
 * <p>Under a policy of one thread each and under malleable ones the threads are taken back as soon
 * as all cores are used; under others a request keeps them to its end. What exploring costs is
 * counted by {@link ExplorationCost}.
 *
 * <p>Numbers the starts in {@link Load#memory}, which the policy within sees as its own. Made for
 * policies that remember less than 2<sup>32</sup>, as all of the library do.
 *
 * @param policy decides everything else
 * @param degrees to try: ascending, each above the greatest that the policy asks for, at least one.
 *     If fewer cores are idle than a degree takes, the next lower one is tried.
 * @param share of the starts that open an exploration: more than 0, at most 1
 * @param after how long a request has run before it is raised; more than 0. About half of the
 *     median demand shows most.
 * @param seed draws starts, requests and degrees
 */
public record Exploration(
    Policy policy, List<Integer> degrees, double share, Duration after, long seed)
    implements DelegatingPolicy {
  private static final int COUNTER_BITS = 32;
  private static final long MEMORY_MASK = (1L << COUNTER_BITS) - 1;
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private enum Purpose {
    START,
    REQUEST,
    DEGREE
  }

  public Exploration {
    degrees = List.copyOf(degrees);
    if (degrees.isEmpty()) {
      throw new IllegalArgumentException("there must be a degree to try");
    }
    int below = policy.maxDegree();
    for (int degree : degrees) {
      if (degree <= below) {
        throw new IllegalArgumentException(
            "degrees must ascend and lie above the policy's greatest, which is %d: %s"
                .formatted(policy.maxDegree(), degrees));
      }
      below = degree;
    }
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1: " + share);
    }
    if (after.isNegative() || after.isZero()) {
      throw new IllegalArgumentException("after must be positive: " + after);
    }
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return policy.admit(waiting, plain(load));
  }

  @Override
  public Decision decide(Progress running, Load load) {
    Decision decision = policy.decide(plain(running), plain(load));
    if (running.degree() > policy.maxDegree()) {
      return isToGoOn(load) ? raised(decision, running.degree()) : decision;
    }
    int number = number(load);
    if (coin(Purpose.START, number, 0) >= share || !isDrawn(running, load, number)) {
      return decision;
    }
    if (running.executionNanos() < after.toNanos()) {
      return new Decision(
          decision.degree(), Math.min(decision.askAgainNanos(), after.toNanos()));
    }
    int drawn = (int) (coin(Purpose.DEGREE, number, 0) * degrees.size());
    return raised(decision, greatestThatFits(drawn, running, load));
  }

  private static Decision raised(Decision decision, int degree) {
    return degree > decision.degree() ? new Decision(degree, decision.askAgainNanos()) : decision;
  }

  /** One of those that run, in the mean; the only one always. */
  private boolean isDrawn(Progress request, Load load, int number) {
    int running = load.requests() - load.waiting();
    // The wait stays as it is while a request runs, and differs from that of others.
    long wait = request.ageNanos() - request.executionNanos();
    return coin(Purpose.REQUEST, number, wait) * running < 1;
  }

  /** Threads that cannot be taken back anyway are kept. */
  private boolean isToGoOn(Load load) {
    return !traits().isMalleable()
        || (load.waiting() == 0
            && load.requests() <= load.cores()
            && load.threads() <= load.cores());
  }

  /** Of the degrees up to the drawn one; 0 if there is none. */
  private int greatestThatFits(int drawn, Progress running, Load load) {
    int idle = load.cores() - Math.max(load.threads(), load.requests());
    for (int i = drawn; i >= 0 && load.waiting() == 0; i--) {
      if (degrees.get(i) - Math.max(running.threads(), 1) <= idle) {
        return degrees.get(i);
      }
    }
    return 0;
  }

  /** From 0 to less than 1, by its place. */
  private double coin(Purpose purpose, int number, long place) {
    long start = seed + (number * 3L + purpose.ordinal() + 1) * GOLDEN_GAMMA;
    return new SplittableRandom(new SplittableRandom(start).nextLong() + place).nextDouble();
  }

  /** Counts the start, beside what the policy remembers. */
  @Override
  public long remember(Load load) {
    long remembered = policy.remember(plain(load));
    if ((remembered & ~MEMORY_MASK) != 0) {
      throw new IllegalStateException(
          "a policy that explores may remember 0 to %d, found %d"
              .formatted(MEMORY_MASK, remembered));
    }
    return (long) (number(load) + 1) << COUNTER_BITS | remembered;
  }

  private static int number(Load load) {
    return (int) (load.memory() >>> COUNTER_BITS);
  }

  /** As the policy would see it. */
  private static Load plain(Load load) {
    return load.remembering(load.memory() & MEMORY_MASK);
  }

  /** As the policy would see it: it knows of no degree beyond its own. */
  private Progress plain(Progress request) {
    return request.degree() <= policy.maxDegree()
        ? request
        : new Progress(
            request.ageNanos(),
            request.executionNanos(),
            request.attainedNanos(),
            policy.maxDegree(),
            request.threads(),
            request.prediction(),
            request.importance());
  }

  @Override
  public double priority(Progress request, Load load) {
    return policy.priority(plain(request), plain(load));
  }

  /** The policy's; malleable if it is, or if it gives one thread each and so loses nothing by it. */
  @Override
  public Traits traits() {
    Traits traits = policy.traits();
    return traits.malleable(traits.isMalleable() || policy.maxDegree() == 1);
  }

  @Override
  public int maxDegree() {
    return degrees.getLast();
  }
}
