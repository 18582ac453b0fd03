package org.curtail.energy;

import org.curtail.sim.TraceResult;

/** Latencies of a trace's requests, and their energy. Immutable. */
public final class EnergyResult extends TraceResult {
  private final EnergyAccount account;

  EnergyResult(long[] latencyNanos, long[] waitNanos, EnergyAccount account) {
    super(latencyNanos, waitNanos);
    this.account = account;
  }

  /** Returns the energy from time 0 to the end of the last request. */
  public EnergyAccount account() {
    return account;
  }

  /** Returns the energy per request, with the energy of idle cores. */
  public double joulesPerRequest() {
    return account.joules() / requests();
  }
}
