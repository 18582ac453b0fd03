package org.curtail.benchkit.policyruns;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;
import org.curtail.tune.Tuner;

/** A compared policy. */
public sealed interface Contender {
  /** Returns the name in results and tables. */
  String name();

  /** Returns the needed inputs. */
  Set<Need> needs();

  /** True if the policy knows the true demand of every request. */
  default boolean knowsDemand() {
    return needs().contains(Need.DEMAND);
  }

  /** The same policy at every rate. */
  record Fixed(String name, Policy policy) implements Contender {
    @Override
    public Set<Need> needs() {
      return Policies.needs(name);
    }
  }

  /**
   * A policy that is tuned for each rate.
   *
   * @param name name for {@link Tuner}, without numbers
   * @param maker thread-safe function from a name with numbers to a policy
   */
  record ToTune(String name, Function<String, Policy> maker) implements Contender {
    @Override
    public Set<Need> needs() {
      return Tuner.needs(name);
    }
  }

  /**
   * A policy that learns during the run and chooses policies itself.
   *
   * @param isPredicted true if it receives predictions of demand
   * @param known known demand at the begin of each run; may be empty
   */
  record Automatic(boolean isPredicted, Optional<Profile> known) implements Contender {
    /** Returns the automatic policy of a name. */
    public static Automatic named(String name, Optional<Profile> known) {
      return new Automatic(name.equals(PolicyNames.AUTOMATIC_PREDICTED), known);
    }

    @Override
    public String name() {
      return isPredicted ? PolicyNames.AUTOMATIC_PREDICTED : PolicyNames.AUTOMATIC;
    }

    @Override
    public Set<Need> needs() {
      return isPredicted ? Set.of(Need.PREDICTIONS) : Set.of();
    }

    /**
     * Returns the steering of one run.
     *
     * @param maxDegree greatest possible degree of requests
     */
    LoggedSteering steering(int cores, int maxDegree, long seed) {
      PilotSetting setting = PilotSetting.of(cores);
      return LoggedSteering.of(
          setting.upToDegree(Math.min(maxDegree, setting.maxDegree())).seeded(seed),
          known.map(Contender::knowing).orElse(PilotKnowledge.NOTHING));
    }
  }

  private static PilotKnowledge knowing(Profile profile) {
    return new PilotKnowledge(Optional.of(profile), Optional.empty(), List.of());
  }
}
