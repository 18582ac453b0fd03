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
 * @param effort number of requests that may be simulated
 * @param seed seed of all draws; the same seed gives the same choice
 * @param present map in use, which is kept if nothing is clearly better; empty if there is none
 */
public record JudgeSetting(
    Profile profile,
    Machine machine,
    Goal goal,
    Optional<PredictionError> predictions,
    Effort effort,
    long seed,
    Optional<PolicyMap> present) {
  /** The amount of simulation allowed. */
  public enum Effort {
    /**
     * For an immediate plan: the simplest candidate against the baseline, at each load with just
     * enough requests to show which is better. About a second of one core.
     */
    QUICK,
    /** For a first choice: up to half a minute of one core, with at most some dozens of cores. */
    FIRST,
    /** For frequent choices, such as once a minute: about half of that. */
    LATER;

    List<Round> rounds() {
      return switch (this) {
        case QUICK -> List.of(new Round(12, 1));
        case FIRST -> List.of(new Round(2, 5), new Round(4, 3), new Round(12, 2));
        case LATER -> List.of(new Round(1, 4), new Round(2, 2), new Round(8, 2));
      };
    }

    /** Returns true if all candidates run, not the simplest one only. */
    public boolean isWhole() {
      return this != QUICK;
    }
  }

  /**
   * Time until a sleeping thread computes: 40 to 65 microseconds on a virtual machine. Requests of
   * milliseconds feel it, above all where they take turns.
   */
  private static final long WAKE_UP_NANOS = 50_000;

  /** Assumed costs of machines. */
  private static final Costs COSTS = new Costs(WAKE_UP_NANOS, 0).withSwitchNanos(WAKE_UP_NANOS);

  /**
   * Returns the setting of a first choice without predictions, on cores where starting or resuming
   * a thread takes 50 microseconds.
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

  /** Returns this setting beside a map in use. */
  JudgeSetting beside(Optional<PolicyMap> serving) {
    return new JudgeSetting(profile, machine, goal, predictions, effort, seed, serving);
  }
}
