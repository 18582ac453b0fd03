package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Every command that a command prints as the next one runs as it stands. The shell that reads a
 * line is a real one, and the names of the files need its quotes. A relative name is taken in a
 * folder of the test, since a process has one working folder only.
 */
@Timeout(300)
public class NextCommandsTest {
  private static final int REQUESTS = 1_200;

  /** A command in what was printed, up to the end of its line. */
  private static final Pattern COMMAND = Pattern.compile("(?m)\\./curtail .*$");

  /** Words that name a place, if it has no folder. */
  private static final Pattern PLACE =
      Pattern.compile("[\\w-]+\\.(?:json|html|tsv|csv|svg)|index(?:-\\d+)?|emulated");

  /**
   * Fewer requests and blocks than are printed or the default, for commands that else take many
   * seconds, for a bench minutes; all else stays as it was printed.
   */
  private static final Map<String, Map<String, String>> SHORTER =
      Map.of(
          "simulate", Map.of("--requests", "300"),
          "capacity", Map.of("--requests", "1000"),
          "workflow simulate", Map.of("--requests", "1000"),
          "queries", Map.of("--number", "20"),
          "profile --index", Map.of("--runs", "1"),
          "bench", Map.of("--requests", "40", "--repeats", "1"));

  /**
   * Commands that are not run here, with the reason. Their tests run them, and what a demo prints
   * as next is what the commands print of which it consists.
   */
  private static final Map<String, String> NOT_RUN =
      Map.of(
          "demo", "takes minutes; it prints the next commands of bench and simulate",
          "serve", "runs until it is stopped; it prints no next command");

  @TempDir private static Path temporary;
  private static Path data = Path.of("");

  private static Path at(String name) {
    return data.resolve(name);
  }

  /** The least files that all commands can read. */
  @BeforeAll
  static void makeData() throws IOException {
    data = Files.createDirectories(temporary.resolve("reader's small $data"));
    SmallText.write(at("text one.jsonl"), 200);
    assertDone(curtail("index", at("text one.jsonl"), "--out", at("index one")));
    Files.writeString(at("queries one.tsv"), "aax bax\ncax\ndax aax\n".repeat(5));
    SortedIndex.write(at("sorted index"), 300);
    Files.writeString(at("sorted queries.txt"), SortedIndex.queries(20));
    var random = new SplittableRandom(5);
    var times = new StringBuilder("latency_ms\n");
    for (int i = 0; i < 2_000; i++) {
      times.append(10 + random.nextInt(10) + (random.nextInt(70) == 0 ? 200 : 0)).append('\n');
    }
    Files.writeString(at("times one.csv"), times);
    assertDone(
        curtail(
            "profile",
            "--times",
            at("times one.csv"),
            "--speedup",
            "amdahl:0.9",
            "--max-degree",
            2,
            "--out",
            at("profile one.json")));
    assertDone(
        curtail(
            "plan",
            "--profile",
            at("profile one.json"),
            "--cores",
            2,
            "--allow-harm",
            "--out",
            at("table one.json")));
    Files.writeString(at("http one.csv"), spans("GET /page", "GET /items/\u2028\t'all'", random));
    Files.writeString(at("grpc one.csv"), spans("GET /page", "shop.Catalog/Get", random));
    assertDone(
        curtail(
            "workflow",
            "generate",
            "--stages",
            3,
            "--samples",
            1_000,
            "--out",
            at("workflow.json")));
    assertDone(curtail("workflow", "plan", at("workflow.json"), "--out", at("workflow plan.json")));
    assertDone(
        curtail(
            "reissue",
            "--log",
            at("times one.csv"),
            "--budget",
            0.02,
            "--out",
            at("reissue.json")));
    assertDone(
        curtail(
            "simulate",
            "--profile",
            at("profile one.json"),
            "--requests",
            500,
            "--cores",
            2,
            "--out",
            at("results one.json")));
  }

  /** A front that calls a catalog, which is slow for one call in 25. */
  private static String spans(String request, String call, SplittableRandom random) {
    var rows = new StringBuilder("trace,span,parent,service,op,kind,start_us,dur_us\n");
    for (int i = 1; i <= REQUESTS; i++) {
      int took = 3_000 + random.nextInt(1_000) + (random.nextInt(25) == 0 ? 200_000 : 0);
      long start = 1_661_140_000_000_000L + i * 300_000L;
      rows.append("%d,1,,front,%s,SERVER,%d,%d%n".formatted(i, request, start, took + 1_000));
      rows.append("%d,2,1,front,\"%s\",CLIENT,%d,%d%n".formatted(i, call, start, took));
      rows.append("%d,3,2,catalog,\"%s\",SERVER,%d,%d%n".formatted(i, call, start, took));
    }
    return rows.toString();
  }

