package org.curtail.linux;

import java.util.List;
import java.util.StringJoiner;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.runtime.Boosting;

/**
 * Boosting by Linux: raised threads run before others. Boosting uses the strongest permitted
 * mechanism that has an effect. Thread-safe; each call affects the calling thread. Boosting has no
 * effect on virtual threads, which have no kernel thread of their own.
 *
 * <p>Raising and lowering cost about 2.5 µs each, measured on one machine. Threads started by a
 * raised thread are not raised. Raise fewer threads than there are cores; otherwise raised threads
 * only compete with each other.
 *
 * <pre>{@code
 * switch (LinuxBoost.probe()) {
 *   case Available<LinuxBoost>(LinuxBoost boost) ->
 *     start(boost, LinuxThreads.named("worker").readyFor(boost));
 *   case Unavailable<LinuxBoost>(String reason) ->
 *     log("no boosting, because " + reason);
 * }
 * }</pre>
 *
 * <p>Source: sched(7), sched_setattr(2), and for permissions capabilities(7) and getrlimit(2).
 */
public final class LinuxBoost implements Boosting.ThreadBoost {
  /**
   * Threshold between 0.56, the highest measured share of an unraised thread on a busy machine, and
   * 0.72, the lowest of a raised one.
   */
  private static final double MIN_SHARE = 0.65;

  private final Mechanism mechanism;
  private final double cpuShare;
  private final OsPriority priority;

  private LinuxBoost(Kernel kernel, Mechanism mechanism, double cpuShare) {
    this.mechanism = mechanism;
    this.cpuShare = cpuShare;
    this.priority = new OsPriority(kernel, mechanism);
  }

  /**
   * Tries {@link Mechanism#NICE}, then {@link Mechanism#NICE_OVER_WORKERS}, on temporary threads.
   * Takes a third of a second for each permitted one; meant for startup.
   *
   * @return the first mechanism with an effect, or the reason for each failure
   */
  public static Availability<LinuxBoost> probe() {
    return probe(List.of(Mechanism.NICE, Mechanism.NICE_OVER_WORKERS));
  }

  /**
   * Probes {@link Mechanism#ROUND_ROBIN} first, which has priority over all other programs on the
   * machine; then as {@link #probe}.
   */
  public static Availability<LinuxBoost> probeRealTime() {
    return probe(List.of(Mechanism.values()));
  }

  private static Availability<LinuxBoost> probe(List<Mechanism> mechanisms) {
    return Kernel.ofThisMachine().then(kernel -> probe(kernel, mechanisms, new CpuShareCheck()));
  }

  /** Returns the first mechanism that is permitted and has an effect. */
  static Availability<LinuxBoost> probe(
      Kernel kernel, List<Mechanism> mechanisms, EffectCheck effect) {
    var reasons = new StringJoiner("; ");
    for (Mechanism mechanism : mechanisms) {
      Availability<LinuxBoost> tried =
          PermissionCheck.of(kernel, mechanism)
              .then(permitted -> effect.cpuShare(kernel, permitted))
              .then(share -> checkShare(kernel, mechanism, share));
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

  private static Availability<LinuxBoost> checkShare(
      Kernel kernel, Mechanism mechanism, double cpuShare) {
    return cpuShare > MIN_SHARE
        ? new Available<>(new LinuxBoost(kernel, mechanism, cpuShare))
        : new Unavailable<>(
            "permitted, but has no effect: a raised thread got %.0f %% of a contested core"
                .formatted(100 * cpuShare));
  }

  /** Mechanism that raises threads. */
  public Mechanism mechanism() {
    return mechanism;
  }

  /**
   * Share of the CPU time of a raised thread in the probe, when it and an unraised thread wanted
   * the same core, from 0 to 1; 0.5 means no effect.
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
      priority.raise();
    }
  }

  @Override
  public void lower() {
    if (!Thread.currentThread().isVirtual()) {
      priority.lower();
    }
  }
}
