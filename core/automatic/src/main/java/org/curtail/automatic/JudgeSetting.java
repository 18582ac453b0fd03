package org.curtail.automatic;

import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.Race.Round;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;

/**
 * What candidates are judged on. Immutable.
 *
 * @param profile the demand, at degrees up to {@link Profile#maxDegree}
 * @param machine the cores, and what threads cost beyond the profile's speedups
 * @param goal what counts
 * @param predictions how far predictions of the demand are off; empty if nobody predicts
 * @param effort how many requests may be simulated
 * @param seed for all that is drawn; the same one gives the same choice
 * @param present what serves now, which is kept if nothing is clearly better; empty if nothing does
 */
public record JudgeSetting(
    Profile profile,
    Machine machine,
    Goal goal,
    Optional<PredictionError> predictions,
    Effort effort,
    long seed,
    Optional<PolicyMap> present) {
  /** How much a judge may simulate. */
  public enum Effort {
    /**
     * For a plan that is there at once: the simplest candidate against the safe one, at each load
     * with no more requests than show which is better. About a second of one core.
     */
    QUICK,
    /** For a first choice: up to half a minute of one core, with at most some dozens of cores. */
    FIRST,
    /** For choices that are made often, such as once a minute: about half of that. */
    LATER;

    List<Round> rounds() {
      return switch (this) {
        case QUICK -> List.of(new Round(12, 1));
        case FIRST -> List.of(new Round(2, 5), new Round(4, 3), new Round(12, 2));
        case LATER -> List.of(new Round(1, 4), new Round(2, 2), new Round(8, 2));
      };
    }

    /** Whether all candidates run, or the simplest one only. */
    boolean isWhole() {
      return this != QUICK;
    }
  }

  /**
   * Until a thread that sleeps computes: 40 to 65 microseconds on a virtual machine. Requests that
   * take milliseconds feel that, above all where they take turns.
   */
  private static final long WAKE_UP_NANOS = 50_000;

  /** What is taken for granted of machines. */
  private static final Costs COSTS = new Costs(WAKE_UP_NANOS, 0).withSwitchNanos(WAKE_UP_NANOS);

  /**
   * Without predictions, for a first choice, on cores on which it takes a thread 50 microseconds to
   * begin or to go on.
   */
  public static JudgeSetting of(Profile profile, int cores, Goal goal, long seed) {
    return new JudgeSetting(
        profile,
        new Machine(cores, COSTS),
        goal,
        Optional.empty(),
        Effort.FIRST,
        seed,
        Optional.empty());
  }

  /** The same for predictions that are off by so much; empty if there are none. */
  public JudgeSetting predictedWith(Optional<PredictionError> error) {
    return new JudgeSetting(profile, machine, goal, error, effort, seed, present);
  }

  /** The same with another effort. */
  public JudgeSetting with(Effort other) {
    return new JudgeSetting(profile, machine, goal, predictions, other, seed, present);
  }

  /** The same while a map serves. */
  JudgeSetting beside(Optional<PolicyMap> serving) {
    return new JudgeSetting(profile, machine, goal, predictions, effort, seed, serving);
  }
}
