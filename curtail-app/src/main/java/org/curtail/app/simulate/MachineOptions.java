package org.curtail.app.simulate;

import java.util.List;
import org.curtail.app.terminal.Misuse;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import picocli.CommandLine.Option;

/** What simulated requests run on. */
public final class MachineOptions {
  private static final int MOST_CORES = 10_000;
  private static final double MOST_MS = 1e6;
  private static final double MOST_US = 1e9;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores of the simulated machine. Default: as many as this one has.")
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--wake-up-us",
      paramLabel = "T",
      description =
          "Microseconds until a thread that joins a request computes. Default: ${DEFAULT-VALUE}.")
  private double wakeUpUs;

  @Option(
      names = "--chunk-ms",
      paramLabel = "T",
      description =
          "Milliseconds of a thread's computing after which a request looks whether it should grow;"
              + " 0 is at once. Default: ${DEFAULT-VALUE}.")
  private double chunkMs;

  /**
   * The machine.
   *
   * @throws Misuse if an option is out of range
   */
  public Machine machine() {
    if (cores < 1 || cores > MOST_CORES) {
      throw new Misuse(
          "--cores: expected a number from 1 to %d, found %d".formatted(MOST_CORES, cores));
    }
    check("--wake-up-us", wakeUpUs, MOST_US);
    check("--chunk-ms", chunkMs, MOST_MS);
    return new Machine(cores, new Costs(Math.round(wakeUpUs * 1e3), Math.round(chunkMs * 1e6)));
  }

  /** The options as words of a command line that gives the same machine. */
  public List<String> words() {
    return List.of(
        "--cores", "" + cores, "--wake-up-us", "" + wakeUpUs, "--chunk-ms", "" + chunkMs);
  }

  private static void check(String option, double value, double most) {
    if (!(value >= 0 && value <= most)) {
      throw new Misuse(
          "%s: expected a number from 0 to %.0f, found %s".formatted(option, most, value));
    }
  }
}
