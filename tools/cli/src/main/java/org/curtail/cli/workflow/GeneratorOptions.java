package org.curtail.cli.workflow;

import java.util.Locale;
import org.curtail.benchkit.standin.StandInWorkflows;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.simulate.WorkflowGenerator;
import org.curtail.workflow.simulate.WorkflowGenerator.WorkflowGraph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a generated workflow. */
final class GeneratorOptions implements CommandWords.Options {
  private static final int MOST_STAGES = 10_000;
  private static final int FEWEST_SAMPLES = 10;
  private static final int MOST_SAMPLES = 1_000_000;

  /** Most times in a file of reasonable size. */
  private static final long MOST_TIMES = 20_000_000;

  private static final double MOST_SIGMA = 5;
  private static final double MOST_COUPLING = 0.99;

  @Option(
      names = "--stages",
      paramLabel = "N",
      description = "Number of services. Default: ${DEFAULT-VALUE}.")
  private int stages = 10;

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      description =
          "Order of the services: serial, one after the other; parallel, one, then many side by side, then one; layered, groups of one to four; ten, the ten of the tests, repeated. Default: ten.")
  private WorkflowGraph shape = WorkflowGraph.TEN;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Times of each service. Default: ${DEFAULT-VALUE}.")
  private int samples = 10_000;

  @Option(
      names = "--least-sigma",
      paramLabel = "X",
      description =
          "Times are log-normal; the least deviation of their logarithms, which each service draws. Default: ${DEFAULT-VALUE}.")
  private double leastSigma = 0.3;

  @Option(
      names = "--most-sigma",
      paramLabel = "X",
      description = "The greatest deviation. Default: ${DEFAULT-VALUE}.")
  private double mostSigma = 1.5;

  @Option(
      names = "--bimodal",
      paramLabel = "SHARE",
      description =
          "Share of the services that are fast in nine of ten calls, and otherwise much slower. Default: ${DEFAULT-VALUE}.")
  private double bimodal = 0;

  @Option(
      names = "--costly",
      paramLabel = "SHARE",
      description =
          "Share of the services that cost 10 to 100 times as much as others. Default:"
              + " ${DEFAULT-VALUE}.")
  private double costly = 0.3;

  @Option(
      names = "--coupling",
      paramLabel = "X",
      description =
          "Correlation of the logarithms of the times of a call and its copy."
              + " Default: ${DEFAULT-VALUE}, and no times of copies.")
  private double coupling = 0;

  @Option(
      names = "--stand-in",
      paramLabel = "N",
      description =
          "Instead of all that: the N-th, from 1, of 45 workflows that stand in for those of Bing in the Kwiken paper.")
  private @Nullable Integer standIn;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of all random choices. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--sample-seed",
      paramLabel = "S",
      description =
          "Seed of the times alone; another one measures the same services again. Default: that of --seed.")
  private @Nullable Long sampleSeed;

  /**
   * The workflow.
   *
   * @throws UsageError if an option is out of range
   */
  Workflow workflow() {
    OptionRules.whole("--samples", samples, FEWEST_SAMPLES, MOST_SAMPLES);
    if (standIn != null) {
      return standIn(OptionRules.whole("--stand-in", standIn, 1, StandInWorkflows.COUNT));
    }
    OptionRules.whole("--stages", stages, 1, MOST_STAGES);
    requireFewTimes(stages);
    OptionRules.number("--least-sigma", leastSigma, 0, MOST_SIGMA);
    OptionRules.number("--most-sigma", mostSigma, leastSigma, MOST_SIGMA);
    OptionRules.number("--bimodal", bimodal, 0, 1);
    OptionRules.number("--costly", costly, 0, 1);
    OptionRules.number("--coupling", coupling, 0, MOST_COUPLING);
    return new WorkflowGenerator(
            stages, shape, samples, leastSigma, mostSigma, bimodal, costly, coupling)
        .generate(seed, sampleSeed == null ? seed : sampleSeed);
  }

  private Workflow standIn(int number) {
    requireFewTimes(StandInWorkflows.stages(number));
    return sampleSeed == null
        ? StandInWorkflows.one(number, samples, seed)
        : StandInWorkflows.one(number, samples, seed, sampleSeed);
  }

  private void requireFewTimes(int ofStages) {
    if ((long) ofStages * samples > MOST_TIMES) {
      throw new UsageError(
          "--samples: expected at most %,d for %,d stages, %,d in all, found %,d"
              .formatted(MOST_TIMES / ofStages, ofStages, MOST_TIMES, samples));
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    if (standIn == null) {
      line.option("--stages", stages)
          .option("--shape", shape.name().toLowerCase(Locale.ROOT))
          .option("--least-sigma", Numbers.exact(leastSigma))
          .option("--most-sigma", Numbers.exact(mostSigma))
          .option("--bimodal", Numbers.exact(bimodal))
          .option("--costly", Numbers.exact(costly))
          .option("--coupling", Numbers.exact(coupling));
    } else {
      line.option("--stand-in", standIn);
    }
    line.option("--samples", samples).option("--seed", seed).ifGiven("--sample-seed", sampleSeed);
  }
}
