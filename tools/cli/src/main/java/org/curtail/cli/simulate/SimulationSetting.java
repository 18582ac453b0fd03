package org.curtail.cli.simulate;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.sim.ClairvoyantBound;
import org.curtail.sim.Machine;
import org.curtail.sim.StabilityBound;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.jspecify.annotations.Nullable;

/**
 * A simulation: every policy at every rate, on the same requests.
 *
 * @param profile the demand
 * @param known the demand for making and tuning policies; another one if the demand has drifted
 * @param policies policies, at least one; each name once
 * @param rates rates, at least one; each once
 * @param requests number of requests in each run
 * @param ownDemands true if arrivals belong to the profile's requests in their order; false if
 *     requests are drawn
 * @param warmUp number of first requests that do not count
 * @param repeats number of runs of each policy at each rate, each with its own seed
 * @param seed seed of demands and arrivals of the first run
 * @param machine machine of the service
 * @param foreknowledge predictions for policies
 * @param targetMs the latency above which a request is late, in milliseconds; null for none
 */
public record SimulationSetting(
    Profile profile,
    Profile known,
    List<Contender> policies,
    List<Rate> rates,
    int requests,
    boolean ownDemands,
    int warmUp,
    int repeats,
    long seed,
    Machine machine,
    PredictionError foreknowledge,
    @Nullable Double targetMs) {
  private static final double TAIL = 99;

  public SimulationSetting {
    policies = List.copyOf(policies);
    rates = List.copyOf(rates);
  }

  /** The requests of one run at a rate. */
  Trace trace(Rate rate, long seedOfRun) {
    Trace drawn = Traces.draw(rate.arrivals(), profile, requests, seedOfRun);
    return ownDemands
        ? Trace.of(
            IntStream.range(0, requests).mapToDouble(drawn::arrivalMs).toArray(),
            IntStream.range(0, requests).toArray())
        : drawn;
  }

  /** The number of runs. */
  public int runs() {
    return rates.size() * policies.size() * repeats;
  }

  /**
   * The p99 of the demand if every request were alone on the machine; a lower limit for all
   * policies.
   */
  public double isolationMs() {
    return ClairvoyantBound.isolatedMs(profile, machine.cores(), TAIL);
  }

  /** Greatest stable rate for any policy, in requests per second. */
  public double stablePerSecond() {
    return StabilityBound.perSecond(profile, machine.cores());
  }
}
