package org.curtail.policy;

import java.time.Duration;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * The disciplines of queueing theory: each request has one thread, and as many requests are served
 * at a time as there are cores.
 */
public final class OneThreadEach {
  private OneThreadEach() {}

  /**
   * Returns the policy of a queue without parallelism: in order of arrival, without preemption.
   * Under {@link Sequential} there is no queue: requests share the cores.
   */
  public static Policy firstComeFirstServed() {
    return new FirstComeFirstServed();
  }

  /**
   * Returns the policy under which all requests share the cores equally, in turns, without more
   * threads than cores. An engine serves {@link Sequential} in the same way. In a simulation
   * without chunks the sharing is ideal.
   *
   * <p>In an M/G/1 queue, requests of demand x have a mean latency of x / (1 - load), whatever the
   * other demands are (Kleinrock: Queueing Systems, volume 2, section 4.4).
   */
  public static Policy processorSharing() {
    return new ProcessorSharing();
  }

  /**
   * Returns the policy that serves the requests with the least attained service:
   * foreground-background scheduling. Consider an M/G/1 queue and all disciplines that do not know
   * demands. If the hazard rate of demand decreases, this policy has the lowest mean latency
   * (Yashkov 1987; Righter, Shanthikumar 1989), but long requests take longer. If the hazard rate
   * increases, it is the worst.
   *
   * <p>Attained service is compared in steps: one quantum each at first, then eight for each
   * doubling. Within a step, the first to arrive is first.
   */
  public static Policy leastAttained() {
    return new LeastAttained();
  }

  /**
   * Returns the policy that serves the requests with the greatest Gittins index of their attained
   * service. Of equal requests, the oldest is first. Of all disciplines that do not know demands,
   * this one has the lowest mean latency in an M/G/1 queue (Gittins 1989; Aalto, Ayesta, Righter:
   * On the Gittins index in the M/G/1 queue, 2009). In two cases it equals a simpler policy (same
   * source). The policy is first come first served if and only if no request that has run has more
   * expected remaining demand than a new one, for example if the hazard rate of demand rises. The
   * policy is {@link #leastAttained} if and only if the hazard rate falls. On k busy servers the
   * mean is nearly the lowest (Scully, Grosof, Harchol-Balter: The Gittins policy is nearly optimal
   * in the M/G/k under extremely general conditions, 2020). If demand has a heavy tail, the tail of
   * the latency has the best possible decay. If demand has a light tail, the decay is the best
   * possible, the worst possible or between, depending on the demand (Scully, van Kreveld: When
   * does the Gittins policy have asymptotically optimal response time tail in the M/G/1?, 2024).
   *
   * <p>A request that has been preempted for 20 times the longest demand of the profile continues,
   * whatever its index.
   */
  public static Policy gittins(Profile profile) {
    return Gittins.of(profile);
  }

  /** The common part of these policies. */
  interface Serial extends Policy {
    @Override
    default Decision decide(Progress running, Load load) {
      return Decision.keep(1);
    }

    @Override
    default int maxDegree() {
      return 1;
    }

    @Override
    default int threads(int cores) {
      return cores;
    }
  }

  /** See {@link #firstComeFirstServed}. */
  record FirstComeFirstServed() implements Serial {
    @Override
    public String description() {
      return "one thread a request, in order of arrival";
    }
  }

  /** See {@link #processorSharing}. */
  record ProcessorSharing() implements Serial {
    private static final Traits TRAITS = Traits.NONE.preempting(Preemption.turns(Preemption.TURN));

    @Override
    public String description() {
      return "one thread a request; requests that outnumber the cores take turns of %d ms"
          .formatted(Preemption.TURN.toMillis());
    }

    @Override
    public Traits traits() {
      return TRAITS;
    }
  }

  /** See {@link #leastAttained}. */
  record LeastAttained() implements Serial {
    /**
     * The shortest slice by priority. This slice may be shorter than a turn of {@link
     * ProcessorSharing}: slices grow with the attained service, so there are few switches.
     */
    static final Duration QUANTUM = Duration.ofMillis(1);

    /** Number of levels for each doubling of the attained service. */
    private static final int LEVELS_PER_DOUBLING = 8;

    private static final Traits TRAITS =
        Traits.RANKING.preempting(
            new Preemption(
                Preemption.Order.PRIORITY, QUANTUM.toNanos(), Preemption.UNLIMITED_NANOS));

    @Override
    public String description() {
      return "one thread a request; cores go to the requests that have computed least so far";
    }

    /**
     * The attained service in steps. Up to eight, each quantum is a step. Then steps grow
     * geometrically.
     */
    @Override
    public int level(Progress preempted) {
      double quanta = (double) preempted.attainedNanos() / QUANTUM.toNanos();
      return quanta <= LEVELS_PER_DOUBLING
          ? (int) quanta
          : LEVELS_PER_DOUBLING
              + (int)
                  (LEVELS_PER_DOUBLING
                      * StrictMath.log(quanta / LEVELS_PER_DOUBLING)
                      / StrictMath.log(2));
    }

    @Override
    public double priority(Progress request, Load load) {
      return -level(request);
    }

    @Override
    public Traits traits() {
      return TRAITS;
    }
  }
}
