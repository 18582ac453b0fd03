package org.curtail.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.opensearch.OpenSearchOptions;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.bench.servers.RedisOptions;
import org.curtail.cli.bench.servers.SearchServerOptions;
import org.curtail.cli.bench.workflow.WorkflowOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.PolicyJarOption;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail bench}: policies side by side under an open-loop load. */
@Command(
    name = "bench",
    description = {
      "Measures policies side by side under an open-loop Poisson load. There are seven kinds; each has its own options: curtail bench KIND --help. Without a kind, the options determine it."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail bench search --index wiki --queries log.tsv --out results",
      "  curtail bench emulated --profile few-to-many-lucene --emulate-cores 15 \\",
      "      --out emulated",
      "  curtail bench replicas --replicas 3 --log times.csv --rps 1000 --out hedged",
      "  curtail bench redis --redis 3 --out redis",
      "  curtail bench servers --servers 3 --index wiki --queries log.tsv --out servers",
      "  curtail bench workflow --workflow workflow.json --plan plan.json --out live",
      "  curtail bench opensearch --url http://localhost:9200 --index my-index \\",
      "      --queries log.tsv --out cluster"
    })
public final class BenchCommand implements Callable<Integer> {
  /** File name of the results in the folder of a bench. */
  public static final String RESULTS_NAME = "results.json";

  /** Greatest load, as a multiple of the capacity; a service above it is useless. */
  private static final double MOST_LOAD = 2;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Mixin private final EmulationOptions emulation = new EmulationOptions();

  @Mixin private final SlowWorkerOptions slow = new SlowWorkerOptions();

  @Mixin private final ReplicaOptions replicas = new ReplicaOptions();

  @Mixin private final RedisOptions redis = new RedisOptions();

  @Mixin private final SearchServerOptions servers = new SearchServerOptions();

  @Mixin private final WorkflowOptions workflow = new WorkflowOptions();

