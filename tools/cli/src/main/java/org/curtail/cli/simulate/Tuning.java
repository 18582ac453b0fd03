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
 * Tunes the parameters of policies for a rate, on other traces of the same kind as the measured
 * one. Thread-safe.
 */
final class Tuning {
  private static final int TRACES = 3;
  private static final double TAIL = 99;

  /**
   * Difference between the seeds of these traces and those of measured traces; also for errors of
   * predictions.
   */
  private static final long SALT = 0x7261696e;

  private final SimulationSetting setting;
  private final AtomicLong tried = new AtomicLong();
  private final Map<List<Object>, Tuned> found = new ConcurrentHashMap<>();

  Tuning(SimulationSetting setting) {
    this.setting = setting;
  }

  /** The tuned policy, searched only once for each rate. */
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

  /** Number of tried candidates, for all policies and rates. */
  long tried() {
    return tried.get();
  }
}
