package org.curtail.automatic.choose;

import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.choose.SuccessiveHalving.Round;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;

/**
 * Input of a {@link Judge}. Immutable.
 *
 * @param profile the demand, at degrees up to {@link Profile#maxDegree}
 * @param machine the cores, and the cost of threads beyond the profile's speedups
 * @param goal goal of the choice
 * @param predictions error of predictions of the demand; empty without predictions
 * @param effort amount of simulation
 * @param seed seed of all draws; the same seed gives the same choice
 * @param present map in use, which stays if no other is clearly better; empty if there is none
 */
public record JudgeSetting(
    Profile profile,
    Machine machine,
    Goal goal,
    Optional<PredictionError> predictions,
    Effort effort,
    long seed,
    Optional<PolicyMap> present) {
  /** Amount of simulation. */
  public enum Effort {
    /**
     * Immediate plan: the simplest candidate against the baseline, with just enough requests at
     * each load to show the better one. About a second of one core.
     */
    QUICK,
    /** First choice: up to half a minute of one core, with at most some dozens of cores. */
    FIRST,
    /** Frequent choices, such as once a minute: about half of the time of {@link #FIRST}. */
    LATER;

    List<Round> rounds() {
      return switch (this) {
        case QUICK -> List.of(new Round(12, 1));
        case FIRST -> List.of(new Round(2, 5), new Round(4, 3), new Round(12, 2));
        case LATER -> List.of(new Round(1, 4), new Round(2, 2), new Round(8, 2));
      };
    }

    /** Returns true if all candidates run, not just the simplest one. */
    public boolean isWhole() {
      return this != QUICK;
    }
  }

  /**
   * Time until a sleeping thread computes: 40 to 65 microseconds on a virtual machine. Requests of
   * milliseconds become slower by it, above all if they take turns.
   */
  private static final long WAKE_UP_NANOS = 50_000;

  private static final Costs COSTS = new Costs(WAKE_UP_NANOS, 0).withSwitchNanos(WAKE_UP_NANOS);

  /**
   * Returns the setting of a first choice without predictions. Starting or resuming a thread costs
   * 50 microseconds.
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

  /** Returns this setting with an error of predictions; empty if there are none. */
  public JudgeSetting predictedWith(Optional<PredictionError> error) {
    return new JudgeSetting(profile, machine, goal, error, effort, seed, present);
  }

  /** Returns this setting with another effort. */
  public JudgeSetting with(Effort other) {
    return new JudgeSetting(profile, machine, goal, predictions, other, seed, present);
  }

  /** Returns this setting with a present map. */
  public JudgeSetting beside(Optional<PolicyMap> serving) {
    return new JudgeSetting(profile, machine, goal, predictions, effort, seed, serving);
  }
}
