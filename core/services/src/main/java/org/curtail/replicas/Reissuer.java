package org.curtail.replicas;

/** Sends copies during a run: a {@link Reissuing} with its state. It acts through the run. */
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

  /** Called when a request asks a shard: its original is to be sent, now or later. */
  abstract void arrived(Call call, double nowMillis);

  /**
   * Called when a scheduled copy is due.
   *
   * @param call not yet answered
   */
  abstract void due(Call call, int number, double nowMillis);

  /** Called when a copy's service has begun. */
  void started(Copy copy, double nowMillis) {}

  /** Called when a call was answered. */
  void answered(Call call, double nowMillis) {}

  /** Called when a server may have a free slot. */
  void freed(Server server, double nowMillis) {}
}
