package org.curtail.papers.automatic;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.standin.SearchBenchmark;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.papers.automatic.AutomaticSetting.Part;
import org.curtail.papers.automatic.AutomaticSetting.Size;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The measured setting, from the command line. */
final class AutomaticOptions implements CommandWords.Options {
  private static final int FEWEST_REQUESTS = 1000;
  private static final int MOST_REQUESTS = 1_000_000;
  private static final int MOST_SECONDS = 86_400;
  private static final int MOST_REPEATS = 100;
  private static final int MOST_CORES = 1024;
  private static final int HEAVY_REQUESTS = 10_000;

  /** Least length of a run, because a plan of all policies takes half a minute. */
  private static final int FEWEST_SECONDS = 10;

  private static final List<Path> USUAL =
      List.of(
          Path.of("few-to-many-lucene"), Path.of("adaptive-bing"), Path.of(SearchBenchmark.NAME));

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "P",
      description =
          "What to measure, some of ${COMPLETION-CANDIDATES}: steady loads, loads that change,"
              + " services that change. Default: all of them.")
  private @Nullable List<Part> parts;

  @Option(
      names = "--profile",
      split = ",",
      paramLabel = "FILE",
      description =
          "Demands: files, as curtail profile writes them, those like a paper's"
              + " (few-to-many-lucene, few-to-many-bing, adaptive-bing), search-benchmark, which has"
              + " a heavy tail, two-humps (98 %% of 1 ms, 2 %% of 1 s), or two-humps-S, which the seed S"
              + " draws. Loads and services that change have the first of them. Default:"
              + " few-to-many-lucene,adaptive-bing,search-benchmark.")
  private @Nullable List<Path> profiles;

  @Option(
      names = "--cores",
      split = ",",
      paramLabel = "C",
      description =
          "Numbers of cores. Loads and services that change are on the one that is nearest to 15."
              + " Default: 2,4,15,64.")
  private @Nullable List<Integer> cores;

  @Option(
      names = "--loads",
      split = ",",
      paramLabel = "L",
      description =
          "Steady loads: shares of the cores that are used with one thread a request. Default:"
              + " 0.1,0.5,0.9.")
  private @Nullable List<Double> loads;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests in each run. It learns from the first half and is judged by both. Default:"
              + " 40000.")
  private @Nullable Integer requests;

  @Option(
      names = "--seconds",
      paramLabel = "T",
      description =
          "How long a run at a steady load lasts at least, in simulated seconds: plans take 5 s and 30 s,"
              + " however many requests come meanwhile. Default: 240.")
  private @Nullable Integer seconds;

  @Option(
      names = "--repeats",
      paramLabel = "K",
      description = "Runs at each point, with a seed each. Default: 1.")
  private int repeats = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "For demands, arrivals and all that automatic chooses by chance, in the first run; each"
              + " further one has the next. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--quick",
      description =
          "A look of two minutes: one kind of load and of service that changes, and where nothing"
              + " else is said, few-to-many-lucene, 4 cores, a load of 0.5, and 12000"
              + " requests.")
  private boolean quick;

  /**
   * Returns the measured setting.
   *
   * @throws UsageError if a value is out of range or a profile cannot be read
   */
  AutomaticSetting setting() {
    OptionRules.each("--parts", parts());
    OptionRules.each("--cores", cores());
    cores().forEach(count -> OptionRules.whole("--cores", count, 1, MOST_CORES));
    OptionRules.each("--loads", loads());
    loads().forEach(load -> OptionRules.above("--loads", 0, load, 1));
    return new AutomaticSetting(
        quick ? Size.QUICK : Size.WHOLE,
        parts(),
        demands(),
        cores(),
        loads(),
        OptionRules.whole("--requests", requests(), FEWEST_REQUESTS, MOST_REQUESTS),
        OptionRules.whole("--seconds", seconds(), FEWEST_SECONDS, MOST_SECONDS),
        OptionRules.whole("--repeats", repeats, 1, MOST_REPEATS),
        seed);
  }

  private List<Part> parts() {
    return parts != null ? parts : Arrays.asList(Part.values());
  }

  private List<Path> profiles() {
    return profiles != null ? profiles : quick ? USUAL.subList(0, 1) : USUAL;
  }

  private List<Integer> cores() {
    return cores != null ? cores : quick ? List.of(4) : AutomaticSetting.CORES;
  }

  private List<Double> loads() {
    return loads != null ? loads : quick ? List.of(0.5) : AutomaticSetting.LOADS;
  }

  private int requests() {
    return requests != null ? requests : quick ? 12_000 : 40_000;
  }

  private int seconds() {
    return seconds != null ? seconds : 240;
  }

  private List<Demand> demands() {
    OptionRules.each("--profile", profiles().stream().map(NamedProfile::name).toList());
    var demands = new ArrayList<Demand>();
    for (Path profile : profiles()) {
      demands.add(new Demand(NamedProfile.name(profile), find(profile)));
    }
    return demands;
  }

  private static Profile find(Path profile) {
    String name = profile.toString();
    return TwoHumps.isName(name)
        ? TwoHumps.named(name).profile()
        : name.equals(SearchBenchmark.NAME)
            ? SearchBenchmark.profile(HEAVY_REQUESTS)
            : NamedProfile.find(profile);
  }

  /** Returns the options with their final values. */
  @Override
  public void writeTo(CommandWords line) {
    line.flag("--quick", quick)
        .option("--parts", parts())
        .option("--profile", profiles())
        .option("--cores", cores())
        .option("--loads", loads())
        .option("--requests", requests())
        .option("--seconds", seconds())
        .option("--repeats", repeats)
        .option("--seed", seed);
  }
}
