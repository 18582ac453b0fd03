package org.curtail.cli.reissue;

import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.replicas.ReplicaSimulation;
import org.curtail.replicas.Replicas;
import org.curtail.replicas.ServiceTimes;

/**
 * Servers and load for the trial of a plan.
 *
 * @param rps requests per second to all replicas together
 * @param slots number of requests that a replica serves at once
 * @param requests number of requests in each run
 */
record LoadSetting(
    double rps,
    int replicas,
    int slots,
    ReplicaChoice choice,
    Cancellation cancellation,
    int requests,
    long seed) {

  ReplicaSimulation simulation() {
    return ReplicaSimulation.of(Replicas.of(replicas, slots), choice).cancelling(cancellation);
  }

  /** The share of all slots that first copies keep busy. */
  double load(ServiceTimes times) {
    return rps / simulation().perSecond(1, times);
  }

  /**
   * Rejects loads that no policy could carry.
   *
   * @throws UsageError with the load that can be carried
   */
  void requireCarried(ServiceTimes times) {
    double most = simulation().perSecond(1, times);
    if (!(rps < most)) {
      throw new UsageError(
          "--rps: expected less than %s, which keeps %d replicas with %d %s each busy all the time, found %s"
              .formatted(
                  Numbers.significant(most),
                  replicas,
                  slots,
                  slots == 1 ? "slot" : "slots",
                  Numbers.plain(rps)));
    }
  }

  /** The servers and the load, in words. */
  String words(ServiceTimes times) {
    return "%d replicas, %d %s each, %s requests/s (%s busy), choice %s, %s"
        .formatted(
            replicas,
            slots,
            slots == 1 ? "slot" : "slots",
            Numbers.plain(rps),
            Numbers.percent(load(times)),
            choice.name(),
            cancellation.equals(Cancellation.NONE)
                ? "slower copies served to their end"
                : "slower copies cancelled");
  }
}
