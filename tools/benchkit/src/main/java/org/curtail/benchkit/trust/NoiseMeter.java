package org.curtail.benchkit.trust;

import java.util.List;
import org.curtail.Percentile;
import org.curtail.benchkit.results.Noise;

/** A meter of the machine's other activity, until it is closed. */
public final class NoiseMeter implements AutoCloseable {
  private final PauseMeter pauses = new PauseMeter();
  private MachineTimes before = MachineTimes.now();

  /** Restarts the measurement. Pauses before this moment still count. */
  public void begin() {
    before = MachineTimes.now();
  }

  /** Returns the machine's activity so far, without capacity probes. */
  public Noise soFar() {
    return soFar(List.of());
  }

  /**
   * Returns the machine's activity so far.
   *
   * @param capacities results of probes, in requests per second; may be empty
   */
  public Noise soFar(List<Double> capacities) {
    MachineTimes times = MachineTimes.now().since(before);
    double[] rates = capacities.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Noise(
        pauses.percentileMs(50),
        pauses.percentileMs(99),
        pauses.percentileMs(100),
        times.gcPauses(),
        times.gcMs(),
        times.stolenShare(),
        rates.length,
        rates.length == 0 ? 0 : Percentile.of(rates, 50),
        rates.length == 0 ? 0 : rates[0],
        rates.length == 0 ? 0 : rates[rates.length - 1]);
  }

  /** Returns the share of the machine's CPU time that this process has used: 0 to 1. */
  public double ownShare() {
    MachineTimes times = MachineTimes.now().since(before);
    return times.cpuMs() / times.machineMs();
  }

  /** Returns the available CPU time of this machine so far, in milliseconds. */
  public double machineMillis() {
    return MachineTimes.now().since(before).machineMs();
  }

  @Override
  public void close() {
    pauses.close();
  }
}
