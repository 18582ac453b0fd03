package org.curtail.cli.simulate;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.sim.Simulation;
import org.curtail.tune.Training;
import org.curtail.tune.Tuner;
import org.curtail.tune.Tuner.Tuned;

/**
 * Finds the parameters of policies for a rate, on other traces of the same kind as the measured
 * one. Thread-safe.
 */
final class Tuning {
  private static final int TRACES = 3;
  private static final double TAIL = 99;

  /**
   * Seed offset of these traces and of errors in predictions: measured traces have the seed itself.
   */
  private static final long SALT = 0x7261696e;

  private final SimulationSetting setting;
  private final AtomicLong tried = new AtomicLong();
  private final Map<List<Object>, Tuned> found = new ConcurrentHashMap<>();

  Tuning(SimulationSetting setting) {
    this.setting = setting;
  }

  /** The tuned policy, searched once for each rate, whatever the number of traces. */
  Tuned tuned(Contender.ToTune contender, Rate rate) {
    return found.computeIfAbsent(List.of(contender, rate), key -> tune(contender, rate));
  }

  private Tuned tune(Contender.ToTune contender, Rate rate) {
    long seed = setting.seed() ^ SALT;
    Simulation service =
        new Simulation(setting.known(), setting.machine().withNoiseSeed(seed))
            .predictedBy(setting.foreknowledge().predictor(contender, seed));
    Training training =
        Training.drawn(service, rate.arrivals(), setting.requests(), TRACES, seed, TAIL);
    return Tuner.tune(
        contender.name(),
        training,
        name -> {
          tried.incrementAndGet();
          return contender.maker().apply(name);
        });
  }

  /** The number of candidates tried so far, for all policies and rates. */
  long tried() {
    return tried.get();
  }
}
