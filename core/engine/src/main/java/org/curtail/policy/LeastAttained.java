package org.curtail.policy;

import java.time.Duration;
import org.curtail.Load;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * One thread each for those requests that have attained the least service so far:
 * foreground-background scheduling. Of all disciplines that do not know demands it has the lowest
 * mean latency in an M/G/1 queue if the hazard rate of demand decreases (Yashkov 1987; Righter,
 * Shanthikumar 1989); long requests pay for it, and where the hazard rate increases it is the
 * worst.
 *
 * <p>Attained service is told apart in steps: one quantum each at first, then eight for each
 * doubling. Within a step, who arrived first is first.
 */
public record LeastAttained() implements OneThreadEach {
  /**
   * The shortest slice of those that go by priority. It may be shorter than a turn of {@link
   * ProcessorSharing}, since slices grow with the service attained, so that switches are few.
   */
  static final Duration QUANTUM = Duration.ofMillis(1);

  /** Levels for each doubling of the attained service. */
  private static final int LEVELS_PER_DOUBLING = 8;

  private static final Traits TRAITS =
      Traits.RANKING.preempting(
          new Preemption(Preemption.Order.PRIORITY, QUANTUM.toNanos(), Preemption.UNLIMITED_NANOS));

  /** Attained service in steps: each quantum is one up to eight, then they grow geometrically. */
  @Override
  public int level(Progress aside) {
    double quanta = (double) aside.attainedNanos() / QUANTUM.toNanos();
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
