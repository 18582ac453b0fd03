package org.curtail.cli.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Noise;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The simulated machine. */
public final class MachineOptions implements CommandWords.Options {
  private static final int MOST_CORES = 10_000;
  private static final double MOST_MS = 1e6;
  private static final double MOST_US = 1e9;
  private static final long MOST_NS = 1_000_000_000_000L;
  private static final double MOST_PERCENT = 1e4;
  private static final double LEAST_PAUSE_MS = 0.001;
  private static final double MOST_PAUSES = 1e6;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores of the simulated machine. Default: as many as this one has.")
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--wake-up-us",
      paramLabel = "T",
      description = "Microseconds from joining a request to computing. Default: ${DEFAULT-VALUE}.")
  private double wakeUpUs;

  @Option(
      names = "--chunk-ms",
      paramLabel = "T",
      description =
          "Milliseconds of a thread's computing between checks whether the request should grow; 0 is at once. Default: ${DEFAULT-VALUE}.")
  private double chunkMs;

  @Option(
      names = "--claim-ns",
      paramLabel = "T",
      description =
          "Nanoseconds for claiming a chunk; needs --chunk-ms. Default: ${DEFAULT-VALUE}.")
  private long claimNs;

  @Option(
      names = "--overhead-percent",
      paramLabel = "P",
      description =
          "Slowdown of a request by each thread beyond the first, in addition to the profile's speedups. Default: ${DEFAULT-VALUE}.")
  private double overheadPercent;

  @Option(
      names = "--speculation",
      description =
          "Requests end early: their other threads stay busy until the end of a useless chunk; needs --chunk-ms.")
  private boolean speculation;

  @Option(
      names = "--switch-us",
      paramLabel = "T",
      description =
          "Microseconds from getting a thread to computing, for a preempted request. Without --chunk-ms, requests that take turns share the cores ideally, without switches. Default: ${DEFAULT-VALUE}.")
  private double switchUs;

  @Option(
      names = "--pause-ms",
      paramLabel = "T",
      description = "The whole machine repeatedly stops for so long; needs --pause-every-ms.")
  private @Nullable Double pauseMs;

  @Option(
      names = "--pause-every-ms",
      paramLabel = "T",
      description =
          "Mean milliseconds from the end of one pause to the start of the next, at random.")
  private @Nullable Double pauseEveryMs;

  @Option(names = "--pauses-vary", description = "Pauses are exponential with mean --pause-ms.")
  private boolean pausesVary;

  /**
   * The machine.
   *
   * @throws UsageError if an option is out of range
   */
  public Machine machine() {
    OptionRules.whole("--cores", cores, 1, MOST_CORES);
    OptionRules.number("--wake-up-us", wakeUpUs, 0, MOST_US);
    OptionRules.number("--chunk-ms", chunkMs, 0, MOST_MS);
    OptionRules.whole("--claim-ns", claimNs, 0, MOST_NS);
    OptionRules.number("--overhead-percent", overheadPercent, 0, MOST_PERCENT);
    OptionRules.number("--switch-us", switchUs, 0, MOST_US);
    long chunkNanos = Math.round(chunkMs * 1e6);
    OptionRules.needs("--claim-ns", chunkNanos == 0 && claimNs > 0, "--chunk-ms above 0");
    OptionRules.needs("--speculation", chunkNanos == 0 && speculation, "--chunk-ms above 0");
    var costs =
        new Costs(
            Math.round(wakeUpUs * 1e3),
            chunkNanos,
            claimNs,
            overheadPercent / 100,
            speculation,
            Math.round(switchUs * 1e3));
    return new Machine(cores, costs, noise());
  }

  private Noise noise() {
    if (pauseMs == null && pauseEveryMs == null) {
      OptionRules.needs("--pauses-vary", pausesVary, "--pause-ms");
      return Noise.NONE;
    }
    if (pauseMs == null || pauseEveryMs == null) {
      throw pauseMs == null
          ? OptionRules.needs("--pause-every-ms", "--pause-ms")
          : OptionRules.needs("--pause-ms", "--pause-every-ms");
    }
    OptionRules.number("--pause-ms", pauseMs, LEAST_PAUSE_MS, MOST_MS);
    OptionRules.number("--pause-every-ms", pauseEveryMs, LEAST_PAUSE_MS, MOST_MS);
    return new Noise(Math.round(pauseEveryMs * 1e6), Math.round(pauseMs * 1e6), pausesVary, 0);
  }

  /**
   * Rejects pauses so frequent that a run would hardly ever end.
   *
   * @param arrivalsMs time from the first arrival to the last
   * @param workMs computing time of all cores, without pauses
   * @throws UsageError if a run has more than a million pauses on average
   */
  public void requireFewPauses(double arrivalsMs, double workMs) {
    if (pauseMs == null || pauseEveryMs == null) {
      return;
    }
    // While the machine keeps up, arrivals determine the length of a run; otherwise the work
    // between pauses does.
    double pauses = Math.max(arrivalsMs / (pauseMs + pauseEveryMs), workMs / pauseEveryMs);
    if (pauses > MOST_PAUSES) {
      throw new UsageError(
          "--pause-every-ms: expected at most %,.0f pauses in a run, found about %,.0f with --pause-ms %s and --pause-every-ms %s"
              .formatted(MOST_PAUSES, pauses, pauseMs, pauseEveryMs));
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--cores", cores).option("--wake-up-us", wakeUpUs).option("--chunk-ms", chunkMs);
    if (claimNs > 0) {
      line.option("--claim-ns", claimNs);
    }
    if (overheadPercent > 0) {
      line.option("--overhead-percent", overheadPercent);
    }
    line.flag("--speculation", speculation);
    if (switchUs > 0) {
      line.option("--switch-us", switchUs);
    }
    if (pauseMs != null && pauseEveryMs != null) {
      line.option("--pause-ms", pauseMs).option("--pause-every-ms", pauseEveryMs);
    }
    line.flag("--pauses-vary", pausesVary);
  }

  /** Returns the costs of a machine by name, for people. Rare costs are left out if they are 0. */
  public static Map<String, Object> settings(Machine machine) {
    Costs costs = machine.costs();
    Noise noise = machine.noise();
    var settings = new LinkedHashMap<String, Object>();
    settings.put("wake-up, us", costs.wakeUpNanos() / 1e3);
    settings.put("chunk, ms", costs.chunkNanos() / 1e6);
    if (costs.claimNanos() > 0) {
      settings.put("claim, ns", costs.claimNanos());
    }
    if (costs.overheadPerThread() > 0) {
      settings.put("overhead of each further thread, %", costs.overheadPerThread() * 100);
    }
    if (costs.speculation()) {
      settings.put("speculation", true);
    }
    if (costs.switchNanos() > 0) {
      settings.put("switch, us", costs.switchNanos() / 1e3);
    }
    if (noise.pauses()) {
      settings.put("pauses, ms", noise.meanPauseNanos() / 1e6);
      settings.put("between pauses, ms", noise.meanGapNanos() / 1e6);
      settings.put("pauses vary", noise.lengthsVary());
    }
    return settings;
  }
}
