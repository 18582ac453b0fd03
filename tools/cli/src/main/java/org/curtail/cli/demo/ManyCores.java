package org.curtail.cli.demo;

import static org.curtail.cli.demo.StepLine.line;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.results.TooFew;
import org.curtail.cli.bench.BenchCommand;
import org.curtail.cli.plan.PlanCommand;
import org.curtail.cli.simulate.SimulateCommand;

/**
 * The steps that serve the measured requests on more cores than the machine may have: the real
 * engine on emulated cores, then a simulation, which also computes the limit.
 *
 * @param degree greatest measured one; greater ones are not used
 * @param again the command that continues the demo
 */
record ManyCores(Path folder, Path profile, DemoSize size, int degree, long seed, String again) {
  static final int CORES = 16;

  /** Loads of the simulation, including those of the emulation. */
  private static final String SIMULATED_LOADS = "0.3,0.5,0.6,0.7";

  private static final int SEEDS = 5;

  Path table() {
    return folder.resolve("table-%d.json".formatted(CORES));
  }

  Path emulated() {
    return emulatedFolder().resolve(BenchCommand.RESULTS_NAME);
  }

  Path simulated() {
    return folder.resolve("simulated-%d.json".formatted(CORES));
  }

  private Path emulatedFolder() {
    return folder.resolve("emulated-%d".formatted(CORES));
  }

  void by(StepRunner runner) throws IOException {
    runner.step(
        "6/9  Plan for %d cores".formatted(CORES),
        table(),
        new PlanCommand(),
        line("plan", "--profile", profile, "--cores", CORES, "--out", table()));
    List<Object> same =
        List.of(
            "--profile",
            profile,
            "--table",
            table(),
            "--policies",
            "sequential,fixed-%d,few-to-many,tail-index".formatted(degree),
            "--seed",
            seed);
    new MeasuringStep(
            "7/9  Emulation",
            "the real engine on %d emulated cores, the same requests".formatted(CORES),
            emulated(),
            blocks ->
                line("bench", same, "--emulate-cores", CORES, "--load", size.emulatedLoads())
                    .and("--requests", blocks * size.emulatedPerBlock(), "--repeats", blocks)
                    .and("--out", emulatedFolder()),
            again)
        .by(runner, TooFew.FEWEST_BLOCKS);
    runner.step(
        "8/9  Simulation: %d cores, many more requests, and the limit".formatted(CORES),
        simulated(),
        new SimulateCommand(),
        line("simulate", same, "--cores", CORES, "--load", SIMULATED_LOADS)
            .and("--requests", size.simulatedRequests(), "--repeats", SEEDS)
            .and("--out", simulated()));
  }
}
