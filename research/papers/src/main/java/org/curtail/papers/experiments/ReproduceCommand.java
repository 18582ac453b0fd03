package org.curtail.papers.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.ClaimText;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.ResearchCommand;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.report.HtmlReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail reproduce}: repeats figures of papers in the simulator. */
@Command(
    name = "reproduce",
    description = {
      "Reproduces the figures of a paper in the simulator.",
      "Shows for each of its claims the paper's number, ours and the difference, and draws a page"
          + " with the same plots.",
      "With all, runs every experiment, and lists the claims of all papers with --json."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail reproduce few-to-many-lucene --out report.html",
      "  curtail reproduce all --json"
    })
public final class ReproduceCommand implements ResearchCommand {
  private static final int FEWEST_REQUESTS = 200;
  private static final int MOST_REQUESTS = 200_000;
  private static final int MOST_REPEATS = 1000;

  /** Name for every experiment. */
  private static final String ALL = "all";

  /** All experiments; a new one is a class and an entry here. */
  private static final List<Experiment> EXPERIMENTS =
      List.of(
          new FewToManyLucene(),
          new FewToManyBing(),
          new AdaptiveBing(),
          new ReissueExperiment(),
          new KwikenExperiment(),
          new SlowToFastExperiment());

  @Parameters(
      paramLabel = "EXPERIMENT",
      completionCandidates = Names.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String name = "";

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "For demands and arrivals of the first repeat; each further one has the next. Default:"
              + " ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--repeats",
      paramLabel = "K",
      description =
          "Runs of each policy at each rate, with a seed each. Default: ${DEFAULT-VALUE}.")
  private int repeats = 5;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in each run. Default: ${DEFAULT-VALUE}.")
  private int requests = 20_000;

  @Option(
      names = "--workflow",
      paramLabel = "FILE",
      description =
          "A workflow of your own (curtail-workflow/1) instead of stand-ins; give it again for more."
              + " For kwiken.")
  private List<Path> workflows = new ArrayList<>();

