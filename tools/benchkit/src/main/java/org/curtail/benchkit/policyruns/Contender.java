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

/** A compared policy, by its name in results and tables. */
public sealed interface Contender {
  /** Its name. */
  String name();

  /** Inputs that it needs. */
  Set<Need> needs();

  /** True if it knows the demand of every request, which no service does. */
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
   * A policy tuned for each rate.
   *
   * @param name without the numbers, as {@link Tuner} knows it
   * @param maker makes a policy from a name with numbers; must be thread-safe
   */
  record ToTune(String name, Function<String, Policy> maker) implements Contender {
    @Override
    public Set<Need> needs() {
      return Tuner.needs(name);
    }
  }

  /**
   * A policy that learns while it serves and chooses its policies itself.
   *
   * @param isPredicted true if it gets predictions of demand
   * @param known the demand to begin with; empty to begin every run without knowledge
   */
  record Automatic(boolean isPredicted, Optional<Profile> known) implements Contender {
    /** By its name. */
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
     * The steering of one run.
     *
     * @param maxDegree greatest degree at which requests can be served
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