  /** One line or several for every command. */
  private static List<List<Object>> lines() {
    Path profile = at("profile one.json");
    Path http = at("http one.csv");
    List<Object> searches = List.of("--index", at("index one"), "--queries", at("queries one.tsv"));
    List<Object> ranked =
        List.of("--index", at("sorted index"), "--queries", at("sorted queries.txt"));
    return List.of(
        line("index", at("text one.jsonl"), "--out", at("new index")),
        line("index", at("new index"), "--static-rank", "length", "--out", at("sorted new index")),
        line("queries", at("text one.jsonl"), "--number", 20, "--out", at("new queries.tsv")),
        line("profile", searches, "--max-degree", 1, "--runs", 1, "--out", at("searched.json")),
        line("profile", "--times", at("times one.csv"), "--speedup", "amdahl:0.9"),
        line("plan", "--profile", profile, "--cores", 2),
        line("plan", "--profile", profile, "--cores", 2, "--out", at("new table.json")),
        line("policies"),
        line(
            "simulate",
            "--profile",
            profile,
            "--cores",
            2,
            "--requests",
            500,
            "--out",
            at("simulated.json")),
        line("simulate", "--profile", profile, "--cores", 2, "--requests", 100),
        line(
            "capacity",
            "--profile",
            profile,
            "--cores",
            2,
            "--policies",
            "sequential,fixed-2",
            "--target-p99-ms",
            2_000,
            "--requests",
            1_000),
        line(
            "energy",
            "--profile",
            profile,
            "--machine",
            "rk3399",
            "--target-p99-ms",
            5_000,
            "--load",
            0.2,
            "--requests",
            1_000),
        line("reissue", "--log", at("times one.csv"), "--budget", 0.02),
        line("reissue", "--log", at("times one.csv"), "--budget", 0.02, "--out", at("r.json")),
        line(
            "reissue",
            "--log",
            at("times one.csv"),
            "--budget",
            0.02,
            "--single-d",
            "--out",
            at("single.json")),
        line("workflow", "generate", "--stages", 3, "--samples", 1_000, "--out", at("new.json")),
        line("workflow", "show", at("workflow.json"), "--requests", 1_000),
        line("workflow", "plan", at("workflow.json")),
        line(
            "workflow",
            "plan",
            at("workflow.json"),
            "--budget",
            0.01,
            "--out",
            at("new plan.json"),
            "--results",
            at("plan results.json")),
        line(
            "workflow",
            "simulate",
            at("workflow.json"),
            "--plan",
            at("workflow plan.json"),
            "--requests",
            1_000),
        line(
            "workflow",
            "simulate",
            at("workflow.json"),
            "--plan",
            at("workflow plan.json"),
            "--utilisation",
            0.5,
            "--requests",
            1_000,
            "--out",
            at("held new.json")),
        line(
            "workflow",
            "simulate",
            at("workflow.json"),
            "--plan",
            at("workflow plan.json"),
            "--utilisation",
            0.7,
            "--requests",
            1_000),
        line("traces", "import", http),
        line("traces", "show", http, at("grpc one.csv"), "--no-cache", "--out", at("w.json")),
        line("traces", "blame", http),
        line("traces", "what-if", http),
        line("traces", "plan", http, "--budget", 0.05),
        line("traces", "plan", http, "--budget", 0.05, "--out", at("http plan.json")),
        line("traces", "plan", at("grpc one.csv"), "--budget", 0.05, "--out", at("grpc plan.json")),
        line("traces", "report", http, "--out", at("traces.html")),
        line("traces", "compare", http, "--before", "0s/60s", "--after", "100s/160s"),
        line("export", at("reissue.json"), "--to", "polly"),
        line("tune-chunks", ranked, "--counts", "5,20", "--runs", 1),
        line("machine"),
        line(
            "bench",
            searches,
            "--policies",
            "sequential",
            "--load",
            0.2,
            "--requests",
            40,
            "--repeats",
            1,
            "--out",
            at("bench two")),
        line("report", at("results one.json"), "--out", at("one.html")));
  }

