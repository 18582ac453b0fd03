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
 * Policy that lets some requests try a degree beyond another policy's degrees, to learn its
 * speedup. Pure, like all policies.
 *
 * <p>The seed and the number of its start decide if a request tries a degree. It begins with that
 * degree if enough cores are idle and no request waits. After a random time, or as soon as all
 * cores are used, the wrapped policy decides. So the request has had several degrees, and a
 * comparison within it shows the speedup. The trial takes threads back, so the wrapped policy must
 * be malleable or give one thread each ({@link #suits}). {@link CostCounter} counts the cost of
 * exploring.
 *
 * <p>{@link Load#memory} contains the number of starts; the wrapped policy gets its own memory
 * there. So the memory of the wrapped policy must be less than 2<sup>32</sup>, as in all policies
 * of the library.
 *
 * @param policy the policy for all other decisions
 * @param degrees degrees to try: ascending, each above the policy's greatest, at least one. If
 *     fewer cores are idle than a degree needs, the next lower one is tried.
 * @param share share of the requests that explore if cores are idle: more than 0, at most 1
 * @param least least time with the degree, if cores suffice; more than 0. On average the time ends
 *     after four more starts of requests. A quarter of the median demand shows most.
 * @param from time that a request has run when it may begin to explore; zero for its start. Later
 *     than that of all short requests, so that only long ones explore
 * @param seed draws requests, degrees and times
 */
public record Exploration(
    Policy policy, List<Integer> degrees, double share, Duration least, Duration from, long seed)
    implements DelegatingPolicy {
  private static final int COUNTER_BITS = 32;
  private static final long MEMORY_MASK = (1L << COUNTER_BITS) - 1;
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private static final double SHARE_THAT_ENDS = 0.25;

  /** Multiple of {@link #from} until which a request may begin. */
  private static final double MOST_LATE = 1.5;

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
    if (least.isNegative() || least.isZero() || from.isNegative()) {
      throw new IllegalArgumentException(
          "least must be positive and from not negative: least=%s, from=%s".formatted(least, from));
    }
  }

  /** Creates an exploration that begins with the requests. */
  public Exploration(
      Policy policy, List<Integer> degrees, double share, Duration least, long seed) {
    this(policy, degrees, share, least, Duration.ZERO, seed);
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
    } else if (running.decidedDegree() > policy.maxDegree() && keepsDegree(running, load)) {
      degree = running.decidedDegree();
    }
    if (degree <= decision.degree()) {
      return running.executionNanos() < from.toNanos()
          ? new Decision(decision.degree(), Math.min(decision.askAgainNanos(), from.toNanos()))
          : decision;
    }
    long lookNanos = least.toNanos() << (looks(running) + 1);
    return new Decision(
        degree,
        Math.min(
            decision.askAgainNanos(), lookNanos > 0 ? from.toNanos() + lookNanos : Decision.NEVER));
  }

  /**
   * Returns an exploring request as if its threads had come at once. The request asked for its
   * greatest degree at its start, so the wait for threads is part of that degree's cost. Without
   * this, only short requests whose thread came soon would show a gain.
   *
   * @param explorer ended request; returned unchanged if it had one degree
   */
  public static Timeline withImmediateThreads(Timeline explorer) {
    return explorer.with(ChunkRates.withStartCharged(explorer.path()), explorer.stints());
  }

  /**
   * Returns true if a request begins to run, or has run for {@link #from} and not much longer. A
   * request from an earlier policy also has degree 0 at this policy's first decision. It must not
   * begin to explore as if it began to run, since a part of it ran on one thread without asking for
   * more.
   */
  private boolean begins(Progress request) {
    return from.isZero()
        ? request.decidedDegree() == 0 && request.executionNanos() == 0
        : request.decidedDegree() <= policy.maxDegree()
            && request.executionNanos() >= from.toNanos()
            && request.executionNanos() <= MOST_LATE * from.toNanos();
  }

  /** Returns the degree to try for a starting request; 0 for none. */
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
   * may end the trial.
   */
  private boolean keepsDegree(Progress running, Load load) {
    boolean isFree =
        load.waiting() == 0 && Math.max(load.threads(), load.requests()) <= load.cores();
    int looks = looks(running);
    return isFree && (looks < 0 || coin(Purpose.END, number(load), looks) >= SHARE_THAT_ENDS);
  }

  /**
   * Returns the number of checks so far, -1 before the first. Checks are at the least time after
   * {@link #from}, at twice it, four times it, and so on.
   */
  private int looks(Progress running) {
    long times = Math.max(running.executionNanos() - from.toNanos(), 0) / least.toNanos();
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(times);
  }

  /** Returns a random number from 0 to less than 1 that depends on the arguments only. */
  private double coin(Purpose purpose, int number, long place) {
    long start = seed + (number * 3L + purpose.number) * GOLDEN_GAMMA;
    return new SplittableRandom(new SplittableRandom(start).nextLong() + place).nextDouble();
  }

  /** Counts the start, beside the policy's own memory. */
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

  /** Returns the load with the wrapped policy's own memory. */
  private static Load plain(Load load) {
    return load.remembering(load.memory() & MEMORY_MASK);
  }

  /** Returns the request without degrees above the wrapped policy's own. */
  private Progress plain(Progress request) {
    return request.decidedDegree() <= policy.maxDegree()
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
   * Returns the policy's traits. A policy of one thread each becomes malleable, which costs it
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
   * Counts the cost of an {@link Exploration}: the exploring requests, and their additional thread
   * time. The reference is the same work at the policy's own degrees. Not thread-safe.
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
     * @param ownDegree greatest degree of the wrapped policy, at least 1
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

    /** Returns the number of requests with a degree above the policy's. */
    public long explorers() {
      return explorers;
    }

    /**
     * Returns the thread time lost by exploring as a share of all thread time, 0 to 1; 0 without
     * requests.
     */
    public double lostShare() {
      return threadNanos > 0 ? Math.min(lostNanos / threadNanos, 1) : 0;
    }
  }
}
