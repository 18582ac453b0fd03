package org.curtail.speed;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * The cores of a machine and their power. The cores are of several kinds, or their clocks have
 * steps. A request runs alone on a core. Classes are numbered from 0, the slowest. Immutable.
 *
 * @param kind kind of the classes
 * @param classes at least one, with different names and speeds; a faster one draws no less. Kept in
 *     ascending order of speed
 * @param moveNanos time for which a request stands still when it changes its core or clock; 0 to
 *     {@value #MOST_MOVE_NANOS}. Meanwhile its new core draws the power of a busy core. Starting
 *     costs nothing
 * @param moveJoules energy of each move, beyond the delay; 0 to {@value #MOST_MOVE_JOULES}
 * @param unscaledShare share of a request's time at speed 1 that does not depend on the speed, such
 *     as waiting for memory; 0 to less than 1. The core draws its {@code busyWatts} meanwhile
 * @param budgetWatts most power of all cores together; {@link Double#POSITIVE_INFINITY} for no
 *     limit. At least the power of one core busy at any class and all others idle
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
     * Steps of the clock. Each core has its own clock. An idle core is at the slowest step. When it
     * starts a request, its clock changes to the request's class.
     */
    CLOCKS
  }

  /** Ten seconds: a longer move is never worth it. */
  public static final long MOST_MOVE_NANOS = 10_000_000_000L;

  /** Far more than the energy of any move. */
  public static final double MOST_MOVE_JOULES = 1e6;

  /** Relative difference below which sums of watts count as equal. */
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

  /** Returns a machine of different cores, without a cost of moves and without a budget. */
  public static SpeedMachine ofCores(SpeedClass... classes) {
    return new SpeedMachine(Kind.CORES, List.of(classes), 0, 0, 0, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns a machine of equal cores with a clock each, without a cost of changes and without a
   * budget.
   */
  public static SpeedMachine ofClocks(SpeedClass... steps) {
    return new SpeedMachine(Kind.CLOCKS, List.of(steps), 0, 0, 0, Double.POSITIVE_INFINITY);
  }

  /** Returns the same machine with another cost of moves. */
  public SpeedMachine movingAt(long delayNanos, double joules) {
    return new SpeedMachine(kind, classes, delayNanos, joules, unscaledShare, budgetWatts);
  }

  /** Returns the same machine with another share of time that does not depend on the speed. */
  public SpeedMachine withUnscaledShare(double share) {
    return new SpeedMachine(kind, classes, moveNanos, moveJoules, share, budgetWatts);
  }

  /** Returns the same machine with another budget. */
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
   * Work per time of a class; 1 for a core of speed 1. Includes the share of time that does not
   * depend on the speed.
   */
  public double progress(int speedClass) {
    double speed = classes.get(speedClass).speed();
    return 1 / ((1 - unscaledShare) / speed + unscaledShare);
  }

  /** Work per time of all cores together, each at its fastest class. */
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

  /** Power of all cores together while all are idle. */
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

  /** The class of a core while it is idle, if it serves at this class. */
  public int idleClass(int speedClass) {
    return kind == Kind.CLOCKS ? 0 : speedClass;
  }

  /** Power of a busy core of this class, minus the power of the same core while it is idle. */
  public double busyBeyondIdleWatts(int speedClass) {
    return classes.get(speedClass).busyWatts() - classes.get(idleClass(speedClass)).idleWatts();
  }

  /** True if this power is within the budget. */
  public boolean affords(double watts) {
    return watts <= budgetWatts * (1 + ROUNDING);
  }
}