  @Mixin private final OpenSearchOptions cluster = new OpenSearchOptions();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "P",
      description = "Policies to compare; their names depend on the kind of the bench.")
  private List<String> policies = List.of();

  @Mixin private final PolicyJarOption ownPolicies = new PolicyJarOption();

  @Option(
      names = "--load",
      split = ",",
      paramLabel = "L",
      description =
          "Loads, as shares of the capacity with one thread a request, or of all slots of servers.")
  private @Nullable List<Double> loads;

  @Mixin private final SteppedOptions stepped = new SteppedOptions();

  @Mixin private final BlockOptions blocks = new BlockOptions();

  @Mixin private final DemandAndTableOptions planned = new DemandAndTableOptions();

  @Mixin private final KnowledgeOptions knowledge = new KnowledgeOptions();

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores to serve with. Default: all of the machine.")
  private @Nullable Integer wantedCores;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "For arrivals, order and resampling. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(names = "--out", paramLabel = "DIR", description = "The folder for " + RESULTS_NAME + ".")
  private @Nullable Path folder;

  @Option(
      names = "--boosting",
      paramLabel = "K",
      description =
          "How policies boost: gate, system (thread priorities, if the system permits them; see curtail machine) or off. Default: gate.")
  private BoostKind boosting = BoostKind.GATE;

  @Mixin private final RankedBenchOptions ranked = new RankedBenchOptions();

  @Mixin private final RecordingOptions recording = new RecordingOptions();

  @Option(names = "--overwrite", description = "Replace existing results.")
  private boolean overwrite;

  @Mixin final SharedOptions shared = new SharedOptions();

  /** The command that does the same again. */
  private CommandWords line = CommandWords.of("bench");

  /** The command to run for measuring again; null for this one. */
  private @Nullable String startedBy;

  /** Makes this command a part of another one, which the user runs again. */
  public static BenchCommand startedBy(String command) {
    var bench = new BenchCommand();
    bench.startedBy = command;
    return bench;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path out = out();
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new UsageError(out + ": expected a folder for the results, found a file");
    }
    Path file = out.resolve(RESULTS_NAME);
    OutputFile.check(file, overwrite);
    boolean isCluster = cluster.isAsked() || shared.command.name().equals(BenchCommands.OPENSEARCH);
    var kind = BenchKind.of(emulation, replicas, redis, servers, workflow, isCluster);
    stepped.requireNone("--load", loads, "");
    if (!servers.isAsked()) {
      servers.requireNoneWithoutServers();
    }
    if (isCluster) {
      cluster.require(emulation.isAsked());
    } else {
      cluster.requireNoneWithoutCluster();
    }
    blocks.complete(kind, stepped, cluster.isMix());
    if (loads != null) {
      OptionRules.each("--load", loads);
      loads.forEach(load -> OptionRules.above("--load", 0, load, MOST_LOAD));
    }
    blocks.requireEnough();
    ownPolicies.register(policies);
    Results measured =
        switch (kind) {
          case LIVE -> live();
          case EMULATED -> emulated();
          case REPLICAS, REDIS, SERVERS, WORKFLOW, CLUSTER -> served(kind);
        };
    var again =
        new Again(line, blocks.requests(), blocks.repeats(), Optional.ofNullable(startedBy));
    Results results =
        measured.judged(
            measured.verdict().withNext(again.after(measured).orElse(measured.verdict().next())));
    OutputFile.write(file, writer -> ResultsFile.write(results, writer));
    BenchText.print(results, shared);
    Interruption stopped = results.interrupted();
    if (stopped != null) {
      throw new Interrupted("%s; wrote what was finished to %s".formatted(stopped.inWords(), file));
    }
    shared.console.say("Wrote the results to " + file);
    shared.sayReport(file, "report.html");
    return 0;
  }

  private Results live() throws IOException, InterruptedException {
    if (slow.isAsked()) {
      emulation.requireNoneOfLive();
    } else {
      emulation.requireNoneWithoutCores();
    }
    replicas.requireNoneWithoutReplicas();
    workflow.requireNoneWithoutWorkflow();
    workload.require(", or in place of --index and --queries --profile and --emulate-cores");
    var bench =
        new LiveBench(
            workload,
            planned,
            stepped,
            ranked,
            recording,
            knowledge,
            boosting,
            asked(),
            shared.console,
            this::commandLine);
    return slow.isAsked()
        ? bench.slowed(emulation.classes(), wantedCores)
        : bench.run(wantedCores, out().resolve(RESULTS_NAME), overwrite);
  }

  private Results emulated() throws InterruptedException {
    WorkloadOptions.requireNone(shared.command, "--emulate-cores");
    recording.requireNone("--emulate-cores");
    slow.requireNone("--emulate-cores");
    replicas.requireNoneWithoutReplicas();
    workflow.requireNoneWithoutWorkflow();
    ranked.requireNone("--emulate-cores");
    knowledge.requireNoExport("--emulate-cores");
    OptionRules.excludes("--cores", wantedCores != null, "--emulate-cores");
    return new EmulatedBench(
            emulation, planned, knowledge, stepped, blocks, shared.console, this::commandLine)
        .run(policies, loads, seed);
  }

  /** Measures servers over connections. */
  private Results served(BenchKind kind) throws IOException, InterruptedException {
    String asks = kind.option();
    if (kind == BenchKind.SERVERS) {
      WorkloadOptions.requireNoneOfOrder(shared.command, asks);
    } else if (!cluster.isRunning()) {
      WorkloadOptions.requireNone(
          shared.command,
          kind != BenchKind.CLUSTER
              ? asks
              : emulation.isAsked() ? "--emulate-cores" : "--mix without --url");
    }
    recording.requireNone(asks);
    slow.requireNone(asks);
    ranked.requireNone(asks);
    planned.requireNone(asks);
    knowledge.requireNone(asks);
    emulation.requireNoneOfCores();
    OptionRules.excludes(
        stepped.isAsked() ? "--rps-steps" : "--cores",
        stepped.isAsked() || wantedCores != null,
        asks);
    var bench =
        new ServerBench(replicas, redis, servers, workflow, shared.console, this::commandLine);
    if (kind == BenchKind.CLUSTER) {
      return bench.cluster(
          cluster,
          cluster.isRunning()
              ? Optional.of(workload.named(shared.command, asks))
              : Optional.empty(),
          emulation.isAsked() ? OptionalInt.of(emulation.cores()) : OptionalInt.empty(),
          asked());
    }
    if (kind == BenchKind.REDIS) {
      return bench.redis(asked());
    }
    if (kind == BenchKind.SERVERS) {
      return bench.servers(asked(), workload);
    }
    return kind == BenchKind.WORKFLOW ? bench.workflow(asked()) : bench.replicas(asked());
  }

  private Path out() {
    if (folder == null) {
      throw OptionRules.missing("--out", "the folder for " + RESULTS_NAME);
    }
    return folder;
  }

  private AskedBlocks asked() {
    return new AskedBlocks(
        policies, loads, emulation.rps(), blocks.requests(), blocks.repeats(), seed);
  }

  private String commandLine(CommandWords.Options own) {
    line =
        CommandWords.of("bench")
            .all(own)
            .all(ownPolicies)
            .all(blocks)
            .all(planned)
            .all(knowledge)
            .option("--seed", seed)
            .option("--out", out())
            .all(recording);
    return line.toString();
  }
}
