package org.curtail.cli.bench.opensearch;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.opensearch.LocalCluster;
import org.curtail.cli.opensearch.ZipOptions;
import org.curtail.cli.workload.WorkloadOptions.Named;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The cluster of OpenSearch that receives the searches, if any. */
public final class OpenSearchOptions {

  public static final String OPENSEARCH = ClusterClient.OPTION;

  private static final String MIX = "--mix";
  private static final String SHORT_RATE = "--short-rate";
  private static final String LONG_RATE = "--long-rate";
  private static final String LONG_QUERIES = "--long-queries";
  private static final String SECONDS = "--seconds";
  private static final String EMULATED_NODE = "--emulated-node-zip";
  private static final String CORES = "--emulate-cores";

  private static final List<Double> LOADS = List.of(0.3, 0.5, 0.7);

  private static final double SHORT_PER_SECOND = 60;
  private static final double BLOCK_SECONDS = 30;
  private static final double MOST_PER_SECOND = 100_000;
  private static final double LEAST_SECONDS = 1;
  private static final double MOST_SECONDS = 3600;

  @Option(
      names = OPENSEARCH,
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "URL",
      description =
          "Send searches to the cluster of OpenSearch at this address, and compare it with and without the plugin: --index names an index of the cluster. The bench changes settings of the cluster between blocks, and restores them at the end.")
  private @Nullable String address;

  @Option(
      names = MIX,
      description =
          "With --opensearch: short searches beside long ones. Without an address, the bench starts a node on this machine, and makes an index and both kinds of searches. The first time, it downloads OpenSearch: 160 MB.")
  private boolean isMix;

  @Option(
      names = LONG_QUERIES,
      paramLabel = "FILE",
      description =
          "With --opensearch: with --mix and an address, the long searches; --queries has the short ones.")
  private @Nullable Path longQueries;

  @Option(
      names = SHORT_RATE,
      paramLabel = "R",
      description = "With --opensearch: short searches per second of --mix. Default: 60.")
  private @Nullable Double shortPerSecond;

  @Option(
      names = LONG_RATE,
      split = ",",
      paramLabel = "R",
      description =
          "With --opensearch: long searches per second of --mix. Default: as many as --load needs, besides the short ones.")
  private @Nullable List<Double> longPerSecond;

  @Option(
      names = SECONDS,
      paramLabel = "S",
      description = "With --opensearch: seconds of a block of --mix. Default: 30.")
  private @Nullable Double seconds;

  @Mixin private final ZipOptions files = new ZipOptions();

  @Option(
      names = EMULATED_NODE,
      paramLabel = "FILE",
      description = "With --opensearch: the zip of the emulated cores, instead of building it.")
  private @Nullable Path emulatedNode;

  /** True if there is a cluster. */
  public boolean isAsked() {
    return address != null || isMix;
  }

  /** True if short and long searches are mixed, in blocks of a given time. */
  public boolean isMix() {
    return isMix;
  }

  /** True if the cluster is there already, so that the user names the index and its searches. */
  public boolean isRunning() {
    return address != null && !address.isEmpty();
  }

  /**
   * Checks that there is a cluster, and no option of another one.
   *
   * @param emulates true if its cores are emulated
   * @throws UsageError if an option is missing or excluded
   */
  public void require(boolean emulates) {
    if (!isMix && !isRunning() && !emulates) {
      throw OptionRules.missing(
          "--url", "the address of the cluster, or %s, or %s".formatted(MIX, CORES));
    }
    OptionRules.excludes(CORES, isRunning() && emulates, "--url");
    OptionRules.needs(EMULATED_NODE, !emulates && emulatedNode != null, CORES);
    requireMixOfRates();
    OptionRules.needs(
        LONG_QUERIES, !(isMix && isRunning()) && longQueries != null, MIX + " and an address");
    files.check(!isRunning(), MIX + " without an address");
    if (isMix && isRunning() && longQueries == null) {
      throw OptionRules.missing(LONG_QUERIES, "a file of long searches");
    }
  }

  /**
   * Rejects the options of a mix.
   *
   * @throws UsageError if such an option is given
   */
  public void requireNoneWithoutCluster() {
    requireMixOfRates();
    OptionRules.needs(EMULATED_NODE, emulatedNode != null, OPENSEARCH);
    OptionRules.needs(LONG_QUERIES, longQueries != null, MIX);
    files.check(false, MIX);
  }

  private void requireMixOfRates() {
    OptionRules.needs(SHORT_RATE, !isMix && shortPerSecond != null, MIX);
    OptionRules.needs(LONG_RATE, !isMix && longPerSecond != null, MIX);
    OptionRules.needs(SECONDS, !isMix && seconds != null, MIX);
  }

