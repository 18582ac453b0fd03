package org.curtail.automatic;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Timeline;

/**
 * Wraps another policy and now and then lets a request try a degree that the policy itself never
 * asks for, so that its speedup is learned. Pure, like all policies.
 *
 * <p>A share of the requests, drawn by the number of their start and the seed, begins with one of
 * the degrees if enough cores are idle and no request waits. After a random while, or as soon as
 * all cores are used, the request goes on as the policy itself decides. So it has had several
 * degrees, and a comparison within one request shows the speedup. Threads must be taken back for
 * that, so the policy must be malleable or give one thread each ({@link #suits}). {@link
 * CostCounter} counts the cost of exploring.
 *
 * <p>The number of starts is kept in {@link Load#memory}; the wrapped policy sees its own memory
 * there. This works for policies whose memory is less than 2<sup>32</sup>, as in all of the
 * library.
 *
 * @param policy the policy that decides everything else
 * @param degrees degrees to try: ascending, each above the policy's greatest, at least one. If
 *     fewer cores are idle than a degree needs, the next lower one is tried.
 * @param share share of the requests that explore if cores are idle: more than 0, at most 1
 * @param least least time for which a request keeps the degree, unless cores are short; more than
 *     0. On average it keeps it until four more requests have started. A quarter of the median
 *     demand shows most.
 * @param seed draws requests, degrees and times
 */
