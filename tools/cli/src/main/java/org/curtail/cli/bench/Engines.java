package org.curtail.cli.bench;

import java.util.Optional;
import org.curtail.Policy;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.LinuxBoost;
import org.curtail.linux.LinuxThreads;
import org.curtail.runtime.AutomaticSetup;
import org.curtail.runtime.Boosting;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Setup;

/**
 * Sets up engines with boosting, which is probed once, and with initial knowledge.
 *
 * @param boosting in force
 * @param boost by the operating system, if in force
 * @param description of the boosting in force, for people, with the reason if another was asked for
 * @param known initial knowledge of engines that choose their policies themselves; empty for none
 */
record Engines(
    Boosting boosting,
    Optional<LinuxBoost> boost,
    String description,
    Optional<NamedKnowledge> known) {
  /** Probes boosting by the operating system if asked for, which takes a third of a second. */
  static Engines boostedBy(BoostKind kind) {
    return switch (kind) {
      case GATE -> of(Boosting.GATE);
      case OFF -> of(Boosting.OFF);
      case SYSTEM ->
          switch (LinuxBoost.probe()) {
            case Available<LinuxBoost>(LinuxBoost found) ->
                new Engines(
                    Boosting.by(found), Optional.of(found), found.description(), Optional.empty());
            case Unavailable<LinuxBoost>(String reason) ->
                new Engines(
                    Boosting.GATE,
                    Optional.empty(),
                    "%s; boosting by the operating system is unavailable, because %s"
                        .formatted(Boosting.GATE.description(), reason),
                    Optional.empty());
          };
    };
  }

  private static Engines of(Boosting boosting) {
    return new Engines(boosting, Optional.empty(), boosting.description(), Optional.empty());
  }

  /** The same engines with initial knowledge, for those that choose their policies themselves. */
  Engines knowing(Optional<NamedKnowledge> given) {
    return new Engines(boosting, boost, description, given);
  }

  /** Returns an engine that is not started yet. */
  Setup setup(String name, Policy policy, int cores) {
    return boosted(name, Curtail.with(policy).cores(cores).name(name));
  }

  /** Returns an engine that chooses its policies itself and is not started yet. */
  Setup automatic(String name, int cores) {
    AutomaticSetup setup =
        Curtail.automatic()
            .cores(cores)
            .name(name)
            .planningThreads(LinuxThreads.named(name + "-planning").behindOthers());
    known.ifPresent(given -> setup.knowing(given.text(cores), given.file().toString()));
    return boosted(name, setup);
  }

  private Setup boosted(String name, Setup setup) {
    setup.boosting(boosting);
    boost.ifPresent(by -> setup.threadFactory(LinuxThreads.named(name).readyFor(by)));
    return setup;
  }
}
