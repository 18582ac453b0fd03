package org.curtail.linux;

import java.util.List;
import java.util.StringJoiner;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.runtime.Boosting;

/**
 * Boosting by Linux: raised threads go before others by the strongest mechanism that this process
 * has the right to and that was seen to work. Safe for all threads; each acts on itself only, and a
 * virtual one, which has no thread of the kernel for itself, does nothing.
 *
 * <p>To raise and to lower take about 2.5 µs each, as measured on one machine. A raised thread may
 * start threads: they are not raised. Raise fewer threads than there are cores, or else raised ones
 * only compete with each other.
 *
 * <pre>{@code
 * switch (LinuxBoost.probe()) {
 *   case Available<LinuxBoost>(LinuxBoost boost) ->
 *       start(boost, LinuxThreads.named("worker").readyFor(boost));
 *   case Unavailable<LinuxBoost>(String reason) ->
 *       log("no boosting, because " + reason);
 * }
 * }</pre>
 *
 * <p>Source: sched(7), sched_setattr(2), and for the rights capabilities(7) and getrlimit(2).
 */
public final class LinuxBoost implements Boosting.ThreadBoost {
  /**
   * Between 0.56, the most that a thread which was not raised got on a machine that others kept
   * busy, and 0.72, the least that a raised one got there.
   */
  private static final double LEAST_SHARE = 0.65;

  private final Mechanism mechanism;
  private final double cpuShare;
  private final Raising raising;

  private LinuxBoost(Kernel kernel, Mechanism mechanism, double cpuShare) {
    this.mechanism = mechanism;
    this.cpuShare = cpuShare;
    this.raising = new Raising(kernel, mechanism);
  }

  /**
   * Tries {@link Mechanism#NICE}, then {@link Mechanism#NICE_OVER_WORKERS}, on throw-away threads.
   * Takes a third of a second for each that is permitted; for once at the start.
   *
   * @return the first that works, or what hinders each
   */
  public static Availability<LinuxBoost> probe() {
    return probe(List.of(Mechanism.NICE, Mechanism.NICE_OVER_WORKERS));
  }

  /**
   * As {@link #probe}, but tries {@link Mechanism#ROUND_ROBIN} first, which goes before all other
   * programs on the machine.
   */
  public static Availability<LinuxBoost> probeRealTime() {
    return probe(List.of(Mechanism.values()));
  }

  private static Availability<LinuxBoost> probe(List<Mechanism> mechanisms) {
    return Kernel.ofThisMachine().then(kernel -> probe(kernel, mechanisms, new ContestedCore()));
  }

  /** The first mechanism that is permitted and has an effect. */
  static Availability<LinuxBoost> probe(
      Kernel kernel, List<Mechanism> mechanisms, EffectCheck effect) {
    var reasons = new StringJoiner("; ");
    for (Mechanism mechanism : mechanisms) {
      Availability<LinuxBoost> tried =
          RightCheck.of(kernel, mechanism)
              .then(permitted -> effect.cpuShare(kernel, permitted))
              .then(share -> judged(kernel, mechanism, share));
      switch (tried) {
        case Available<LinuxBoost> found -> {
          return found;
        }
        case Unavailable<LinuxBoost>(String reason) ->
            reasons.add(mechanism.description() + ": " + reason);
      }
    }
    return new Unavailable<>(reasons.toString());
  }

  private static Availability<LinuxBoost> judged(
      Kernel kernel, Mechanism mechanism, double cpuShare) {
    return cpuShare > LEAST_SHARE
        ? new Available<>(new LinuxBoost(kernel, mechanism, cpuShare))
        : new Unavailable<>(
            "permitted, but has no effect: a raised thread got %.0f %% of a contested core"
                .formatted(100 * cpuShare));
  }

  /** By what threads are raised. */
  public Mechanism mechanism() {
    return mechanism;
  }

  /**
   * The share of the CPU time that a raised thread got in the probe when it and one that was not
   * raised wanted the same core, from 0 to 1; half would be no effect.
   */
  public double cpuShare() {
    return cpuShare;
  }

  @Override
  public String description() {
    return mechanism.description();
  }

  @Override
  public void raise() {
    if (!Thread.currentThread().isVirtual()) {
      raising.raise();
    }
  }

  @Override
  public void lower() {
    if (!Thread.currentThread().isVirtual()) {
      raising.lower();
    }
  }
}