public record Exploration(
    Policy policy, List<Integer> degrees, double share, Duration least, long seed)
    implements DelegatingPolicy {
  private static final int COUNTER_BITS = 32;
  private static final long MEMORY_MASK = (1L << COUNTER_BITS) - 1;
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private static final double SHARE_THAT_ENDS = 0.25;

  private enum Purpose {
    BEGIN(1),
    DEGREE(2),
    END(3);

    private final int number;

    Purpose(int number) {
      this.number = number;
    }
  }

  public Exploration {
    degrees = List.copyOf(degrees);
    if (degrees.isEmpty()) {
      throw new IllegalArgumentException("there must be a degree to try");
    }
    if (!suits(policy)) {
      throw new IllegalArgumentException(
          "the policy must be malleable or give one thread each: " + policy);
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
    if (least.isNegative() || least.isZero()) {
      throw new IllegalArgumentException("least must be positive: " + least);
    }
  }

  /**
   * Returns true if requests can explore beside this policy: it is malleable, or gives one thread
   * each.
   */
  public static boolean suits(Policy policy) {
    return policy.traits().isMalleable() || policy.maxDegree() == 1;
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return policy.admit(waiting, plain(load));
  }

  @Override
  public Decision decide(Progress running, Load load) {
    Decision decision = policy.decide(plain(running), plain(load));
    int degree = 0;
    if (begins(running)) {
      degree = beginsWith(load);
    } else if (running.degree() > policy.maxDegree() && keepsDegree(running, load)) {
      degree = running.degree();
    }
    if (degree <= decision.degree()) {
      return decision;
    }
    long lookNanos = least.toNanos() << (looks(running) + 1);
    return new Decision(
        degree, Math.min(decision.askAgainNanos(), lookNanos > 0 ? lookNanos : Decision.NEVER));
  }

  /**
   * Returns a request that explored as if its threads had come at once: it asked for its greatest
   * degree when it began, so the time until its threads came is part of that degree's cost.
   * Otherwise, among short requests, only those whose thread came soon would show a gain.
   *
   * @param explorer ended request; returned unchanged if it had one degree
   */
  public static Timeline withImmediateThreads(Timeline explorer) {
    return explorer.with(ChunkRates.withStartCharged(explorer.path()), explorer.stints());
  }

  /**
   * Returns true if a request begins to run. A request that already ran under an earlier policy
   * also has degree 0 when this policy is first asked about it, but does not begin to explore: part
   * of it ran on one thread that did not ask for more.
   */
  private static boolean begins(Progress request) {
    return request.degree() == 0 && request.executionNanos() == 0;
  }

  /** Returns the degree to try for a request that starts now; 0 for none. */
  private int beginsWith(Load load) {
    int number = number(load);
    if (load.waiting() > 0 || coin(Purpose.BEGIN, number, 0) >= share) {
      return 0;
    }
    int idle = load.cores() - Math.max(load.threads(), load.requests());
    for (int i = (int) (coin(Purpose.DEGREE, number, 0) * degrees.size()); i >= 0; i--) {
      if (degrees.get(i) - 1 <= idle) {
        return degrees.get(i);
      }
    }
    return 0;
  }

  /**
   * Returns true if the request keeps its degree. After the least time, each start and each check
   * gives another chance to end.
   */
  private boolean keepsDegree(Progress running, Load load) {
    boolean isFree =
        load.waiting() == 0 && Math.max(load.threads(), load.requests()) <= load.cores();
    int looks = looks(running);
    return isFree && (looks < 0 || coin(Purpose.END, number(load), looks) >= SHARE_THAT_ENDS);
  }

  /**
   * Returns the number of checks so far: at the least time, at twice it, four times it, and so on;
   * -1 before the first.
   */
  private int looks(Progress running) {
    long times = running.executionNanos() / least.toNanos();
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(times);
  }

  /** Returns a random number from 0 to less than 1, fixed by its arguments. */
  private double coin(Purpose purpose, int number, long place) {
    long start = seed + (number * 3L + purpose.number) * GOLDEN_GAMMA;
    return new SplittableRandom(new SplittableRandom(start).nextLong() + place).nextDouble();
  }

  /** Counts the start, next to the policy's own memory. */
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

  /** Returns the load as the policy sees it. */
  private static Load plain(Load load) {
    return load.remembering(load.memory() & MEMORY_MASK);
  }

  /** Returns the request as the policy sees it: without degrees above the policy's own. */
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

  /**
   * Returns the policy's traits; malleable also if it gives one thread each, since that costs it
   * nothing.
   */
  @Override
  public Traits traits() {
    Traits traits = policy.traits();
    return traits.malleable(traits.isMalleable() || policy.maxDegree() == 1);
  }

  @Override
  public int maxDegree() {
    return degrees.getLast();
  }

  @Override
  public String description() {
    return policy.description()
        + "; while cores are idle, a few requests try %s threads"
            .formatted(degrees.stream().map(String::valueOf).collect(Collectors.joining(" or ")));
  }

  /**
   * Counts what an {@link Exploration} costs: the requests that explored, and their thread time
   * beyond that of the same work at the policy's own degrees. Not thread-safe.
   */
  public static final class CostCounter {
    private final int ownDegree;
    private long requests;
    private long explorers;
    private double threadNanos;
    private double lostNanos;

    /**
     * Creates a counter at zero.
     *
     * @param ownDegree greatest degree that the policy itself asks for, at least 1
     */
    public CostCounter(int ownDegree) {
      if (ownDegree < 1) {
        throw new IllegalArgumentException("ownDegree must be at least 1: " + ownDegree);
      }
      this.ownDegree = ownDegree;
    }

    /**
     * Adds an ended request.
     *
     * @param speedups present estimate of the speedups
     */
    public void ended(Timeline request, SpeedupModel speedups) {
      requests++;
      threadNanos += request.threadNanos();
      if (request.peakDegree() <= ownDegree) {
        return;
      }
      explorers++;
      double demandNanos = speedups.demandNanos(request);
      double ownCost = ownDegree / speedups.speedup(ownDegree, demandNanos);
      for (Timeline.Phase phase : request.path()) {
        if (phase.degree() > ownDegree) {
          double work = phase.nanos() * speedups.speedup(phase.degree(), demandNanos);
          lostNanos += Math.max((double) phase.degree() * phase.nanos() - work * ownCost, 0);
        }
      }
    }

    /** Returns the number of ended requests. */
    public long requests() {
      return requests;
    }

    /** Returns the number of requests that had a degree above the policy's. */
    public long explorers() {
      return explorers;
    }

    /**
     * Returns the thread time lost by exploring as a share of all thread time, 0 to 1; 0 if there
     * is none.
     */
    public double lostShare() {
      return threadNanos > 0 ? Math.min(lostNanos / threadNanos, 1) : 0;
    }
  }
}
