package org.curtail.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.cli.bench.opensearch.OpenSearchOptions;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.bench.servers.RedisOptions;
import org.curtail.cli.bench.servers.SearchServerOptions;
import org.curtail.cli.bench.workflow.WorkflowOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * {@code curtail bench} and its sub-commands, one for each {@link BenchKind}. A sub-command has
 * only the options of its kind, and its own help. {@code curtail bench} itself accepts all options,
 * which determine the kind.
 */
public final class BenchCommands {
  private static final Pattern PREFIX = Pattern.compile("With (-[^:]*): (.*)", Pattern.DOTALL);

  private static final String RATES = "In place of --load: requests per second.";

  /** Name of the sub-command of a cluster. */
  static final String OPENSEARCH = "opensearch";

  private static final List<String> SEARCHES =
      List.of("--index", "--queries", "--max-queries", "--fields", "--top-hits");

  /** Options of all kinds; listed after those of the kind. */
  private static final List<String> COMMON =
      List.of(
          "--policies",
          "--load",
          "--requests",
          "--repeats",
          "--seed",
          "--out",
          "--overwrite",
          "--json",
          "--debug");

  /**
   * A sub-command.
   *
   * @param shortName name of the {@link BenchKind#option} in this sub-command
   * @param options of this kind besides the common ones
   * @param descriptions of options whose general description covers all kinds
   * @param examples lines of the help
   */
  private record Kind(
      String name,
      String description,
      BenchKind bench,
      String shortName,
      List<String> options,
      Map<String, String> descriptions,
      List<String> examples) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "search",
              "Compares policies live: searches of an index on this machine under an open-loop load.",
              BenchKind.LIVE,
              "--index",
              List.of(
                  "--index",
                  "--queries",
                  "--max-queries",
                  "--fields",
                  "--syntax",
                  "--analyzer",
                  "--stop-words",
                  "--operator",
                  "--ranking",
                  "--top-hits",
                  "--early-termination",
                  "--sharing",
                  "--policy-jar",
                  "--chunks",
                  "--static-weight",
                  "--loss-rate",
                  "--termination-share",
                  "--quality",
                  "--profile",
                  "--table",
                  "--cores",
                  "--rps-steps",
                  "--moving-average",
                  "--slow-workers",
                  "--core-classes",
                  "--machine",
                  "--known-profile",
                  "--export-known",
                  "--boosting",
                  "--record-profile"),
              Map.of(
                  "--policies",
                  "Names as curtail policies --all lists them, with numbers; also threads,"
                      + " unmodified Lucene with a thread for each search; lucene-N, unmodified"
                      + " Lucene with an executor of N threads; POLICY@executor, unmodified Lucene"
                      + " with the engine's executor; and, with --early-termination,"
                      + " POLICY/SHARING. Default: sequential, threads, lucene-N, fixed-N,"
                      + " adaptive, few-to-many, tail-index, automatic; with classes of cores"
                      + " all-fast, all-slow, tail-first.",
                  "--load",
                  "Loads, as shares of the sequential capacity measured beside each block. Default:"
                      + " 0.3,0.5,0.7; on slow workers 0.2,0.4.",
                  "--requests",
                  "Requests per policy and load. Default: 10000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 40. With --rps-steps, runs through all steps. Default: 5.",
                  "--core-classes",
                  "With --slow-workers: classes of the cores, such as 4xbig,4xlittle@0.4: number, name and speed. Policies are then all-fast, all-slow, tail-first and slow-to-fast-T, T a threshold in milliseconds, or T/T for three classes.",
                  "--machine",
                  "With --slow-workers, in place of --core-classes: classes with their power, rk3399 or a table as in curtail energy; the energy is printed too.",
                  "--profile",
                  "Profile, for policies that need one and for the bound."),
              List.of(
                  "  curtail bench search --index wiki --queries log.tsv --profile profile.json \\",
                  "      --table table.json --load 0.3,0.5,0.7 --requests 10000 --out results",
                  "  curtail bench search --index wiki --queries log.tsv --slow-workers \\",
                  "      --core-classes 1xbig,1xlittle@0.4 --policies all-fast,slow-to-fast-5 \\",
                  "      --out slowed")),
          new Kind(
              "emulated",
              "Compares the engine with the simulator on any number of emulated cores.",
              BenchKind.EMULATED,
              "--emulate-cores",
              List.of(
                  "--emulate-cores",
                  "--policy-jar",
                  "--profile",
                  "--table",
                  "--rps",
                  "--rps-steps",
                  "--moving-average",
                  "--chunk-ms",
                  "--scale",
                  "--prediction-error",
                  "--core-classes",
                  "--machine",
                  "--known-profile"),
              Map.of(
                  "--policies",
                  "Names as curtail policies --all lists them, with numbers. Default: sequential,"
                      + " fixed-N of the greatest degree, adaptive, few-to-many, tail-index; with"
                      + " classes of cores all-fast, all-slow, tail-first.",
                  "--load",
                  "Loads, as shares of the sequential capacity of the profile. Default: 0.5,0.6,0.7.",
                  "--requests",
                  "Requests per policy and load. Default: 2000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 5.",
                  "--rps",
                  "In place of --load: requests per second of the profile's time.",
                  "--emulate-cores",
                  "Cores to emulate: each request of --profile occupies them for its time and computes nothing.",
                  "--profile",
                  "Profile: a file, or one like a paper's: few-to-many-lucene, few-to-many-bing,"
                      + " adaptive-bing."),
              List.of(
                  "  curtail bench emulated --profile few-to-many-lucene --emulate-cores 15 \\",
                  "      --rps 36,40,43 --policies sequential,adaptive,tail-index --out emulated",
                  "  curtail bench emulated --profile few-to-many-lucene --emulate-cores 6 \\",
                  "      --load 0.4 --machine rk3399 --policies all-fast,slow-to-fast-673 \\",
                  "      --out classes",
                  "  curtail bench emulated --profile adaptive-bing --emulate-cores 12 \\",
                  "      --rps-steps 30:60s,60:60s,30:60s --policies sequential,adaptive \\",
                  "      --out changing")),
          new Kind(
              "replicas",
              "Compares hedging on HTTP servers that hold each request for a recorded time.",
              BenchKind.REPLICAS,
              ReplicaOptions.REPLICAS,
              List.of(
                  ReplicaOptions.REPLICAS,
                  "--log",
                  "--duration",
                  "--unit",
                  "--tag",
                  "--second",
                  "--arrived",
                  "--slots",
                  "--noise",
                  "--choice",
                  "--budget",
                  "--percentile",
                  "--rps"),
              Map.of(
                  "--policies",
                  "none, hedge-p95, learned-p90, single-d, single-r, single-r-adaptive, laedge. Default: all.",
                  "--load",
                  "Loads, as shares of all slots. Default: 0.3,0.6,0.9.",
                  "--requests",
                  "Requests per policy and load. Default: 10000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 10.",
                  "--rps",
                  RATES,
                  ReplicaOptions.REPLICAS,
                  "Number of HTTP servers on this machine; they compute nothing."),
              List.of(
                  "  curtail bench replicas --replicas 3 --log times.csv --noise pause:4%%x200ms \\",
                  "      --rps 1000 --policies none,hedge-p95,single-r --budget 0.02 --out hedged")),
          new Kind(
              "redis",
              "Compares hedging on real Redis servers, which intersect sets of many sizes.",
              BenchKind.REDIS,
              RedisOptions.REDIS,
              List.of(RedisOptions.REDIS, "--choice", "--budget", "--percentile", "--rps"),
              Map.of(
                  "--policies",
                  "none, hedge-p95, learned-p90, single-d, single-r, single-r-adaptive. Default: all.",
                  "--load",
                  "Loads, as shares of what all servers carry at once. Default: 0.2,0.4,0.6.",
                  "--requests",
                  "Requests per policy and load. Default: 10000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 10.",
                  "--rps",
                  RATES,
                  RedisOptions.REDIS,
                  "Number of servers; redis-server 7 or later must be installed."),
              List.of(
                  "  curtail bench redis --redis 3 --policies none,single-r --budget 0.02 \\",
                  "      --out redis")),
          new Kind(
              "servers",
              "Compares hedging on search servers of their own processes.",
              BenchKind.SERVERS,
              SearchServerOptions.SERVERS,
              List.of(
                  SearchServerOptions.SERVERS,
                  "--heap-mb",
                  "--index",
                  "--queries",
                  "--max-queries",
                  "--fields",
                  "--syntax",
                  "--analyzer",
                  "--stop-words",
                  "--operator",
                  "--ranking",
                  "--top-hits",
                  "--choice",
                  "--budget",
                  "--percentile",
                  "--rps"),
              Map.of(
                  "--policies",
                  "none, hedge-p95, learned-p90, single-d, single-r, single-r-adaptive. Default: all.",
                  "--load",
                  "Loads, as shares of what all servers carry at once. Default: 0.2,0.4,0.6.",
                  "--requests",
                  "Requests per policy and load. Default: 10000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 10.",
                  "--rps",
                  RATES,
                  SearchServerOptions.SERVERS,
                  "Number of servers: curtail serve on this machine, with one processor each."),
              List.of(
                  "  curtail bench servers --servers 3 --index wiki --queries log.tsv \\",
                  "      --ranking trees-20 --policies none,single-r --out servers")),
          new Kind(
              "workflow",
              "Compares plans for a graph of services, on HTTP servers on this machine.",
              BenchKind.WORKFLOW,
              WorkflowOptions.WORKFLOW,
              List.of(
                  WorkflowOptions.WORKFLOW,
                  "--plan",
                  ReplicaOptions.REPLICAS,
                  "--slots",
                  "--noise",
                  "--rps"),
              Map.of(
                  "--policies",
                  "none, plan, equal-budget, equal-fraction, time-outs. Default: all but"
                      + " equal-fraction.",
                  "--load",
                  "Loads, as shares of the capacity of the busiest stage. Default: 0.4.",
                  "--requests",
                  "Requests per policy and load. Default: 10000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 10.",
                  "--rps",
                  RATES,
                  ReplicaOptions.REPLICAS,
                  "Servers of each stage. Default: 3.",
                  WorkflowOptions.WORKFLOW,
                  "The graph; its servers hold each call for a time of the stage.",
                  "--plan",
                  "The plan to compare, as curtail workflow plan writes it."),
              List.of(
                  "  curtail bench workflow --workflow workflow.json --plan plan.json --load 0.4 \\",
                  "      --out live")),
          new Kind(
              OPENSEARCH,
              "Compares a cluster of OpenSearch with and without the plugin.",
              BenchKind.CLUSTER,
              "--url",
              concat(
                  List.of(OpenSearchOptions.OPENSEARCH),
                  SEARCHES,
                  List.of(
                      "--rps",
                      "--mix",
                      "--emulate-cores",
                      "--long-queries",
                      "--short-rate",
                      "--long-rate",
                      "--seconds",
                      "--opensearch-zip",
                      "--plugin-zip",
                      "--emulated-node-zip")),
              Map.of(
                  "--policies",
                  "stock-none, stock-all, stock-auto, curtail, curtail-POLICY. Default: all but the"
                      + " last. +24-threads after a stock name changes the pool for searches."
                      + " +all after a name of the plugin: in this mode of OpenSearch, not in auto."
                      + " Default of --mix: stock-auto, stock-auto+24-threads, curtail.",
                  "--load",
                  "Loads, as shares of the sequential capacity measured beside each block. Default:"
                      + " 0.3,0.5,0.7.",
                  "--requests",
                  "Requests per policy and load. Default: 4000.",
                  "--repeats",
                  "Number of blocks of these requests; policies alternate block by block. Default: 16, of --mix 10.",
                  "--rps",
                  RATES,
                  "--index",
                  "Name of an index of the cluster.",
                  "--emulate-cores",
                  "In place of --url: start a node on this machine that emulates N cores. Its searches occupy them for known times and compute nothing. Results are compared with the simulator.",
                  OpenSearchOptions.OPENSEARCH,
                  "Address of the cluster; --mix and --emulate-cores can do without. The bench changes its settings between blocks, and restores them at the end."),
              List.of(
                  "  curtail bench opensearch --url http://localhost:9200 --index my-index \\",
                  "      --queries log.tsv --out cluster",
                  "  curtail bench opensearch --mix --long-rate 0.7,1.1 --out mixed",
                  "  curtail bench opensearch --emulate-cores 16 --out emulated",
                  "  curtail bench opensearch --url http://localhost:9200 --index my-index \\",
                  "      --mix --queries short.json --long-queries long.json --out own-mix")));

  private BenchCommands() {}

  /**
   * The command, with the sub-command of the given words. Without such a word it has no
   * sub-commands; otherwise values of options, such as {@code --out emulated}, would be read as
   * names of sub-commands.
   *
   * @param words command line after {@code bench}
   */
  public static CommandSpec command(List<String> words) {
    CommandSpec bench = CommandSpec.forAnnotatedObject(new BenchCommand());
    KINDS.stream()
        .filter(kind -> !words.isEmpty() && words.getFirst().equals(kind.name))
        .forEach(kind -> bench.addSubcommand(kind.name, subcommand(kind)));
    UsageMessageSpec usage = bench.usageMessage();
    var keys = new ArrayList<>(usage.sectionKeys());
    keys.remove(UsageMessageSpec.SECTION_KEY_OPTION_LIST);
    keys.remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
    usage.sectionKeys(keys);
    usage.customSynopsis("curtail bench KIND OPTIONS");
    var kinds = new LinkedHashMap<String, String>();
    KINDS.forEach(kind -> kinds.put(kind.name, kind.description));
    String table = new CommandLine.Help(bench).createTextTable(kinds).toString();
    usage.footer(
        concat(table.stripTrailing().lines().toList(), List.of(usage.footer()))
            .toArray(String[]::new));
    return bench;
  }

  /** The names of the sub-commands. */
  static List<String> kinds() {
    return KINDS.stream().map(Kind::name).toList();
  }

  private static CommandSpec subcommand(Kind kind) {
    CommandSpec command = CommandSpec.forAnnotatedObject(new BenchCommand());
    List<OptionSpec> all = List.copyOf(command.options());
    all.forEach(command::remove);
    for (String name : concat(kind.options, COMMON)) {
      OptionSpec option =
          all.stream().filter(it -> List.of(it.names()).contains(name)).findFirst().orElseThrow();
      command.addOption(fitted(option, name, kind));
    }
    command.name(kind.name).mixinStandardHelpOptions(true);
    command
        .usageMessage()
        .description(kind.description)
        .footer(concat(List.of("", "Examples:"), kind.examples).toArray(String[]::new));
    return command;
  }

  private static OptionSpec fitted(OptionSpec option, String name, Kind kind) {
    OptionSpec.Builder fitted = OptionSpec.builder(option);
    String description = kind.descriptions.get(name);
    fitted.description(
        description == null ? withoutKind(option.description()[0], kind) : description);
    boolean selects = name.equals(kind.bench.option());
    // A mix needs no address of a cluster.
    fitted.required((selects && kind.bench != BenchKind.CLUSTER) || name.equals("--out"));
    if (selects && !kind.shortName.equals(name)) {
      fitted.names(kind.shortName, name);
    }
    return fitted.build();
  }

  /**
   * Drops the kind from a description: "With --replicas or --workflow: servers" becomes "Servers".
   */
  private static String withoutKind(String description, Kind kind) {
    Matcher prefix = PREFIX.matcher(description);
    if (!prefix.matches() || !prefix.group(1).contains(kind.bench.option())) {
      return description.replace("%", "%%");
    }
    String rest = prefix.group(2).replace("%", "%%");
    boolean isWord = rest.split(" ", 2)[0].chars().allMatch(Character::isLetter);
    return isWord ? rest.substring(0, 1).toUpperCase(Locale.ROOT) + rest.substring(1) : rest;
  }

  @SafeVarargs
  private static <T> List<T> concat(List<T>... lists) {
    var all = new ArrayList<T>();
    for (List<T> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }
}
