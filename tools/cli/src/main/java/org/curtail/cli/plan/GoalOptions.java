package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.plan.Effort;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the goal of a table and its limits. */
public final class GoalOptions {
  /**
   * Limit for cores, threads and loads. Greater numbers are typing errors, and would give very many
   * rows.
   */
  private static final int MOST = 10_000;

  private static final String MAX_DEGREE = "maxDegree";
  private static final long MILLION = 1_000_000;
  private static final long MOST_MILLIONS = 1_000_000_000;
  private static final String TARGET_PARALLELISM = "targetParallelism";

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores of the machine. Default: of this one.")
  private int cores = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--target-parallelism",
      paramLabel = "P|auto",
      converter = NumberOrAuto.Converter.class,
      description =
          "Mean number of threads of all requests together; above P requests a new one waits for an exit. Default: auto, which fills cores that are idle while threads wait.")
  private NumberOrAuto targetParallelism = new NumberOrAuto.Auto();

  @Option(
      names = "--max-degree",
      paramLabel = "N|auto",
      converter = NumberOrAuto.Converter.class,
      description =
          "Greatest number of threads of one request; auto stops where long requests gain little more. Default: the greatest of --degrees, else of the profile.")
  private @Nullable NumberOrAuto maxDegree;

  @Option(
      names = "--degrees",
      split = ",",
      paramLabel = "N",
      description = "Possible degrees of a request, as in 1,2,4. Default: all up to the greatest.")
  private @Nullable List<Integer> degrees;

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description = "The tail to shorten, 0 to 100. Default: ${DEFAULT-VALUE}.")
  private double percentile = 99;

  @Option(
      names = "--step-ms",
      paramLabel = "MS",
      description =
          "Times in the table are multiples of this. Default: the longest sequential time / 400,"
              + " rounded up to 1, 2 or 5 times a power of ten.")
  private @Nullable Double stepMs;

  @Option(
      names = "--max-load",
      paramLabel = "Q",
      description = "The table has rows for 1 to Q requests. Default: the target parallelism.")
  private @Nullable Integer maxLoad;

  @Option(
      names = "--effort",
      paramLabel = "N",
      description =
          "Effort limit of planning: evaluations of one degree of one request, in millions; rows without a proof are marked. Default: ${DEFAULT-VALUE}; about a hundred million take a second.")
  private long effortMillions = Effort.DEFAULT_LOOKS / MILLION;

  /**
   * A goal with the values that the command chose.
   *
   * @param advice chosen values, by the name of their field
   */
  public record Chosen(PlanGoal goal, Map<String, GoalAdvice> advice) {
    /** The chosen values and reasons, written as options, and the resulting plan. */
    public List<String> lines(Demand demand) {
      var lines = new ArrayList<String>();
      advice.forEach((field, advised) ->
          lines.add(
              "%s %d: %s"
                  .formatted(
                      field.equals(MAX_DEGREE) ? "--max-degree" : "--target-parallelism",
                      advised.value(),
                      advised.reason())));
      lines.add(
          "Planning for %s at degrees %s, loads 1 to %d, in steps of %s ms"
              .formatted(
                  demand.text(), goal.degrees(), goal.maxLoad(), Numbers.exact(goal.stepMs())));
      return lines;
    }
  }

  /**
   * Returns the goal for a demand. The command chooses values from all requests.
   *
   * @throws UsageError if an option is out of range or contradicts the profile or another
   */
  public Chosen choose(Demand demand) {
    requireWithinMost("--cores", cores);
    double tail = percentile();
    var advice = new LinkedHashMap<String, GoalAdvice>();
    List<Integer> passed = degrees(demand, advice);
    int target =
        switch (targetParallelism) {
          case NumberOrAuto.Given(int given) -> requireWithinMost("--target-parallelism", given);
          case NumberOrAuto.Auto auto -> {
            GoalAdvice advised =
                atMost(GoalAdvice.targetParallelism(demand.all(), cores, passed.getLast()));
            advice.put(TARGET_PARALLELISM, advised);
            yield advised.value();
          }
        };
    int loads = maxLoad(target);
    var goal =
        new PlanGoal(
            cores, target, passed.getLast(), passed, tail, step(demand.planned(), passed), loads);
    return new Chosen(goal, advice);
  }

  /** Advice within the range of its option. */
  private static GoalAdvice atMost(GoalAdvice advised) {
    return advised.value() <= MOST
        ? advised
        : new GoalAdvice(MOST, advised.reason() + "; at most " + MOST);
  }

  /**
   * The effort limit of the search.
   *
   * @param watch called as in {@link Effort}
   * @throws UsageError if the value is out of range
   */
  public Effort effort(DoubleConsumer watch) {
    return new Effort(effortLimit(), watch);
  }

  /**
   * The greatest number of looks in the search.
   *
   * @throws UsageError if the value is out of range
   */
  public long effortLimit() {
    return OptionRules.whole("--effort", effortMillions, 1, MOST_MILLIONS) * MILLION;
  }

  /**
   * The percentile of the tail, 0 to 100.
   *
   * @throws UsageError if the value is out of range
   */
  public double percentile() {
    return OptionRules.number("--percentile", percentile, 0, 100);
  }

  /**
   * The greatest load of the table.
   *
   * @param otherwise default; lowered to the limit
   * @throws UsageError if the value is out of range
   */
  public int maxLoad(int otherwise) {
    return maxLoad == null ? Math.min(otherwise, MOST) : requireWithinMost("--max-load", maxLoad);
  }

  private double step(Profile planned, List<Integer> passed) {
    if (stepMs == null) {
      return TablePlanner.suggestStepMs(planned, passed);
    }
    OptionRules.above("--step-ms", 0, stepMs, Double.MAX_VALUE);
    double leastMs = TablePlanner.leastStepMs(planned, passed);
    if (stepMs < leastMs) {
      throw new UsageError(
          "--step-ms: expected a number of at least %s, so that steps can be counted, found %s"
              .formatted(leastMs, stepMs));
    }
    return stepMs;
  }

  private List<Integer> degrees(Demand demand, Map<String, GoalAdvice> advice) {
    List<Integer> allowed = allowed(demand);
    return switch (maxDegree) {
      case null -> allowed;
      case NumberOrAuto.Auto auto -> {
        GoalAdvice advised = GoalAdvice.maxDegree(demand.all(), allowed);
        advice.put(MAX_DEGREE, advised);
        yield allowed.stream().filter(degree -> degree <= advised.value()).toList();
      }
      case NumberOrAuto.Given(int greatest) -> {
        requireMeasured("--max-degree", requirePositive("--max-degree", greatest), demand);
        if (degrees == null) {
          yield PlanGoal.degreesTo(greatest);
        }
        if (greatest != allowed.getLast()) {
          throw new UsageError(
              "--max-degree: expected %d, the greatest of --degrees, found %d"
                  .formatted(allowed.getLast(), greatest));
        }
        yield allowed;
      }
    };
  }

  /** All allowed degrees, before the greatest one is chosen. */
  private List<Integer> allowed(Demand demand) {
    if (degrees == null) {
      return PlanGoal.degreesTo(demand.all().maxDegree());
    }
    int previous = 0;
    for (int degree : degrees) {
      if (degree <= previous || degrees.getFirst() != 1) {
        throw new UsageError(
            "--degrees: expected ascending degrees that begin with 1, found " + degrees);
      }
      previous = degree;
    }
    requireMeasured("--degrees", previous, demand);
    return degrees;
  }

  private static void requireMeasured(String option, int degree, Demand demand) {
    int measured = demand.all().maxDegree();
    if (degree > measured) {
      throw new UsageError(
          "%s: expected at most %d, the greatest degree that %s has measured, found %d"
              .formatted(option, measured, demand.file(), degree));
    }
  }

  private static int requireWithinMost(String option, int value) {
    return OptionRules.whole(option, value, 1, MOST);
  }

  private static int requirePositive(String option, int value) {
    return OptionRules.whole(option, value, 1, Integer.MAX_VALUE);
  }
}