  @Option(
      names = "--measured",
      split = ",",
      paramLabel = "FILE",
      description =
          "Results of curtail bench redis and servers, for claims on real servers; without them they"
              + " are not run. For reissue.")
  private List<Path> measured = List.of();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  /** Names of the experiments, and of all together. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Names() {
      super(EXPERIMENTS.stream().map(Experiment::name).toList());
      add(ALL);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    OptionRules.named("EXPERIMENT", name, new Names(), given -> given);
    OptionRules.whole("--repeats", repeats, 1, MOST_REPEATS);
    OptionRules.whole("--requests", requests, FEWEST_REQUESTS, MOST_REQUESTS);
    output.check(null);
    return name.equals(ALL)
        ? all()
        : one(OptionRules.named("EXPERIMENT", name, EXPERIMENTS, Experiment::name));
  }

  private int one(Experiment named) throws IOException, InterruptedException {
    Experiment experiment = named;
    if (!workflows.isEmpty()) {
      experiment = experiment.on(workflows.stream().map(JsonFile.WORKFLOW::read).toList());
    }
    if (!measured.isEmpty()) {
      experiment = experiment.with(measured());
    }
    shared.console.say(experiment.title());
    Results results = run(experiment);
    writePage(List.of(results));
    print(results);
    sayPage();
    return 0;
  }

  private int all() throws IOException, InterruptedException {
    if (!workflows.isEmpty()) {
      throw new UsageError(
          "--workflow: expected the experiment kwiken, which has workflows, found all");
    }
    List<Results> onServers = measured();
    AllExperiments all =
        AllExperiments.run(
            EXPERIMENTS.stream()
                .map(experiment ->
                    experiment instanceof ReissueExperiment
                        ? experiment.with(onServers)
                        : experiment)
                .toList(),
            experiment -> words(experiment.name()).toString(),
            this::run,
            shared.console);
    if (!all.pages().isEmpty()) {
      writePage(all.pages());
    }
    shared.show(all.output(words(ALL).ifGiven("--out", output.out).toString()));
    if (!all.pages().isEmpty()) {
      sayPage();
    }
    if (all.stopped()) {
      if (all.pages().isEmpty()) {
        throw new Interrupted("stopped; no experiment was finished");
      }
      throw output.stopped(all.pages().size(), EXPERIMENTS.size(), "experiments");
    }
    return all.failed() == 0 ? 0 : 1;
  }

  private List<Results> measured() {
    return measured.stream().map(ResultsFile::read).toList();
  }

  private Results run(Experiment experiment) throws InterruptedException {
    var runner = new ScenarioRunner(seed, repeats, requests, shared.console);
    CommandWords words = words(experiment.name());
    workflows.forEach(file -> words.option("--workflow", file));
    return results(
        experiment, experiment.run(runner), runner, words.ifGiven("--out", output.out).toString());
  }

  private CommandWords words(String experiment) {
    return CommandWords.of("reproduce", experiment)
        .option("--seed", seed)
        .option("--repeats", repeats)
        .option("--requests", requests)
        .ifGiven("--measured", isMeasured(experiment) && !measured.isEmpty() ? measured : null);
  }

  private static boolean isMeasured(String experiment) {
    return experiment.equals(ALL) || experiment.equals(ReissueExperiment.NAME);
  }

  private void writePage(List<Results> chapters) throws IOException {
    if (output.out != null) {
      OutputFile.write(output.out, writer -> HtmlReport.write(chapters, writer));
    }
  }

  private void sayPage() {
    if (output.out != null) {
      shared.console.say("Wrote the report to " + output.out);
    }
  }

  private void print(Results results) throws IOException {
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
      return;
    }
    ClaimText.lines(results.claims()).forEach(shared.console::result);
    shared.console.result("");
    shared.console.result(results.verdict().headline());
    results.verdict().details().forEach(shared.console::result);
  }

  /**
   * Returns the results.
   *
   * @param command the command that repeats them
   */
  private static Results results(
      Experiment experiment, Findings findings, ScenarioRunner runner, String command) {
    @Nullable Measurements measured = findings.measured();
    var settings = new LinkedHashMap<String, Object>();
    settings.put("experiment", experiment.name());
    settings.put("paper", experiment.title());
    settings.put("seeds", runner.seeds());
    settings.put("requests per run", runner.requests());
    settings.putAll(findings.settings());
    return new Results(
            "reproduce",
            runner.seeds().getFirst(),
            findings.cores(),
            command,
            settings,
            measured == null ? null : Demand.of(measured.scenario().profile()),
            findings.table(),
            null,
            measured == null ? List.of() : measured.means(),
            verdict(experiment, findings))
        .with()
        .claims(findings.claims())
        .figures(findings.figures())
        .repeats(measured == null ? List.of() : measured.repeats())
        .variants(findings.variants().stream().map(Measurements::variant).toList())
        .results();
  }

  private static Verdict verdict(Experiment experiment, Findings findings) {
    boolean hasTies = findings.claims().stream().anyMatch(Claim::isTie);
    List<Double> differences =
        findings.claims().stream()
            .filter(claim -> claim.unit().equals("%"))
            .map(Claim::difference)
            .filter(Objects::nonNull)
            .map(Math::abs)
            .sorted()
            .toList();
    var details = new ArrayList<String>();
    details.add(experiment.title());
    if (!differences.isEmpty()) {
      details.add(
          "Of %d percentages that the paper states, ours differ by %.0f points in the median and by %.0f at most."
              .formatted(
                  differences.size(),
                  differences.get(differences.size() / 2),
                  differences.getLast()));
    }
    Measurements measured = findings.measured();
    String unstable = measured == null ? "" : measured.unstable();
    if (!unstable.isEmpty()) {
      details.add("Not shown, as requests pile up without end: " + unstable + ".");
    }
    return new Verdict(
        Claim.summary(findings.claims(), "in the simulator")
            + (hasTies ? ", as repeats differ: add --repeats." : "."),
        details);
  }
}
