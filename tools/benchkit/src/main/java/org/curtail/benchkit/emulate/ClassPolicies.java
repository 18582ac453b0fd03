package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.Profile;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.LeastEnergyOfThreads;
import org.curtail.energy.SpeedOpponents;
import org.curtail.energy.ThreadSpeedSchedule;
import org.curtail.energy.ThresholdController;
import org.curtail.policy.Sequential;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** Policies for cores of several classes, by name. */
public final class ClassPolicies {
  private static final String SLOW_TO_FAST = "slow-to-fast-";
  private static final String THREADS_AND_SPEEDS = "threads-and-speeds-";

  /** A percentile and a time in milliseconds. */
  private static final Pattern TAIL = Pattern.compile("p([0-9.]+)-([0-9.]+)");

  private final SpeedMachine machine;
  private final Optional<Profile> profile;

  private ClassPolicies(SpeedMachine machine, Optional<Profile> profile) {
    this.machine = machine;
    this.profile = profile;
  }

  /** Creates the policies for a known demand of requests. */
  public static ClassPolicies of(SpeedMachine machine, Profile profile) {
    return new ClassPolicies(machine, Optional.of(profile));
  }

  /** Creates the policies for unknown demand. */
  public static ClassPolicies withoutProfile(SpeedMachine machine) {
    return new ClassPolicies(machine, Optional.empty());
  }

  /**
   * Returns the policy of a name.
   *
   * @param name {@code slow-to-fast-20/40} for thresholds of 20 and 40 ms of the profile's time,
   *     {@code slow-to-fast-p99-50} for a controller of a p99 of 50 ms, {@code
   *     threads-and-speeds-50} for threads and speeds planned for a deadline of 50 ms
   * @throws IllegalArgumentException if the name is unknown, has too many thresholds, or needs a
   *     profile
   */
  public EmulatedPolicy named(String name) {
    return switch (name) {
      case EmulatedPolicy.ALL_FAST -> ofSpeeds(name, SpeedPolicy.allFast(machine));
      case "all-slow" -> ofSpeeds(name, SpeedPolicy.allSlow());
      case "tail-first" -> ofSpeeds(name, SpeedOpponents.tailFirst());
      default -> withNumbers(name);
    };
  }

  private static EmulatedPolicy ofSpeeds(String name, SpeedPolicy speeds) {
    return new EmulatedPolicy(name, new Sequential(), speeds);
  }

  private EmulatedPolicy withNumbers(String name) {
    if (name.startsWith(THREADS_AND_SPEEDS)) {
      return threadsAndSpeeds(name, name.substring(THREADS_AND_SPEEDS.length()));
    }
    if (!name.startsWith(SLOW_TO_FAST)) {
      throw new IllegalArgumentException(
          "with classes of cores expected all-fast, all-slow, tail-first, slow-to-fast-T, slow-to-fast-pP-T or threads-and-speeds-T, T in milliseconds, P a percentile, found '%s'"
              .formatted(name));
    }
    String numbers = name.substring(SLOW_TO_FAST.length());
    return numbers.startsWith("p")
        ? controlled(name, numbers)
        : ofSpeeds(name, thresholds(name, numbers));
  }

  private SlowToFast thresholds(String name, String numbers) {
    var thresholds = new ArrayList<Long>();
    try {
      for (String ms : numbers.split("/", -1)) {
        thresholds.add(Math.round(Double.parseDouble(ms) * 1e6));
      }
      if (thresholds.size() > machine.fastest()) {
        throw new IllegalArgumentException(
            "expected a threshold for each class but the slowest, %d at most, found '%s'"
                .formatted(machine.fastest(), name));
      }
      return new SlowToFast(thresholds, SpeedPolicy.WhenFull.TAKES_ANY);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "expected thresholds in milliseconds, ascending, such as slow-to-fast-20/40, found '%s'"
              .formatted(name),
          e);
    }
  }

  private EmulatedPolicy controlled(String name, String numbers) {
    Matcher parts = TAIL.matcher(numbers);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "expected a percentile and milliseconds, such as slow-to-fast-p99-50, found '%s'"
              .formatted(name));
    }
    double percentile = number(name, parts.group(1));
    double targetMs = number(name, parts.group(2));
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "expected a percentile of more than 0 and less than 100, found '%s'".formatted(name));
    }
    LeastEnergy least = LeastEnergy.of(profile(name), machine, percentile);
    requireReachable(name, targetMs, least.shortestMs());
    var tail = new TailTarget(ThresholdController.of(least, targetMs, percentile), least);
    return new EmulatedPolicy(
        name, new Sequential(), Optional.of(tail.steering(1).first()), Optional.of(tail));
  }

  private EmulatedPolicy threadsAndSpeeds(String name, String deadline) {
    double deadlineMs = number(name, deadline);
    Profile known = profile(name);
    LeastEnergyOfThreads least =
        LeastEnergyOfThreads.of(known, machine, 99, Math.min(known.maxDegree(), machine.cores()));
    requireReachable(name, deadlineMs, least.shortestMs());
    ThreadSpeedSchedule schedule = least.schedule(deadlineMs);
    return new EmulatedPolicy(name, schedule, schedule.speeds());
  }

  private static void requireReachable(String name, double ms, double shortestMs) {
    if (ms < shortestMs) {
      throw new IllegalArgumentException(
          "'%s' cannot be met: a request alone takes at least %.4g ms at the fastest"
              .formatted(name, shortestMs));
    }
  }

  private static double number(String name, String text) {
    try {
      double number = Double.parseDouble(text);
      if (number > 0 && !Double.isInfinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "expected a positive number, found '%s' in '%s'".formatted(text, name));
  }

  private Profile profile(String name) {
    return profile.orElseThrow(() ->
        new IllegalArgumentException(
            "'%s' is planned from times of requests, so it runs only with --emulate-cores and a profile"
                .formatted(name)));
  }
}