  /**
   * Measures.
   *
   * @param workload of the user's cluster; empty for a cluster of this command
   * @param cores number of emulated cores; empty for real ones
   * @param command makes the line that does the same again from the options of this kind
   * @throws UsageError if a value is out of range, or the cluster cannot be measured
   */
  public Results run(
      AskedBlocks asked,
      Optional<Named> workload,
      OptionalInt cores,
      Console console,
      Function<CommandWords.Options, String> command)
      throws IOException, InterruptedException {
    asked.requireOneOf();
    asked.checkRates();
    OptionRules.excludes("--rps", isMix && asked.rps() != null, MIX);
    OptionRules.excludes("--load", asked.loads() != null && longPerSecond != null, LONG_RATE);
    rates(1);
    List<ClusterContender> contenders =
        ClusterContender.named(
            asked.policies().isEmpty()
                ? isMix ? ClusterContender.OF_MIX : ClusterContender.USUAL
                : asked.policies());
    String line = command.apply(words -> write(workload, cores, contenders, asked, words));
    if (workload.isPresent()) {
      Named own = workload.get();
      var bodies = new ArrayList<String>(read(own, own.queries()));
      int shorts = bodies.size();
      String queries = own.queries().toString();
      if (longQueries != null) {
        bodies.addAll(read(own, longQueries));
        queries += ", " + longQueries;
      }
      return measured(
          setting(
              requireNonNull(address),
              own.index(),
              queries,
              contenders,
              asked,
              shorts,
              Optional.empty()),
          bodies,
          console,
          line);
    }
    if (cores.isPresent()) {
      return emulated(contenders, asked, cores.getAsInt(), console, line);
    }
    try (LocalCluster cluster = LocalCluster.start(files, 1, console)) {
      GeneratedMix made;
      try (var client = new ClusterClient(cluster.address())) {
        made = GeneratedMix.fill(client, asked.seed(), console);
      }
      return measured(
          setting(
              cluster.address(),
              GeneratedMix.INDEX,
              "made by the seed",
              contenders,
              asked,
              made.shorts().size(),
              Optional.empty()),
          made.bodies(),
          console,
          line);
    }
  }

  private Results emulated(
      List<ClusterContender> contenders, AskedBlocks asked, int cores, Console console, String line)
      throws IOException, InterruptedException {
    TimedSearches timed = isMix ? TimedSearches.mix() : TimedSearches.likeBenchmark();
    int mostThreads =
        contenders.stream()
            .flatMap(one -> one.policy().stream())
            .mapToInt(Policy::maxDegree)
            .reduce(cores, Math::max);
    try (LocalCluster cluster = LocalCluster.emulated(files, emulatedNode, cores, console)) {
      try (var client = new ClusterClient(cluster.address())) {
        TimedSearches.fill(client, console);
      }
      return measured(
          setting(
              cluster.address(),
              TimedSearches.INDEX,
              isMix ? "look-ups and long searches" : "with the times of a public benchmark",
              contenders,
              asked,
              timed.shorts(),
              Optional.of(timed.profile(mostThreads))),
          timed.bodies(),
          console,
          line);
    }
  }

  private static Results measured(
      ClusterSetting setting, List<String> bodies, Console console, String line)
      throws InterruptedException {
    try (var client = new ClusterClient(setting.address())) {
      ClusterFacts facts = ClusterFacts.read(client, setting.index(), setting.needsPlugin());
      return new ClusterBench(setting, client, facts, bodies, console).run(line);
    }
  }

  private MixRates rates(int shorts) {
    List<Double> longs = longPerSecond == null ? List.of() : longPerSecond;
    if (longPerSecond != null) {
      OptionRules.each(LONG_RATE, longs);
      longs.forEach(rate -> OptionRules.above(LONG_RATE, 0, rate, MOST_PER_SECOND));
    }
    double shortRate = shortPerSecond == null ? SHORT_PER_SECOND : shortPerSecond;
    OptionRules.above(SHORT_RATE, 0, shortRate, MOST_PER_SECOND);
    double during = seconds == null ? BLOCK_SECONDS : seconds;
    OptionRules.number(SECONDS, during, LEAST_SECONDS, MOST_SECONDS);
    return new MixRates(shorts, shortRate, longs, during);
  }

  /**
   * The setting.
   *
   * @param shorts number of short searches of a mix
   * @param demand of the searches on emulated cores
   */
  private ClusterSetting setting(
      String url,
      String index,
      String queries,
      List<ClusterContender> contenders,
      AskedBlocks asked,
      int shorts,
      Optional<Profile> demand) {
    return new ClusterSetting(
        url,
        index,
        queries,
        contenders,
        asked.loadsOr(LOADS),
        Optional.ofNullable(asked.rps()),
        Math.ceilDiv(asked.requests(), asked.blocks()),
        asked.blocks(),
        isMix ? Optional.of(rates(shorts)) : Optional.empty(),
        demand,
        asked.seed());
  }

