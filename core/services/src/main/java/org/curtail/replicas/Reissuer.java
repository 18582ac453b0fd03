package org.curtail.replicas;

/**
 * Sends copies during a run: a {@link Reissuing} and what it remembers. It acts through the run.
 */
abstract sealed class Reissuer
    permits PlannedReissuer, PercentileReissuer, TiedReissuer, LaedgeReissuer {
  final ReplicaRun run;

  Reissuer(ReplicaRun run) {
    this.run = run;
  }

  static Reissuer of(ReplicaSimulation simulation, ReplicaTrace trace, ReplicaRun run) {
    return switch (simulation.reissue()) {
      case Reissuing.Planned planned -> new PlannedReissuer(planned.policy(), trace, run);
      case Reissuing.AfterPercentile percentile -> new PercentileReissuer(percentile, run);
      case Reissuing.Tied tied -> new TiedReissuer(tied, run);
      case Reissuing.Laedge laedge -> new LaedgeReissuer(simulation, run);
    };
  }

  /** A request asks a shard: its first copy is to be sent, now or later. */
  abstract void arrived(Call call, double nowMillis);

  /**
   * It is time for what was planned.
   *
   * @param call not yet answered
   */
  abstract void due(Call call, int number, double nowMillis);

  /** A copy's service has begun. */
  void started(Copy copy, double nowMillis) {}

  /** A call was answered. */
  void answered(Call call, double nowMillis) {}

  /** A server may have a free slot. */
  void freed(Server server, double nowMillis) {}
}
