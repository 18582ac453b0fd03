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
   * {@link Sequential} has no queue, its requests share the cores.
   */
  public static Policy firstComeFirstServed() {
    return new FirstComeFirstServed();
  }

  /**
   * All requests share the cores equally, in turns and without more threads than cores. An engine
   * serves {@link Sequential} in the same way. In a simulation without chunks the sharing is ideal.
   *
   * <p>In an M/G/1 queue the mean latency of requests of demand x is x / (1 - load), whatever the
   * other demands are (Kleinrock: Queueing Systems, volume 2, section 4.4).
   */
  public static Policy processorSharing() {
    return new ProcessorSharing();
  }

  /**
   * Returns the policy that serves the requests with the least attained service:
   * foreground-background scheduling. Of all disciplines that do not know demands it has the lowest
   * mean latency in an M/G/1 queue if the hazard rate of demand decreases (Yashkov 1987; Righter,
   * Shanthikumar 1989); long requests pay for it, and where the hazard rate increases it is the
   * worst.
   *
   * <p>Attained service is compared in steps: one quantum each at first, then eight for each
   * doubling. Within a step, the first to arrive is first.
   */
  public static Policy leastAttained() {
    return new LeastAttained();
  }

  /**
   * Returns the policy that serves the requests with the greatest Gittins index of their attained
   * service, of equal ones the oldest. Of all disciplines that do not know demands it has the
   * lowest mean latency in an M/G/1 queue (Gittins 1989; Aalto, Ayesta, Righter: On the Gittins
   * index in the M/G/1 queue, 2009). It is first come first served if and only if no request that
   * has run is expected to have more left than a new one, as where the hazard rate of demand rises;
   * and {@link #leastAttained} if and only if the hazard rate falls (the same). On k servers the
   * mean is nearly the lowest when they are busy (Scully, Grosof, Harchol-Balter: The Gittins
   * policy is nearly optimal in the M/G/k under extremely general conditions, 2020). Its tail has
   * the best possible decay where demand has a heavy tail; where that is light, it is the best or
   * the worst possible or between, depending on the demand (Scully, van Kreveld: When does the
   * Gittins policy have asymptotically optimal response time tail in the M/G/1?, 2024).
   *
   * <p>A request that was preempted for 20 times the longest demand of the profile goes on whatever
   * its index.
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
     * The shortest slice by priority. It may be shorter than a turn of {@link ProcessorSharing},
     * since slices grow with the attained service, so that switches are few.
     */
    static final Duration QUANTUM = Duration.ofMillis(1);

    /** Levels for each doubling of the attained service. */
    private static final int LEVELS_PER_DOUBLING = 8;

    private static final Traits TRAITS =
        Traits.RANKING.preempting(
            new Preemption(
                Preemption.Order.PRIORITY, QUANTUM.toNanos(), Preemption.UNLIMITED_NANOS));

    @Override
    public String description() {
      return "one thread a request; cores go to the requests that have computed least so far";
    }

    /** Attained service in steps: each quantum is one up to eight, then they grow geometrically. */
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
