package org.curtail.papers.grid;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.sim.SyntheticDemand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The comparison, from the command line. */
final class GridOptions implements CommandWords.Options {
  private static final int FEWEST_REQUESTS = 200;
  private static final int MOST_REQUESTS = 1_000_000;
  private static final int MOST_REPEATS = 1000;
  private static final int MOST_CORES = 1024;
  private static final double MOST_LOAD = 2;

  @Option(
      names = "--demands",
      split = ",",
      paramLabel = "D",
      description = "Synthetic demands, some of ${COMPLETION-CANDIDATES}. Default: all of them.")
  private @Nullable List<SyntheticDemand> demands;

  @Option(
      names = "--speedups",
      split = ",",
      paramLabel = "S",
      description =
          "Of synthetic demands: good, with which all requests gain, poor, with which short ones"
              + " lose. Default: good,poor.")
  private @Nullable List<Speedups> speedups;

  @Option(
      names = "--profile",
      split = ",",
      paramLabel = "FILE",
      description =
          "Profiles beside the synthetic demands: files, as curtail profile writes them, or those"
              + " like a paper's: few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private List<Path> profiles = new ArrayList<>();

  @Option(
      names = "--cores",
      split = ",",
      paramLabel = "C",
      description = "Numbers of cores. Default: 1,2,4,8,15,64.")
  private @Nullable List<Integer> cores;

  @Option(
      names = "--loads",
      split = ",",
      paramLabel = "L",
      description =
          "Shares of the cores that are used with one thread a request. Default:"
              + " 0.1,0.3,0.5,0.7,0.85,0.95.")
  private @Nullable List<Double> loads;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description =
          "Names as curtail policies lists them, or first-come-first-served; processor-sharing is"
              + " always among them. Default: the disciplines without parallelism and the family of"
              + " tail-index.")
  private @Nullable List<String> policies;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests that count in each run; a tenth more come before them. Default: 10000.")
  private @Nullable Integer requests;

  @Option(
      names = "--repeats",
      paramLabel = "K",
      description = "Runs of each policy at each point, with a seed each. Default: 2.")
  private @Nullable Integer repeats;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "For demands and arrivals of the first run; each further one has the next. Default:"
              + " ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--quick",
      description =
          "A look of a minute: where nothing else is said, 1, 4 and 15 cores, loads of 0.3, 0.7"
              + " and 0.95, and one run of 2000 requests.")
  private boolean quick;

  /**
   * Returns the comparison.
   *
   * @throws UsageError if a value is out of range, a policy is not known, or a profile cannot be
   *     read
   */
  GridSetting setting() {
    OptionRules.each("--cores", cores());
    cores().forEach(count -> OptionRules.whole("--cores", count, 1, MOST_CORES));
    OptionRules.each("--loads", loads());
    loads().forEach(load -> OptionRules.above("--loads", 0, load, MOST_LOAD));
    List<String> names = policies();
    int number = OptionRules.whole("--requests", requests(), FEWEST_REQUESTS, MOST_REQUESTS);
    int runs = OptionRules.whole("--repeats", repeats(), 1, MOST_REPEATS);
    // Last, because demands take seconds to make, and mistakes are reported before that.
    return new GridSetting(demands(), cores(), loads(), names, number, runs, seed);
  }

  private List<Integer> cores() {
    return cores != null ? cores : quick ? List.of(1, 4, 15) : GridSetting.CORES;
  }

  private List<Double> loads() {
    return loads != null ? loads : quick ? List.of(0.3, 0.7, 0.95) : GridSetting.LOADS;
  }

  private List<SyntheticDemand> synthetic() {
    return demands != null ? demands : Arrays.asList(SyntheticDemand.values());
  }

  private int requests() {
    return requests != null ? requests : quick ? 2000 : 10_000;
  }

  private int repeats() {
    return repeats != null ? repeats : quick ? 1 : 2;
  }

  private List<GridDemand> demands() {
    OptionRules.each("--demands", synthetic());
    List<Speedups> kinds = speedups();
    OptionRules.each("--speedups", kinds);
    var measured = new ArrayList<GridDemand>();
    for (Path profile : profiles) {
      measured.add(GridDemand.measured(NamedProfile.name(profile), NamedProfile.find(profile)));
    }
    var all = new ArrayList<GridDemand>();
    synthetic().forEach(demand -> all.add(GridDemand.synthetic(demand, kinds)));
    all.addAll(measured);
    OptionRules.each("--profile", all.stream().map(GridDemand::name).toList());
    return all;
  }

  private List<Speedups> speedups() {
    return speedups != null ? speedups : Arrays.asList(Speedups.values());
  }

  private List<String> policies() {
    if (policies == null) {
      return GridPolicies.USUAL.stream().filter(GridPolicies::isKnown).toList();
    }
    policies.forEach(name -> PolicyNames.requireKnown(name, GridPolicies::isKnown));
    OptionRules.each("--policies", policies);
    var all = new ArrayList<>(policies);
    if (!all.contains(GridSetting.REFERENCE)) {
      all.addFirst(GridSetting.REFERENCE);
    }
    return all;
  }

  /** Returns the options with their final values. */
  @Override
  public void writeTo(CommandWords line) {
    line.option("--demands", synthetic()).option("--speedups", speedups());
    if (!profiles.isEmpty()) {
      line.option("--profile", profiles);
    }
    line.option("--cores", cores())
        .option("--loads", loads())
        .option("--policies", policies())
        .option("--requests", requests())
        .option("--repeats", repeats())
        .option("--seed", seed);
  }
}
