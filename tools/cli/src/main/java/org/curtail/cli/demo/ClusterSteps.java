package org.curtail.cli.demo;

import static org.curtail.cli.demo.StepLine.line;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.bench.BenchCommand;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.demo.opensearch.DemoCluster;
import org.curtail.cli.demo.opensearch.DemoClusterOptions;
import org.curtail.cli.demo.opensearch.NodePauses;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.report.ReportCommand;

/**
 * The demo on a cluster of OpenSearch: the same text and queries. The cluster is new each time, so
 * every run measures again.
 *
 * @param isOwnText true for the user's text, false for the JDK's sources
 * @param again the command that runs the demo again
 */
record ClusterSteps(
    Path folder, List<Path> text, boolean isOwnText, DemoSize size, long seed, String again) {
  /**
   * Requests per second for hedging, a low load on any machine. With more searches, OpenSearch
   * itself soon avoids a node that stops, and a pause affects few searches.
   */
  private static final int HEDGED_PER_SECOND = 60;

  /** Runs the steps and returns the exit code. */
  int by(StepRunner runner, DemoClusterOptions asked, SharedOptions shared)
      throws IOException, InterruptedException {
    Console console = runner.console();
    DemoCommand.queries(runner, "1/6", size, folder, text, seed);
    Path results = folder.resolve(BenchCommand.RESULTS_NAME);
    if (!runner.failed()) {
      console.heading(
          "2/6  Cluster: OpenSearch from its published zip, the plugin from this checkout");
      try (DemoCluster cluster = DemoCluster.start(asked, console)) {
        console.heading(
            "3/6  Index: %s as passages of 60 words"
                .formatted(isOwnText ? "your documents" : "the JDK's own sources"));
        cluster.fill(new DocumentSource(text, false), !isOwnText, size.maxDocuments());
        runner.step(
            "4/6  Bench: OpenSearch's own modes and the plugin, on the same arrivals, in turn",
            results,
            BenchCommand.startedBy(again),
            bench(cluster, size.clusterBlocks())
                .and("--load", DemoCommand.loads(), "--out", folder));
        if (!runner.failed() && cluster.hedges()) {
          hedge(runner, cluster);
        }
      }
      console.say("the cluster is stopped and deleted");
    }
    List<Path> all = Stream.of(results, hedged()).filter(Files::exists).toList();
    Path report = folder.resolve("report.html");
    runner.step("6/6  Report", report, new ReportCommand(), line("report", all, "--out", report));
    if (!runner.failed()) {
      conclude(shared, all, report);
    }
    return runner.exitCode();
  }

  private Path hedged() {
    return folder.resolve("hedged").resolve(BenchCommand.RESULTS_NAME);
  }

  private void hedge(StepRunner runner, DemoCluster cluster)
      throws IOException, InterruptedException {
    try (NodePauses _ = cluster.pauses(seed)) {
      runner.step(
          "5/6  Hedging: " + NodePauses.inWords(),
          hedged(),
          BenchCommand.startedBy(again),
          bench(cluster, 2 * size.clusterBlocks())
              .and("--rps", HEDGED_PER_SECOND, "--policies", "stock-auto,curtail,curtail+hedged")
              .and("--out", folder.resolve("hedged")));
    }
  }

  /**
   * Returns a bench with the same number of searches in a given number of blocks. Pauses make
   * blocks differ; more blocks give a better interval.
   */
  private StepLine bench(DemoCluster cluster, int blocks) {
    return line("bench", "--opensearch", cluster.address(), "--index", cluster.index())
        .and("--queries", folder.resolve("queries.tsv"), "--fields", cluster.fields())
        .and("--repeats", blocks)
        .and("--requests", size.clusterBlocks() * size.clusterPerBlock(), "--seed", seed);
  }

  private void conclude(SharedOptions shared, List<Path> results, Path report) throws IOException {
    List<Results> measured = results.stream().map(ResultsFile::read).toList();
    if (shared.json) {
      var made = new LinkedHashMap<String, Object>();
      made.put("queries", folder.resolve("queries.tsv").toString());
      made.put("results", results.stream().map(Path::toString).toList());
      made.put("report", report.toString());
      made.put("verdicts", measured.stream().map(Results::verdict).toList());
      shared.console.json(new ObjectMapper().writeValueAsString(made));
      return;
    }
    for (int i = 0; i < measured.size(); i++) {
      String about = results.get(i).equals(hedged()) ? "With a node that pauses" : "Threads";
      shared.console.heading(about + ": " + measured.get(i).verdict().headline());
    }
    shared.console.say("Open " + report);
    shared.console.say(
        "Measure your own cluster: curtail bench --opensearch http://localhost:9200 --index NAME"
            + " --queries FILE --out results");
  }
}
