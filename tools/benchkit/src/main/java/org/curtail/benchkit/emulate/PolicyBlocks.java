package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.curtail.Percentile;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.stats.PairedBootstrap;

/** All emulated and simulated results of a policy at a rate, trace by trace. */
final class PolicyBlocks {
  private final EmulatedPolicy policy;
  private final Rate rate;
  private final List<EmulatedAndSimulated> pairs = new ArrayList<>();

  /** Meter of the waits of all traces. */
  final WaitMeter meter = new WaitMeter();

  PolicyBlocks(EmulatedPolicy policy, Rate rate) {
    this.policy = policy;
    this.rate = rate;
  }

  void add(EmulatedAndSimulated pair) {
    pairs.add(pair);
  }

  EmulatedPolicy policy() {
    return policy;
  }

  /** Returns the use of each class of cores, trace by trace. */
  List<ClassUse> uses() {
    return pairs.stream().flatMap(pair -> pair.classes().stream()).toList();
  }

  /** Returns the emulated blocks in order. */
  List<Block> blocks() {
    return pairs.stream().map(EmulatedAndSimulated::emulated).toList();
  }

  /**
   * Compares emulated and simulated results, with intervals by paired resampling of traces.
   *
   * @param scale milliseconds of this machine for a millisecond of the profile
   */
  Emulated compared(long seed, double scale) {
    List<double[]> emulated = pairs.stream().map(pair -> pair.emulated().latencyMs()).toList();
    List<double[]> simulated = pairs.stream().map(EmulatedAndSimulated::simulatedMs).toList();
    var bootstrap = new PairedBootstrap(pairs.size(), seed);
    double[] emulatedMs = ascending(emulated);
    double[] simulatedMs = ascending(simulated);
    return new Emulated(
        policy.name(),
        rate.load(),
        rate.perSecond(),
        Arrays.stream(emulatedMs).average().orElseThrow(),
        Percentile.of(emulatedMs, 95),
        Percentile.of(emulatedMs, 99),
        Arrays.stream(simulatedMs).average().orElseThrow(),
        Percentile.of(simulatedMs, 95),
        Percentile.of(simulatedMs, 99),
        bootstrap.ratio(PairedBootstrap.mean(emulated), PairedBootstrap.mean(simulated)),
        bootstrap.ratio(
            PairedBootstrap.percentile(emulated, 95), PairedBootstrap.percentile(simulated, 95)),
        bootstrap.ratio(
            PairedBootstrap.percentile(emulated, 99), PairedBootstrap.percentile(simulated, 99)),
        meter.chunks(),
        meter.meanError(),
        meter.latenessMs(50) / scale,
        meter.latenessMs(99) / scale);
  }

  private static double[] ascending(List<double[]> blocks) {
    return blocks.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
  }
}
