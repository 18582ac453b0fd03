package org.curtail.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
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
import org.curtail.model.json.IntervalTableJson;
import org.curtail.plan.Effort;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.tune.HarmlessTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code curtail plan}: makes an interval table from a profile, and shows its effect on requests.
 */
@Command(
    name = "plan",
    description = {
      "Computes from a profile the times at which Few-to-Many adds threads, for every load.",
      "With --compare, shows the effect of two tables on the requests of a profile."
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
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Lines on a screen, enough for most plans with timelines. */
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
          "Keep the part of the plan without harm: in a simulation, neither the mean nor a percentile exceeds that of sequential requests, at any load. This is the default.")
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
          "Plan on one half of the requests and test on the other, and vice versa; with --bins, on halves of the bins.")
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
                    PlanText.remarks(found, table, speedups, demand),
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
      shared.console.json(text(table, explanation));
    } else {
      print(table, planned, explanation);
    }
    sayNext(file, table.cores());
  }

  private HarmlessTable harmless(IntervalTable planned, Profile all) {
    StopSignal.check("stopped while planning; no table was written");
    shared.console.progress("planned; simulating which part does harm");
    try {
      return HarmlessTable.of(planned, all, seed);
    } catch (IllegalArgumentException e) {
      throw new UsageError(
          "the harm of the plan is unknown: %s; --allow-harm plans without this test"
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

  /**
   * Returns the effort of one plan. The effort shows the progress of a long plan, and ends if the
   * user stops the plan.
   */
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
   * Divides the planner's requests. For a bin, each of its requests goes to a random half, and both
   * halves have the bin's mean times.
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

  /**
   * Prints the result, with timelines of requests if everything fits on a screen. JSON always has
   * the timelines.
   */
  private void print(IntervalTable table, IntervalTable planned, Explanation explanation) {
    List<String> rows = PlanText.table(table);
    List<String> bars =
        TableBars.lines(table, UsageWidth.fit(shared.command), shared.console.coloured());
    List<String> timelines = PlanText.timelines(explanation.timelines());
    HarmlessTable harmless = explanation.noHarm();
    List<String> noHarm = harmless == null ? List.of() : PlanText.noHarm(harmless);
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
      print(PlanText.splitHalf(planned, explanation.tails(planned), stability));
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
      shared.console.json(text(comparison));
    } else {
      PlanText.comparison(comparison).forEach(shared.console::result);
    }
  }

  // ---- The planned table as JSON.

  /**
   * The table as one JSON object on one line, as in its file. The field {@code planning} has the
   * details; readers of tables skip it.
   */
  private static String text(IntervalTable table, Explanation explanation) throws IOException {
    var written = new StringWriter();
    IntervalTableJson.write(table, written);
    ObjectNode json = (ObjectNode) JSON.readTree(written.toString());
    json.set("planning", planning(table, explanation));
    return JSON.writeValueAsString(json);
  }

  /** A comparison as a JSON object, on one line. */
  private static String text(TableComparison comparison) throws JsonProcessingException {
    return JSON.writeValueAsString(comparison);
  }

  private static ObjectNode planning(IntervalTable table, Explanation explanation) {
    ObjectNode planning = JSON.createObjectNode();
    Demand demand = explanation.demand();
    planning.put("profile", demand.file().toString()).put("bins", demand.bins());
    planning.put("aggregateSpeedups", demand.aggregateSpeedups());
    planning.setAll((ObjectNode) JSON.valueToTree(explanation.search()));
    planning.set("remarks", JSON.valueToTree(explanation.remarks()));
    planning.set("advice", JSON.valueToTree(explanation.advice()));
    ArrayNode timelines = planning.putArray("timelines");
    explanation.timelines().forEach(at -> timelines.add(timeline(at)));
    ArrayNode tails = planning.putArray("tails");
    List<TailInterval> intervals = explanation.tails(table);
    for (int i = 0; i < table.rows().size(); i++) {
      TailInterval tail = intervals.get(i);
      ObjectNode json = tails.addObject().put("load", table.rows().get(i).load());
      json.setAll((ObjectNode) JSON.valueToTree(tail));
    }
    HarmlessTable noHarm = explanation.noHarm();
    if (noHarm != null) {
      ObjectNode json = planning.putObject("noHarm");
      json.put("isPlanned", noHarm.isPlanned());
      json.set("kept", JSON.valueToTree(noHarm.kept()));
      json.set("trials", JSON.valueToTree(noHarm.trials()));
    }
    Explanation.Stability stability = explanation.splitHalf();
    if (stability != null) {
      ObjectNode splitHalf = planning.putObject("splitHalf").put("seed", stability.seed());
      transfers(splitHalf.putArray("firstOnSecond"), stability.halves().firstOnSecond());
      transfers(splitHalf.putArray("secondOnFirst"), stability.halves().secondOnFirst());
    }
    return planning;
  }

  private static ObjectNode timeline(TimelineAtLoad at) {
    PlannedTimeline timeline = at.timeline();
    ObjectNode json = JSON.createObjectNode();
    json.put("load", at.load()).put("demandPercentile", at.demandPercentile());
    json.put("admittedMs", timeline.admittedMs()).put("doneMs", timeline.doneMs());
    json.put("speedup", timeline.speedup())
        .put("averageParallelism", timeline.averageParallelism());
    json.setAll((ObjectNode) JSON.valueToTree(timeline));
    return json;
  }

  private static void transfers(ArrayNode array, List<SplitHalf.Transfer> transfers) {
    for (SplitHalf.Transfer transfer : transfers) {
      ObjectNode json = JSON.valueToTree(transfer);
      array.add(json.put("ratio", transfer.ratio()).put("regret", transfer.regret()));
    }
  }
}
