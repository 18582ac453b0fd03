package org.curtail.app;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.files.ProfileFile;
import org.curtail.app.files.TableFile;
import org.curtail.app.terminal.Misuse;
import org.curtail.app.terminal.OutputFile;
import org.curtail.json.IntervalTableJson;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail plan}: from a profile to an interval table. */
@Command(
    name = "plan",
    description = "Computes from a profile when Few-to-Many adds threads, for every load.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example: curtail plan --profile profile.json --cores 15 \\",
      "             --target-parallelism 24 --max-degree 4 --step-ms 5 --out table.json"
    })
final class PlanCommand implements Callable<Integer> {
  /** The Few-to-Many paper plans 24 threads for 15 cores, since threads block now and then. */
  private static final double THREADS_PER_CORE = 1.5;

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description = "Profile, as curtail profile writes it.")
  Path profile = Path.of("");

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores of the machine. Default: of this one.")
  int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--target-parallelism",
      paramLabel = "P",
      description =
          "Threads that all requests together may use on average; above P requests a new one waits"
              + " for an exit. Default: 1.5 per core.")
  @Nullable Integer targetParallelism;

  @Option(
      names = "--max-degree",
      paramLabel = "N",
      description =
          "Greatest number of threads for one request. Default: the greatest of --degrees, else of"
              + " the profile.")
  @Nullable Integer maxDegree;

  @Option(
      names = "--degrees",
      split = ",",
      paramLabel = "N",
      description =
          "Degrees a request may pass through, as in 1,2,4. Default: all up to the greatest.")
  @Nullable List<Integer> degrees;

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description = "The tail to shorten, 0 to 100. Default: ${DEFAULT-VALUE}.")
  double percentile = 99;

  @Option(
      names = "--step-ms",
      paramLabel = "MS",
      description =
          "Times in the table are multiples of this. Default: about 1/400 of the longest request,"
              + " coarser where the search would take long.")
  @Nullable Double stepMs;

  @Option(
      names = "--max-load",
      paramLabel = "Q",
      description = "The table has rows for 1 to Q requests. Default: the target parallelism.")
  @Nullable Integer maxLoad;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the table goes. Not needed with --json.")
  @Nullable Path out;

  @Option(names = "--overwrite", description = "Replace --out if it is there.")
  boolean overwrite;

  @Mixin SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    Path file = out;
    if (file != null) {
      OutputFile.check(file, overwrite);
    } else if (!shared.json) {
      throw new Misuse("--out: expected a file for the table, found none");
    }
    Profile demand = ProfileFile.read(profile);
    PlanGoal goal = goal(demand);
    shared.console.say(
        "Planning for %d requests at degrees %s, loads 1 to %d, in steps of %s ms"
            .formatted(
                demand.requests(), goal.degrees(), goal.maxLoad(), TableText.time(goal.stepMs())));
    IntervalTable table = plan(demand, goal);
    if (shared.json) {
      var text = new StringWriter();
      IntervalTableJson.write(table, text);
      shared.console.result(text.toString().stripTrailing());
    } else {
      TableText.lines(table).forEach(shared.console::result);
    }
    if (goal.maxLoad() < goal.targetParallelism()) {
      shared.console.warn(
          "loads from %d to %d use the row of %d, which was not planned for them"
              .formatted(goal.maxLoad() + 1, goal.targetParallelism(), goal.maxLoad()));
    }
    if (file != null) {
      TableFile.write(file, table);
      shared.console.say("Wrote the table to " + file);
    }
    return 0;
  }

  private static IntervalTable plan(Profile demand, PlanGoal goal) {
    try {
      return TablePlanner.plan(demand, goal);
    } catch (IllegalArgumentException e) {
      // All else has been checked: the search would take too long.
      throw new Misuse("--step-ms: " + e.getMessage(), e);
    }
  }

  private PlanGoal goal(Profile demand) {
    requirePositive("--cores", cores);
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new Misuse("--percentile: expected a number from 0 to 100, found " + percentile);
    }
    int target =
        targetParallelism == null
            ? (int) Math.round(THREADS_PER_CORE * cores)
            : requirePositive("--target-parallelism", targetParallelism);
    List<Integer> passed = degrees(demand);
    int loads = maxLoad == null ? target : requirePositive("--max-load", maxLoad);
    return new PlanGoal(
        cores, target, passed.getLast(), passed, percentile, step(demand, passed), loads);
  }

  private double step(Profile demand, List<Integer> passed) {
    if (stepMs == null) {
      return TablePlanner.suggestStepMs(demand, passed);
    }
    if (!(stepMs > 0) || Double.isInfinite(stepMs)) {
      throw new Misuse("--step-ms: expected a number above 0, found " + stepMs);
    }
    return stepMs;
  }

  private List<Integer> degrees(Profile demand) {
    List<Integer> passed =
        degrees != null
            ? degrees
            : PlanGoal.degreesTo(
                maxDegree == null
                    ? demand.maxDegree()
                    : requireMeasured(
                        "--max-degree", requirePositive("--max-degree", maxDegree), demand));
    int previous = 0;
    for (int degree : passed) {
      if (degree <= previous || passed.getFirst() != 1) {
        throw new Misuse(
            "--degrees: expected ascending degrees that begin with 1, found " + passed);
      }
      previous = degree;
    }
    requireMeasured("--degrees", previous, demand);
    if (maxDegree != null && maxDegree != previous) {
      throw new Misuse(
          "--max-degree: expected the greatest of --degrees, %d, found %d"
              .formatted(previous, maxDegree));
    }
    return passed;
  }

  private int requireMeasured(String option, int degree, Profile demand) {
    if (degree > demand.maxDegree()) {
      throw new Misuse(
          "%s: expected at most what %s has measured, %d, found %d"
              .formatted(option, profile, demand.maxDegree(), degree));
    }
    return degree;
  }

  private static int requirePositive(String option, int value) {
    if (value < 1) {
      throw new Misuse(option + ": expected a number of at least 1, found " + value);
    }
    return value;
  }
}
