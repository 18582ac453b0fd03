package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.benchkit.emulate.SlowWorkers.Held;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.energy.EnergyAccount;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;

/**
 * Result of a policy on one trace on classes of cores, from engine and simulator.
 *
 * @param latencyMs latencies of the requests that count, from the engine
 * @param simulatedMs latencies of these requests from the simulator
 * @param requests number of requests of the whole trace
 * @param served use of cores by the engine
 * @param simulated use of cores by the simulator
 * @param held measured speed of threads of each class; empty for emulated cores
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ClassUse(
    double[] latencyMs,
    double[] simulatedMs,
    int requests,
    EnergyAccount served,
    EnergyAccount simulated,
    List<Held> held) {
  public ClassUse {
    held = List.copyOf(held);
  }

  /**
   * Returns the figures of all traces together, with intervals by paired resampling of traces.
   *
   * @param uses results of one policy, at least one trace
   * @param allFast results of all-fast on the same traces; empty if all-fast did not run or is this
   *     policy
   * @param seed seed of resampling
   */
  public static EnergyFigures figures(
      List<ClassUse> uses, List<ClassUse> allFast, EmulatedClasses classes, long seed) {
    var bootstrap = new PairedBootstrap(uses.size(), seed);
    List<double[]> served = uses.stream().map(ClassUse::latencyMs).toList();
    List<double[]> simulated = uses.stream().map(ClassUse::simulatedMs).toList();
    double[] simulatedMs = simulated.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
    var figures = new ArrayList<ClassFigures>();
    for (int k = 0; k < classes.machine().classes().size(); k++) {
      figures.add(ofClass(uses, classes, k));
    }
    boolean watts = classes.knowsWatts();
    return new EnergyFigures(
        figures,
        perRequest(uses, use -> use.served.moves()),
        perRequest(uses, use -> use.simulated.moves()),
        Arrays.stream(simulatedMs).average().orElseThrow(),
        Percentile.of(simulatedMs, 99),
        bootstrap.ratio(PairedBootstrap.mean(served), PairedBootstrap.mean(simulated)),
        bootstrap.ratio(
            PairedBootstrap.percentile(served, 99), PairedBootstrap.percentile(simulated, 99)),
        watts ? (Double) perRequest(uses, use -> use.served.joules()) : null,
        watts ? (Double) perRequest(uses, use -> use.simulated.joules()) : null,
        watts ? ratio(bootstrap, uses, ClassUse::served, uses, ClassUse::simulated) : null,
        watts && allFast.size() == uses.size()
            ? ratio(bootstrap, uses, ClassUse::served, allFast, ClassUse::served)
            : null);
  }

  private static ClassFigures ofClass(List<ClassUse> uses, EmulatedClasses classes, int k) {
    SpeedMachine machine = classes.machine();
    SpeedClass one = machine.classes().get(k);
    boolean watts = classes.knowsWatts();
    return new ClassFigures(
        one.name(),
        one.count(),
        machine.progress(k),
        heldSpeed(uses, k),
        perRequest(uses, use -> use.served.busyNanos().get(k) / 1e6),
        perRequest(uses, use -> use.simulated.busyNanos().get(k) / 1e6),
        watts ? (Double) perRequest(uses, use -> use.served.busyJoules(k)) : null,
        watts
            ? (Double) perRequest(uses, use -> use.served.idleNanos(k) * one.idleWatts() / 1e9)
            : null);
  }

  /**
   * Returns the measured speed; null if it was not measured, or if threads of this class were idle.
   */
  private static @Nullable Double heldSpeed(List<ClassUse> uses, int speedClass) {
    double speed =
        uses.stream()
            .filter(use -> !use.held.isEmpty())
            .map(use -> use.held.get(speedClass))
            .reduce(new Held(0, 0), Held::plus)
            .speed();
    return Double.isNaN(speed) ? null : (Double) speed;
  }

  private static double perRequest(List<ClassUse> uses, ToDoubleFunction<ClassUse> amount) {
    return uses.stream().mapToDouble(amount).sum()
        / uses.stream().mapToDouble(ClassUse::requests).sum();
  }

  private static Ratio ratio(
      PairedBootstrap bootstrap,
      List<ClassUse> uses,
      Function<ClassUse, EnergyAccount> account,
      List<ClassUse> others,
      Function<ClassUse, EnergyAccount> other) {
    return bootstrap.ratio(joules(uses, account), joules(others, other));
  }

  /** Returns the energy per request. All traces must have the same number of requests. */
  private static PairedBootstrap.Figure joules(
      List<ClassUse> uses, Function<ClassUse, EnergyAccount> account) {
    return PairedBootstrap.mean(
        uses.stream().map(use -> new double[] {account.apply(use).joules()}).toList());
  }
}