  private void write(
      Optional<Named> workload,
      OptionalInt cores,
      List<ClusterContender> contenders,
      AskedBlocks asked,
      CommandWords line) {
    if (workload.isPresent()) {
      Named own = workload.get();
      line.option(OPENSEARCH, requireNonNull(address))
          .option("--index", own.index())
          .option("--queries", own.queries())
          .ifGiven(LONG_QUERIES, longQueries)
          .option("--max-queries", own.maxQueries());
      if (!own.fields().isEmpty()) {
        line.option("--fields", own.fields());
      }
      line.option("--top-hits", own.topHits());
    } else {
      line.flag(OPENSEARCH, true).all(files).ifGiven(EMULATED_NODE, emulatedNode);
      cores.ifPresent(count -> line.option(CORES, count));
    }
    line.flag(MIX, isMix);
    if (isMix) {
      MixRates rates = rates(1);
      line.option(SHORT_RATE, Numbers.exact(rates.shortPerSecond()))
          .option(SECONDS, Numbers.exact(rates.seconds()));
    }
    line.option("--policies", contenders.stream().map(ClusterContender::name).toList());
    if (longPerSecond != null) {
      line.option(LONG_RATE, longPerSecond.stream().map(Numbers::exact).toList());
    } else {
      asked.write(asked.loadsOr(LOADS), line);
    }
  }

  // ---- Bodies of searches.

  /**
   * Reads the searches of a file, as OpenSearch accepts them; of too many, a sample spread evenly
   * over the file. A line that begins with a brace is the body of a search, unless its {@code
   * query} is a text. Any other line is {@code id<TAB>query} or a query for some fields. A file
   * that begins with a bracket has {@link SearchOperations}.
   *
   * @throws UsageError if a line is no search, or there is none
   */
  private static List<String> read(Named workload, Path file) throws IOException {
    List<String> bodies = all(workload, file);
    if (bodies.isEmpty()) {
      throw new UsageError("%s: expected a query a line, found none".formatted(file));
    }
    int kept = Math.min(workload.maxQueries(), bodies.size());
    var spread = new ArrayList<String>();
    for (int i = 0; i < kept; i++) {
      spread.add(bodies.get((int) ((long) i * bodies.size() / kept)));
    }
    return List.copyOf(spread);
  }

  private static List<String> all(Named workload, Path file) throws IOException {
    var bodies = new ArrayList<String>();
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        if (bodies.isEmpty() && SearchOperations.areIn(lines.requireText())) {
          return operations(lines, workload, file);
        }
        bodies.add(body(lines, workload));
      }
    }
    return bodies;
  }

  /** Searches of operations, from the current line and all that follow. */
  private static List<String> operations(InputLines lines, Named workload, Path file)
      throws IOException {
    // Messages name lines of the file, so the count includes the lines before.
    var json = new StringBuilder("\n".repeat(Math.toIntExact(lines.number() - 1)));
    do {
      json.append(lines.requireText()).append('\n');
    } while (lines.next());
    return SearchOperations.bodies(file, json.toString()).stream()
        .map(body -> whole(body, workload).toString())
        .toList();
  }

  private static String body(InputLines line, Named workload) {
    String text = line.requireText().strip();
    if (!text.startsWith("{")) {
      return ofText(text.substring(text.indexOf('\t') + 1).strip(), workload).toString();
    }
    try {
      JsonNode read = ClusterClient.JSON.readTree(text);
      if (read instanceof ObjectNode body) {
        return whole(body, workload).toString();
      }
    } catch (JsonProcessingException e) {
      throw new UsageError(
          "%s: expected the body of a search in one line of JSON, found an error at column %d"
              .formatted(line.where(), e.getLocation().getColumnNr()),
          e);
    }
    throw new UsageError(line.where() + ": expected a JSON object");
  }

  private static ObjectNode whole(ObjectNode body, Named workload) {
    JsonNode query = body.get("query");
    if (query != null && query.isTextual()) {
      return ofText(query.asText(), workload);
    }
    if (!body.has("size")) {
      body.put("size", workload.topHits());
    }
    return body;
  }

  private static ObjectNode ofText(String text, Named workload) {
    ObjectNode body = ClusterClient.JSON.createObjectNode();
    body.put("size", workload.topHits());
    ObjectNode match = body.putObject("query").putObject("multi_match");
    match.put("query", text);
    // Without named fields, fields of numbers are searched too.
    match.put("lenient", true);
    if (!workload.fields().isEmpty()) {
      ArrayNode fields = match.putArray("fields");
      workload.fields().forEach(fields::add);
    }
    return body;
  }
}