  /** Lines of live commands. */
  private static List<List<Object>> longLines() {
    List<Object> searches = List.of("--index", at("index one"), "--queries", at("queries one.tsv"));
    List<Object> few =
        List.of("--load", 0.1, "--requests", 40, "--repeats", 2, "--observer-rate", 0);
    return List.of(
        line("diagnose", searches, few),
        line("diagnose", searches, few, "--out", at("diagnosis one.json")));
  }

  /** Words, some of them in lists. */
  public static List<Object> line(Object... words) {
    return Arrays.stream(words)
        .flatMap(word -> word instanceof List<?> several ? several.stream() : Stream.of(word))
        .map(Object.class::cast)
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> everyNextCommandRuns() {
    // Every fourth one by default, all with -Dlong: each runs a command and those that it names.
    List<List<Object>> lines = lines();
    int step = Cases.count(4, 1);
    return tests(
        IntStream.range(0, lines.size()).filter(i -> i % step == 0).mapToObj(lines::get).toList());
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> everyNextCommandOfALongOneRuns() {
    return tests(longLines());
  }

  private static Stream<DynamicTest> tests(List<List<Object>> lines) {
    return lines.stream()
        .map(line ->
            dynamicTest(
                line.toString().replace(data.toString(), ""), () -> runWithNext(line, data)));
  }

  /** Runs a command, and then each that it prints as the next one. */
  public static void runWithNext(List<Object> line, Path data)
      throws IOException, InterruptedException {
    Terminal run = assertDone(curtail(line.toArray()));
    Path folder = Files.createTempDirectory(data, "run ");
    for (String next : nextCommands(run)) {
      Terminal after = curtail(runnable(shellWords(next), folder).toArray());
      assertThat(after.exitCode()).as("%s%n%s", next, after.err()).isZero();
    }
  }

  /** In the order in which they were printed, since each may use what the ones before make. */
  private static List<String> nextCommands(Terminal run) {
    return COMMAND.matcher(run.out() + "\n" + run.err()).results().map(MatchResult::group).toList();
  }

  /** The words as a shell finds them. */
  private static List<String> shellWords(String line) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("bash", "-c", "printf '%s\\0' " + line)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(line).isZero();
    return List.of(words.split("\0", -1)).subList(1, words.split("\0", -1).length - 1);
  }

  private static List<String> runnable(List<String> given, Path folder) {
    var words = new ArrayList<String>(List.of(given.getFirst()));
    for (String word : given.subList(1, given.size())) {
      words.add(PLACE.matcher(word).matches() ? folder.resolve(word).toString() : word);
    }
    SHORTER.forEach((command, shorter) -> {
      if (String.join(" ", words).startsWith(command + " ")) {
        shorter.forEach((option, value) -> put(words, option, value));
      }
    });
    return words;
  }

  private static void put(List<String> words, String option, String value) {
    int at = words.indexOf(option);
    if (at < 0) {
      words.addAll(List.of(option, value));
    } else {
      words.set(at + 1, value);
    }
  }

  @Test
  void everyCommandIsRunOrItIsSaidWhyNot() {
    Set<String> all = new TreeSet<>();
    leaves(Main.root(), "", all);
    Set<String> run = new TreeSet<>(NOT_RUN.keySet());
    for (List<Object> line : Stream.of(lines(), longLines()).flatMap(List::stream).toList()) {
      String two = line.getFirst() + (line.size() > 1 ? " " + line.get(1) : "");
      run.add(all.contains(two) ? two : line.getFirst().toString());
    }
    assertThat(run).isEqualTo(all);
  }

  private static void leaves(CommandSpec command, String names, Set<String> found) {
    if (command.subcommands().isEmpty()) {
      found.add(names.strip());
    }
    command
        .subcommands()
        .forEach((name, sub) -> {
          if (!Main.isMissing(sub.getCommandSpec())) {
            leaves(sub.getCommandSpec(), names + " " + name, found);
          }
        });
  }

  @Test
  void plansOfHttpCallsAreExportedForWhatKnowsThem() {
    Path plan = at("plan of http.json");
    Terminal run =
        assertDone(curtail("traces", "plan", at("http one.csv"), "--budget", 0.05, "--out", plan));
    assertThat(nextCommands(run)).singleElement().asString().contains("--stage", "--to envoy");
    assertThat(nextCommands(run).getFirst()).contains("--cluster catalog");
  }
}
