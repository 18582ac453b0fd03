package org.curtail.lab.emulate;

import java.util.ArrayList;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.measurement.openloop.ContenderName;
import org.curtail.measurement.policyruns.Contender;
import org.curtail.measurement.policyruns.Foreknowledge;
import org.curtail.measurement.terminal.PolicyNames;
import org.curtail.policy.Policies;
import org.curtail.policy.Sequential;
import org.curtail.sim.Predictor;
import org.curtail.speed.OneSpeed;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.TailFirst;
import org.curtail.speed.WhenFull;

/**
 * A policy that the engine can run on emulated cores.
 *
 * @param name as on the command line
 * @param policy of threads
 * @param speeds which class of cores each request is for; empty if cores are alike
 */
public record EmulatedPolicy(String name, Policy policy, Optional<SpeedPolicy> speeds) {
  /** What others are held against on classes of cores. */
  public static final String ALL_FAST = "all-fast";

  private static final String SLOW_TO_FAST = "slow-to-fast-";

  /** On cores that are alike. */
  public EmulatedPolicy(String name, Policy policy) {
    this(name, policy, Optional.empty());
  }

  /**
   * Makes one for cores of several classes.
   *
   * @param name {@code slow-to-fast-20/40} for thresholds of 20 and 40 ms of the profile's time
   * @throws IllegalArgumentException if it is not known, or has too many thresholds
   */
  public static EmulatedPolicy onClasses(String name, SpeedMachine machine) {
    SpeedPolicy speeds =
        switch (name) {
          case ALL_FAST -> OneSpeed.allFast(machine);
          case "all-slow" -> OneSpeed.allSlow();
          case "tail-first" -> new TailFirst();
          default -> slowToFast(name, machine);
        };
    return new EmulatedPolicy(name, new Sequential(), Optional.of(speeds));
  }

  private static SlowToFast slowToFast(String name, SpeedMachine machine) {
    if (!name.startsWith(SLOW_TO_FAST)) {
      throw new IllegalArgumentException(
          "with classes of cores expected all-fast, all-slow, tail-first or slow-to-fast-T, T the thresholds in milliseconds, found '%s'"
              .formatted(name));
    }
    var thresholds = new ArrayList<Long>();
    try {
      for (String ms : name.substring(SLOW_TO_FAST.length()).split("/", -1)) {
        thresholds.add(Math.round(Double.parseDouble(ms) * 1e6));
      }
      if (thresholds.size() > machine.fastest()) {
        throw new IllegalArgumentException(
            "expected a threshold for each class but the slowest, %d at most, found '%s'"
                .formatted(machine.fastest(), name));
      }
      return new SlowToFast(thresholds, WhenFull.TAKES_ANY);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected thresholds in milliseconds, ascending, such as slow-to-fast-20/40, found '%s'"
              .formatted(name),
          e);
    }
  }

  /**
   * Makes one.
   *
   * @param maxDegree that requests were measured at
   * @throws IllegalArgumentException if it is not known, lacks a profile or table, goes beyond what
   *     was measured, or wants what is not emulated
   */
  public static EmulatedPolicy named(
      String name, Policies.Ingredients ingredients, int maxDegree, int cores) {
    if (name.equals(PolicyNames.AUTOMATIC)) {
      return new EmulatedPolicy(name, new Sequential());
    }
    if (!Policies.isKnown(name)) {
      throw new IllegalArgumentException(PolicyNames.unknown(name, PolicyNames.listed()));
    }
    Policy policy = Policies.named(name, ingredients);
    requireWhatIsEmulated(name, policy);
    if (policy.maxDegree() > maxDegree) {
      throw new IllegalArgumentException(
          "expected at most the degree %d that was measured, found '%s', which goes to %d"
              .formatted(maxDegree, name, policy.maxDegree()));
    }
    ContenderName.checkThreads(name, policy, cores);
    return new EmulatedPolicy(name, policy);
  }

  /**
   * What it is told of requests beforehand, the engine and the simulator alike.
   *
   * @param seed of errors
   */
  Predictor predictor(Foreknowledge foreknowledge, long seed) {
    return foreknowledge.predictor(
        isAutomatic()
            ? new Contender.Automatic(Optional.empty())
            // Those that know classes of cores are told nothing.
            : new Contender.Fixed(speeds.isPresent() ? "sequential" : name, policy),
        seed);
  }

  /** Whether it chooses its policies itself; {@link #policy} is then the first one. */
  boolean isAutomatic() {
    return name.equals(PolicyNames.AUTOMATIC);
  }

  /** The one place that knows what the simulator can do and an emulation cannot. */
  private static void requireWhatIsEmulated(String name, Policy policy) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "'%s' boosts threads, of which emulated cores know nothing".formatted(name));
    }
  }
}
