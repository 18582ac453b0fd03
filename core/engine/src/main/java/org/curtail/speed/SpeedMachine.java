package org.curtail.speed;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * The cores that requests run on, and the power that they draw: cores of several kinds, or cores
 * whose clocks have steps. A request runs alone on a core. Classes are numbered from 0, the
 * slowest. Immutable.
 *
 * @param kind of the classes
 * @param classes at least one, with different names and speeds; a faster one draws no less. Kept in
 *     ascending order of speed
 * @param moveNanos time for which a request stands still when it changes its core or clock, while
 *     the core that it moved to draws the power of a busy one; starting costs nothing; 0 to {@value
 *     #MOST_MOVE_NANOS}
 * @param moveJoules energy of each move, beyond the delay; 0 to {@value #MOST_MOVE_JOULES}
 * @param unscaledShare the share of a request's time at speed 1 that takes as long at any speed,
 *     such as waiting for memory; 0 to less than 1. The core draws its {@code busyWatts} meanwhile
 * @param budgetWatts most power of all cores together; {@link Double#POSITIVE_INFINITY} for any. At
 *     least the power of one core busy at any class and all others idle
 */
public record SpeedMachine(
    Kind kind,
    List<SpeedClass> classes,
    long moveNanos,
    double moveJoules,
    double unscaledShare,
    double budgetWatts) {
  /** The kind of a machine's classes. */
  public enum Kind {
    /** Different cores: a request changes its class by moving to another core. */
    CORES,
    /**
     * Steps of the clock, which each core has for itself. An idle core is at the slowest step; it
     * takes the clock of a request as it starts it.
     */
    CLOCKS
  }

  /** Ten seconds: a longer move is never worth it. */
  public static final long MOST_MOVE_NANOS = 10_000_000_000L;

  /** Far beyond any. */
  public static final double MOST_MOVE_JOULES = 1e6;

  /** Sums of watts that differ by less are equal. */
  private static final double ROUNDING = 1e-9;

  public SpeedMachine {
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("a machine needs at least one speed class");
    }
    classes = classes.stream().sorted(Comparator.comparingDouble(SpeedClass::speed)).toList();
    requireDifferent(classes);
    if (kind == Kind.CLOCKS) {
      requireOneCount(classes);
    }
    if (moveNanos < 0 || moveNanos > MOST_MOVE_NANOS) {
      throw new IllegalArgumentException(
          "moveNanos must lie between 0 and %d: %d".formatted(MOST_MOVE_NANOS, moveNanos));
    }
    if (!(moveJoules >= 0 && moveJoules <= MOST_MOVE_JOULES)) {
      throw new IllegalArgumentException(
          "moveJoules must lie between 0 and %s: %s".formatted(MOST_MOVE_JOULES, moveJoules));
    }
    if (!(unscaledShare >= 0 && unscaledShare < 1)) {
      throw new IllegalArgumentException(
          "unscaledShare must be at least 0 and less than 1: " + unscaledShare);
    }
    double least = leastBudgetWatts(kind, classes);
    if (!(budgetWatts >= least * (1 - ROUNDING))) {
      throw new IllegalArgumentException(
          "budgetWatts must be at least %s, which one busy core draws beside idle ones: %s"
              .formatted(least, budgetWatts));
    }
  }

  private static void requireDifferent(List<SpeedClass> ascending) {
    var names = new HashSet<String>();
    for (SpeedClass one : ascending) {
      if (!names.add(one.name())) {
        throw new IllegalArgumentException("two speed classes have the name " + one.name());
      }
    }
    for (int k = 1; k < ascending.size(); k++) {
      SpeedClass slower = ascending.get(k - 1);
      SpeedClass faster = ascending.get(k);
      if (slower.speed() == faster.speed()) {
        throw new IllegalArgumentException(
            "%s and %s have the same speed: %s"
                .formatted(slower.name(), faster.name(), faster.speed()));
      }
      if (faster.busyWatts() < slower.busyWatts()) {
        throw new IllegalArgumentException(
            "%s is faster than %s and draws less, %s W against %s W: power must not fall with speed"
                .formatted(faster.name(), slower.name(), faster.busyWatts(), slower.busyWatts()));
      }
    }
  }

  private static void requireOneCount(List<SpeedClass> classes) {
    SpeedClass first = classes.getFirst();
    for (SpeedClass step : classes) {
      if (step.count() != first.count()) {
        throw new IllegalArgumentException(
            "the steps of a clock are for the same cores, but %s has %d and %s has %d"
                .formatted(first.name(), first.count(), step.name(), step.count()));
      }
    }
  }

  private static double leastBudgetWatts(Kind kind, List<SpeedClass> classes) {
    double idle =
        kind == Kind.CLOCKS
            ? classes.getFirst().count() * classes.getFirst().idleWatts()
            : classes.stream().mapToDouble(one -> one.count() * one.idleWatts()).sum();
    double most = 0;
    for (SpeedClass one : classes) {
      double own = kind == Kind.CLOCKS ? classes.getFirst().idleWatts() : one.idleWatts();
      most = Math.max(most, idle - own + one.busyWatts());
    }
    return most;
  }

  /** Different cores, between which requests move for nothing, and without a budget. */
  public static SpeedMachine ofCores(SpeedClass... classes) {
    return new SpeedMachine(Kind.CORES, List.of(classes), 0, 0, 0, Double.POSITIVE_INFINITY);
  }

  /** Equal cores with a clock each, which changes for nothing, and without a budget. */
  public static SpeedMachine ofClocks(SpeedClass... steps) {
    return new SpeedMachine(Kind.CLOCKS, List.of(steps), 0, 0, 0, Double.POSITIVE_INFINITY);
  }

  /** The same machine with another cost of moving. */
  public SpeedMachine movingAt(long delayNanos, double joules) {
    return new SpeedMachine(kind, classes, delayNanos, joules, unscaledShare, budgetWatts);
  }

  /** The same machine, on which another share of the time does not depend on the speed. */
  public SpeedMachine withUnscaledShare(double share) {
    return new SpeedMachine(kind, classes, moveNanos, moveJoules, share, budgetWatts);
  }

  /** The same machine with another budget. */
  public SpeedMachine withBudgetWatts(double watts) {
    return new SpeedMachine(kind, classes, moveNanos, moveJoules, unscaledShare, watts);
  }

  /** Number of requests that can run at a time. */
  public int cores() {
    if (kind == Kind.CLOCKS) {
      return classes.getFirst().count();
    }
    int cores = 0;
    for (SpeedClass one : classes) {
      cores += one.count();
    }
    return cores;
  }

  /** The number of the fastest class. */
  public int fastest() {
    return classes.size() - 1;
  }

  /**
   * Work per time of a class, with the share that does not depend on the speed: the work that a
   * core of speed 1 does in a nanosecond is 1.
   */
  public double progress(int speedClass) {
    double speed = classes.get(speedClass).speed();
    return 1 / ((1 - unscaledShare) / speed + unscaledShare);
  }

  /** Work per time of all cores together, each at the fastest that it can be. */
  public double mostProgress() {
    if (kind == Kind.CLOCKS) {
      return cores() * progress(fastest());
    }
    double sum = 0;
    for (int k = 0; k < classes.size(); k++) {
      sum += classes.get(k).count() * progress(k);
    }
    return sum;
  }

  /** Power of all cores while none serves a request. */
  public double idleWatts() {
    double sum = 0;
    for (int k = 0; k < classes.size(); k++) {
      sum += idleCores(k) * classes.get(k).idleWatts();
    }
    return sum;
  }

  /** Number of cores in this class while all are idle: idle clocks are at the slowest step. */
  public int idleCores(int speedClass) {
    if (kind == Kind.CLOCKS) {
      return speedClass == 0 ? cores() : 0;
    }
    return classes.get(speedClass).count();
  }

  /** The class in which a core is when it has nothing to do that serves at a class. */
  public int idleClass(int speedClass) {
    return kind == Kind.CLOCKS ? 0 : speedClass;
  }

  /** Power of a busy core of a class beyond that of an idle one. */
  public double busyBeyondIdleWatts(int speedClass) {
    return classes.get(speedClass).busyWatts() - classes.get(idleClass(speedClass)).idleWatts();
  }

  /** True if a power is within the budget. */
  public boolean affords(double watts) {
    return watts <= budgetWatts * (1 + ROUNDING);
  }
}
