package org.curtail.cli.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.files.NamedTable;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.benchkit.trust.SpeedupShape;
import org.curtail.cli.chart.TablePicture;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.commandline.UsageWidth;
import org.curtail.plan.Effort;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.tune.HarmlessTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail plan}: from a profile to an interval table, and what it does to requests. */
@Command(
    name = "plan",
    description = {
      "Computes from a profile when Few-to-Many adds threads, for every load.",
      "With --compare, says what two tables do to the requests of a profile."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail plan --profile profile.json --cores 15 --out table.json",
      "  curtail plan --profile profile.json --compare table.json few-to-many-lucene"
    })
public final class PlanCommand implements Callable<Integer> {
  /** Lines of most plans with timelines. */
  private static final int SCREEN_LINES = 40;

  private static final long QUIET_NANOS = 2_000_000_000L;

  private static final String HARM_ALLOWED =
      "--allow-harm: the whole plan is kept; at high load requests may be slower than sequential ones";

  /** Options used by a comparison. */
  private static final Set<String> COMPARING =
      Set.of("--profile", "--compare", "--percentile", "--max-load", "--json", "--debug");

  @Mixin private final DemandOptions demands = new DemandOptions();

  @Mixin private final GoalOptions goals = new GoalOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "File for a picture of the table (SVG).")
  private @Nullable Path picture;

  @Option(
      names = "--no-harm",
      description =
          "Keep of the plan what, in a simulation, raises neither the mean nor a percentile above"
              + " those of sequential requests, at any load. This is the default.")
  private boolean noHarm;

  @Option(
      names = "--allow-harm",
      description =
          "Keep all of the plan, as the Few-to-Many paper does: at high load requests may be slower"
              + " than sequential ones.")
  private boolean allowHarm;

  @Option(
      names = "--split-half",
      description =
          "Plan on one half of the requests, test on the other, and the other way round; with"
              + " --bins, on halves of the bins.")
  private boolean splitHalf;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For the halves and for simulated arrivals. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--compare",
      arity = "2",
      paramLabel = "TABLE",
      description =
          "Plan nothing; compare two tables, each a file or a published one: few-to-many-lucene.")
  private List<String> compared = List.of();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    if (compared.isEmpty()) {
      plan();
    } else {
      compare();
    }
    return 0;
  }

  private void plan() throws IOException {
    OptionRules.excludes("--allow-harm", noHarm && allowHarm, "--no-harm");
    OutputOptions.spare("--profile", demands.file(), "--out", output.out);
    OutputOptions.spare("--profile", demands.file(), "--picture", picture);
    Path file = output.out;
    output.check(picture);
    Demand demand = demands.read();
    GoalOptions.Chosen chosen = goals.choose(demand);
    PlanGoal goal = chosen.goal();
    chosen.lines(demand).forEach(shared.console::say);
    SpeedupShape speedups = SpeedupShape.of(demand.planned(), goal.degrees());
    Effort effort = effort("Planning");
    long startNanos = System.nanoTime();
    IntervalTable found = TablePlanner.plan(demand.planned(), goal, effort);
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    IntervalTable planned = demand.onAll(found);
    HarmlessTable harmless = allowHarm ? null : harmless(planned, demand.all());
    IntervalTable table = harmless == null ? planned : harmless.table();
    var explanation =
        Explanation.of(
            table,
            demand,
            new Explanation.Search(seconds, effort.spent(), goals.effortLimit(), speedups),
            Stream.of(
                    ProfileRemarks.lines(demand.file().toString(), demand.all()),
                    TableRemarks.lines(found, table, speedups, demand),
                    allowHarm ? List.of(HARM_ALLOWED) : List.<String>of())
                .flatMap(List::stream)
                .toList(),
            chosen.advice(),
            harmless,
            splitHalf ? stability(demand.planned(), goal) : null);
    write(table, file);
    ProfileRemarks.brief(demand.file().toString(), demand.all(), explanation.remarks())
        .forEach(shared.console::warn);
    if (shared.json) {
      shared.console.json(PlanningJson.text(table, explanation));
    } else {
      print(table, planned, explanation);
    }
    sayNext(file, table.cores());
  }

  private HarmlessTable harmless(IntervalTable planned, Profile all) {
    StopSignal.check("stopped while planning; no table was written");
    shared.console.progress("planned; simulating what of it does harm");
    try {
      return HarmlessTable.of(planned, all, seed);
    } catch (IllegalArgumentException e) {
      throw new UsageError(
          "whether the plan does harm was not found: %s; --allow-harm plans without that"
              .formatted(e.getMessage()),
          e);
    }
  }

  private void sayNext(@Nullable Path file, int cores) {
    if (file == null) {
      shared.sayNotWritten("the table", "table.json");
    } else {
      shared.sayNext("simulate", "--profile", demands.file(), "--table", file, "--cores", cores);
    }
  }

  /** The effort of one plan; shows progress if it takes long, and ends if the user stops it. */
  private Effort effort(String what) {
    long quietUntilNanos = System.nanoTime() + QUIET_NANOS;
    return goals.effort(spent -> {
      StopSignal.check("stopped while planning; no table was written");
      if (System.nanoTime() > quietUntilNanos) {
        shared.console.progress("%s: %.0f %% of the effort spent".formatted(what, 100 * spent));
      }
    });
  }

  /**
   * Divides the planner's requests: each request of a bin by the toss of a coin; both halves have
   * the bin's mean times.
   */
  private Explanation.Stability stability(Profile planned, PlanGoal goal) {
    try {
      return new Explanation.Stability(
          seed,
          SplitHalf.of(
              planned, goal, new SplittableRandom(seed), () -> effort("Planning on a half")));
    } catch (IllegalArgumentException e) {
      throw new UsageError("--split-half: " + e.getMessage(), e);
    }
  }

  private void write(IntervalTable table, @Nullable Path file) throws IOException {
    if (file != null) {
      JsonFile.TABLE.write(file, table);
      shared.console.say("Wrote the table to " + file);
    }
    if (picture != null) {
      OutputFile.write(picture, writer -> TablePicture.write(table, writer));
      shared.console.say("Wrote a picture of it to " + picture);
    }
  }

  /** Prints the timelines of requests if all fits on a screen; JSON always has them. */
  private void print(IntervalTable table, IntervalTable planned, Explanation explanation) {
    List<String> rows = TableText.lines(table);
    List<String> bars =
        TableBars.lines(table, UsageWidth.fit(shared.command), shared.console.coloured());
    List<String> timelines = TimelineText.lines(explanation.timelines());
    HarmlessTable harmless = explanation.noHarm();
    List<String> noHarm = harmless == null ? List.of() : NoHarmText.lines(harmless);
    print(rows);
    bars.forEach(shared.console::drawn);
    shared.console.result("");
    if (rows.size() + bars.size() + timelines.size() + noHarm.size() + 4 <= SCREEN_LINES) {
      print(timelines);
    }
    if (!noHarm.isEmpty()) {
      print(noHarm);
    }
    Explanation.Stability stability = explanation.splitHalf();
    if (stability != null) {
      print(SplitHalfText.lines(planned, explanation.tails(planned), stability));
    }
    explanation.search().lines().forEach(shared.console::say);
  }

  private void print(List<String> paragraph) {
    paragraph.forEach(shared.console::result);
    shared.console.result("");
  }

  private void compare() throws IOException {
    if (compared.size() != 2) {
      throw new UsageError("--compare: expected two tables, found %d".formatted(compared.size()));
    }
    for (var option : shared.command.commandLine().getParseResult().matchedOptions()) {
      if (!COMPARING.contains(option.longestName())) {
        throw OptionRules.excludes(
            option.longestName(), "--compare, which plans and writes nothing");
      }
    }
    double percentile = goals.percentile();
    NamedTable first = NamedTable.find(compared.getFirst());
    NamedTable second = NamedTable.find(compared.getLast());
    Profile demand = demands.readAll();
    String file = demands.file().toString();
    ProfileRemarks.brief(file, demand, ProfileRemarks.lines(file, demand))
        .forEach(shared.console::warn);
    int maxLoad = goals.maxLoad(TableComparison.greatestLoad(first, second));
    var comparison = TableComparison.of(first, second, demand, file, percentile, maxLoad);
    if (shared.json) {
      shared.console.json(PlanningJson.text(comparison));
    } else {
      ComparisonText.lines(comparison).forEach(shared.console::result);
    }
  }
}
