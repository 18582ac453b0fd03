package org.curtail.cli.bench.opensearch;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.workload.WorkloadOptions.Named;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster of OpenSearch that receives the searches, if any. */
public final class OpenSearchOptions {

  public static final String OPENSEARCH = ClusterClient.OPTION;

  private static final List<Double> LOADS = List.of(0.3, 0.5, 0.7);

  @Option(
      names = OPENSEARCH,
      paramLabel = "URL",
      description =
          "Send searches to the cluster of OpenSearch at this address, and compare it with and without the plugin: --index names an index of the cluster. The bench changes settings of the cluster between blocks, and restores them at the end.")
  private @Nullable String address;

  /** True if there is a cluster. */
  public boolean isAsked() {
    return address != null;
  }

  /**
   * Measures.
   *
   * @param command makes the line that does the same again from the options of this kind
   * @throws UsageError if a value is out of range, or the cluster cannot be measured
   */
  public Results run(
      AskedBlocks asked,
      Named workload,
      Console console,
      Function<CommandWords.Options, String> command)
      throws IOException, InterruptedException {
    ClusterSetting setting = setting(asked, workload);
    String line = command.apply(words -> write(setting, words));
    List<String> bodies = read(workload);
    try (var client = new ClusterClient(setting.address())) {
      ClusterFacts facts = ClusterFacts.read(client, workload.index(), setting.needsPlugin());
      return new ClusterBench(setting, client, facts, bodies, console).run(line);
    }
  }

  private ClusterSetting setting(AskedBlocks asked, Named workload) {
    asked.requireOneOf();
    asked.checkRates();
    return new ClusterSetting(
        requireNonNull(address),
        workload,
        ClusterContender.named(asked.policies()),
        asked.loadsOr(LOADS),
        Optional.ofNullable(asked.rps()),
        Math.ceilDiv(asked.requests(), asked.blocks()),
        asked.blocks(),
        asked.seed());
  }

  private static void write(ClusterSetting setting, CommandWords line) {
    Named workload = setting.workload();
    line.option(OPENSEARCH, setting.address())
        .option("--index", workload.index())
        .option("--queries", workload.queries())
        .option("--max-queries", workload.maxQueries());
    if (!workload.fields().isEmpty()) {
      line.option("--fields", workload.fields());
    }
    line.option("--top-hits", workload.topHits())
        .option("--policies", setting.contenders().stream().map(ClusterContender::name).toList());
    setting
        .perSecond()
        .ifPresentOrElse(
            rates -> line.option("--rps", rates.stream().map(Numbers::exact).toList()),
            () -> line.option("--load", setting.loads()));
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
  private static List<String> read(Named workload) throws IOException {
    List<String> bodies = all(workload);
    if (bodies.isEmpty()) {
      throw new UsageError("%s: expected a query a line, found none".formatted(workload.queries()));
    }
    int kept = Math.min(workload.maxQueries(), bodies.size());
    var spread = new ArrayList<String>();
    for (int i = 0; i < kept; i++) {
      spread.add(bodies.get((int) ((long) i * bodies.size() / kept)));
    }
    return List.copyOf(spread);
  }

  private static List<String> all(Named workload) throws IOException {
    var bodies = new ArrayList<String>();
    try (InputLines lines = InputLines.open(workload.queries())) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        if (bodies.isEmpty() && SearchOperations.areIn(lines.requireText())) {
          return operations(lines, workload);
        }
        bodies.add(body(lines, workload));
      }
    }
    return bodies;
  }

  /** Searches of operations, from the current line and all that follow. */
  private static List<String> operations(InputLines lines, Named workload) throws IOException {
    // Messages name lines of the file, so the count includes the lines before.
    var json = new StringBuilder("\n".repeat(Math.toIntExact(lines.number() - 1)));
    do {
      json.append(lines.requireText()).append('\n');
    } while (lines.next());
    return SearchOperations.bodies(workload.queries(), json.toString()).stream()
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
