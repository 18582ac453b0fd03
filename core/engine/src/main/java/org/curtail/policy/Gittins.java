package org.curtail.policy;

import java.time.Duration;
import org.curtail.Load;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.GittinsIndex;

/**
 * One thread each for those requests with the greatest {@link GittinsIndex} of the service that
 * they have attained, of equal ones for the oldest. Of all disciplines that do not know demands it
 * has the lowest mean latency in an M/G/1 queue (Gittins 1989; Aalto, Ayesta, Righter: On the
 * Gittins index in the M/G/1 queue, 2009). It is first come first served if and only if nobody who
 * has run is expected to have more left than a new request, as where the hazard rate of demand
 * rises; and {@link LeastAttained} if and only if the hazard rate falls (the same). On k servers
 * the mean is nearly the lowest when they are busy (Scully, Grosof, Harchol-Balter: The Gittins
 * policy is nearly optimal in the M/G/k under extremely general conditions, 2020). Its tail has the
 * best possible decay where demand has a heavy tail; where that is light, it is the best or the
 * worst possible or between, depending on the demand (Scully, van Kreveld: When does the Gittins
 * policy have asymptotically optimal response time tail in the M/G/1?, 2024).
 *
 * <p>A request that was set aside for {@value #LONGEST_ASIDE} times the longest demand of the
 * profile goes on whatever its index.
 */
public final class Gittins implements OneThreadEach {
  /**
   * In longest demands. Shorter, many a long request would go on out of order while the service is
   * busy; in an overloaded one all others wait for who has waited that long.
   */
  private static final int LONGEST_ASIDE = 20;

  private final GittinsIndex index;
  private final Traits traits;

  private Gittins(GittinsIndex index, Preemption preemption) {
    this.index = index;
    traits = Traits.RANKING.preempting(preemption);
  }

  /** By the demands of a profile. */
  public static Gittins of(Profile profile) {
    return new Gittins(GittinsIndex.of(profile), preemption(profile));
  }

  /** By priority, with the guarantee for the long ones. */
  static Preemption preemption(Profile profile) {
    double longestAsideMs = LONGEST_ASIDE * profile.percentileMs(100, 1);
    return Preemption.byPriority(
        LeastAttained.QUANTUM, Duration.ofMillis((long) Math.ceil(longestAsideMs)));
  }

  @Override
  public int level(Progress aside) {
    return index.level(aside.attainedNanos() / 1e6);
  }

  @Override
  public double priority(Progress request, Load load) {
    return level(request);
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public String toString() {
    return "Gittins";
  }
}
