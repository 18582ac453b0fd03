package org.curtail.examples;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.services.json.ReissuePlanJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each example runs and shows what it teaches. */
@Timeout(value = 5, unit = MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class ExamplesTest {
  @TempDir private Path folder;

  /** Returns the first match of a pattern in the output. */
  private static MatchResult find(List<String> printed, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(String.join("\n", printed));
    assertThat(found.find()).as("%s in%n%s", pattern, String.join("\n", printed)).isTrue();
    return found.toMatchResult();
  }

  private static double number(List<String> printed, String pattern) {
    return Double.parseDouble(find(printed, pattern).group(1));
  }

  private static long count(List<String> printed, String part) {
    return printed.stream().filter(line -> line.contains(part)).count();
  }

  @Test
  void everyExampleHasANumberAndATest() throws Exception {
    Path here = Path.of("examples/src/test/java/org/curtail/examples/ExamplesTest.java");
    String tests = Files.readString(Documentation.ROOT.resolve(here));
    List<String> names =
        Documentation.examples().stream().map(Documentation.Example::name).toList();
    assertThat(names).hasSizeGreaterThanOrEqualTo(8);
    assertThat(names).allSatisfy(name -> assertThat(tests).contains("run(\"" + name + "\""));
    assertThat(names.stream().map(name -> name.substring(0, "Example00".length())))
        .as("numbers without gaps")
        .containsExactlyElementsOf(
            IntStream.range(0, names.size()).mapToObj("Example%02d"::formatted).toList());
  }

  @Test
  void theShortestProgramAddsUpWhatALoopDoes() throws Exception {
    double sum = 0;
    for (int i = 0; i < 1_000; i++) {
      sum += Math.sqrt(i);
    }
    assertThat(run("Example00Shortest")).containsExactly("sum of 1,000 square roots: " + sum);
  }

  @Test
  void theFirstSearchFindsWhatPlainLuceneFinds() throws Exception {
    List<String> printed = run("Example01FirstSearch");
    assertThat(count(printed, " scores ")).isEqualTo(3);
    assertThat(printed).contains("hits as of plain Lucene: true");
    double shortMs = number(printed, "one word +([\\d.]+)");
    double longMs = number(printed, "fifty words +([\\d.]+)");
    assertThat(longMs).isGreaterThan(shortMs);
    double shortHelped = number(printed, "one word .* (\\d+) of 100");
    double longHelped = number(printed, "fifty words .* (\\d+) of 100");
    assertThat(longHelped).as("long searches get help").isGreaterThan(shortHelped);
  }

  @Test
  void theExecutorServesLucenesOwnSearcher() throws Exception {
    List<String> printed = run("Example02Executor");
    assertThat(count(printed, "10 hits, as plain Lucene: yes")).isEqualTo(3);
    assertThat(number(printed, "metrics: .* (\\d+) arrived")).isEqualTo(3);
  }

  @Test
  void anyServiceCountsThePrimesThatASieveFinds() throws Exception {
    List<String> printed = run("Example03AnyService");
    boolean[] composite = new boolean[1_000_000 + 500 * 400];
    for (int divisor = 2; divisor * divisor < composite.length; divisor++) {
      for (int multiple = 2 * divisor; multiple < composite.length; multiple += divisor) {
        composite[multiple] = true;
      }
    }
    var random = new SplittableRandom(1);
    long expected = 0;
    for (int i = 0; i <= 300; i++) {
      int chunks = i == 300 || random.nextInt(10) == 0 ? 400 : 40;
      for (int number = 1_000_000; number < 1_000_000 + 500 * chunks; number++) {
        expected += composite[number] ? 0 : 1;
      }
    }
    assertThat(printed.getFirst()).isEqualTo("primes: " + expected);
    assertThat(find(printed, "outcome +(\\w+)").group(1)).isEqualTo("COMPLETED");
    assertThat(number(printed, "chunks +(\\d+)")).isEqualTo(400);
    assertThat(number(printed, "most threads at once +(\\d+)")).isPositive();
    int longest = 0;
    for (int chunk = 0; chunk < 400; chunk++) {
      int first = 1_000_000 + 500 * chunk;
      int[] primes =
          IntStream.range(first, first + 500).filter(number -> !composite[number]).toArray();
      for (int i = 1; i < primes.length; i++) {
        longest = Math.max(longest, primes[i] - primes[i - 1]);
      }
    }
    assertThat(number(printed, "longest gap +(\\d+)")).isEqualTo(longest);
    assertThat(number(printed, "metrics: .* (\\d+) completed")).isEqualTo(302);
  }

  /** A request must start within 200 ms, so a machine that stands still gets another try. */
  @Test
  void deadlinesImportanceAndOverloadShowInTheOutcomes() throws Exception {
    for (int triesLeft = 2; triesLeft >= 0; triesLeft--) {
      try {
        outcomesShow(run("Example04DeadlinesAndOverload"));
        return;
      } catch (AssertionError e) {
        if (triesLeft == 0) {
          throw e;
        }
      }
    }
  }

  private static void outcomesShow(List<String> printed) {
    assertThat(find(printed, "late +(\\w+)").group(1)).isEqualTo("EXPIRED");
    assertThat(find(printed, "late, partial +(\\w+)").group(1)).isEqualTo("PARTIAL");
    assertThat(number(printed, "holds (\\d+) of 600")).isBetween(1.0, 599.0);
    assertThat(find(printed, "stopped +(\\w+)").group(1)).isEqualTo("CANCELLED");
    double urgent = number(printed, "urgent .*waited +(\\d+) ms");
    double normal = number(printed, "normal .*waited +(\\d+) ms");
    double background = number(printed, "background .*waited +(\\d+) ms");
    assertThat(List.of(urgent, normal, background)).isSorted().doesNotHaveDuplicates();
    assertThat(printed.getLast().strip()).isEqualTo("5 accepted, 3 refused");
  }

  @Test
  void anEngineThatNobodyConfiguresLearnsAndSaysWhatItDid() throws Exception {
    List<String> printed = run("Example16Automatic");
    assertThat(printed.getFirst()).startsWith("Serves by ");
    assertThat(number(printed, "learned from (\\d+) requests")).isBetween(500.0, 700.0);
    assertThat(number(printed, "metrics: .* (\\d+) completed")).isEqualTo(50);
  }

  @Test
  void aProfileAndATableComeFromLiveTraffic() throws Exception {
    List<String> printed = run("Example05PlanFromLiveTraffic", folder.toString());
    Profile profile;
    try (Reader file = Files.newBufferedReader(folder.resolve("profile.json"))) {
      profile = ProfileJson.read(file, "profile.json");
    }
    assertThat(profile.requests()).isEqualTo(1_000);
    assertThat(profile.maxDegree()).isEqualTo(2);
    IntervalTable table;
    try (Reader file = Files.newBufferedReader(folder.resolve("table.json"))) {
      table = IntervalTableJson.read(file, "table.json");
    }
    assertThat(table.rows()).hasSize(2 * Runtime.getRuntime().availableProcessors());
    assertThat(number(printed, "99th percentile on one thread +([\\d.]+) ms"))
        .isGreaterThan(number(printed, "median on one thread +([\\d.]+) ms"));
    assertThat(number(printed, "by the table: .* (\\d+) completed")).isEqualTo(300);
  }

  @Test
  void theOwnPolicyLiesBetweenThoseThatKnowLessAndTheOneThatKnowsMore() throws Exception {
    List<String> printed = run("Example06OwnPolicy");
    double[] sequential = loads(printed, "one thread each");
    double[] fixed = loads(printed, "4 threads each");
    double[] own = loads(printed, "fair share later");
    double[] tailIndex = loads(printed, "tail-index");
    for (int load = 0; load < 3; load++) {
      assertThat(own[load]).isLessThan(sequential[load]);
      assertThat(tailIndex[load]).isLessThan(own[load]);
    }
    assertThat(own[0]).isLessThan(1.05 * fixed[0]);
    assertThat(own[1]).isLessThan(fixed[1]);
    assertThat(own[2]).isLessThan(fixed[2]);
    assertThat(printed.getLast()).endsWith("a request of 1000 chunks");
  }

  @Test
  void theOwnPolicyIsSimulatedOnAProfileOfTheUser() throws Exception {
    Profile profile = Profile.of("mine", new double[][] {{10, 6}, {20, 11}, {100, 52}, {15, 9}});
    Path file = folder.resolve("profile.json");
    try (Writer json = Files.newBufferedWriter(file)) {
      ProfileJson.write(profile, json);
    }
    List<String> printed = run("Example06OwnPolicy", file.toString());
    assertThat(loads(printed, "one thread each")[0]).isBetween(100.0, 110.0);
    assertThat(loads(printed, "2 threads each")[0]).isBetween(52.0, 60.0);
    assertThat(loads(printed, "fair share later")[0]).isBetween(52.0, 60.0);
  }

  /** Returns the three numbers of a named line. */
  private static double[] loads(List<String> printed, String name) {
    MatchResult found = find(printed, name + " +(\\d+) +(\\d+) +(\\d+)");
    return IntStream.rangeClosed(1, 3)
        .mapToDouble(group -> Double.parseDouble(found.group(group)))
        .toArray();
  }

  @Test
  void metricsAndFlightRecorderCountTheSameRequests() throws Exception {
    List<String> printed = run("Example07MetricsAndFlightRecorder");
    assertThat(number(printed, "completed in all +(\\d+)")).isEqualTo(500);
    assertThat(number(printed, "completed lately +(\\d+)")).isEqualTo(300);
    assertThat(number(printed, "requests recorded: (\\d+)")).isEqualTo(500);
    double before = Double.POSITIVE_INFINITY;
    for (String line : printed.subList(printed.size() - 3, printed.size())) {
      String[] columns = line.strip().split(" +", -1);
      assertThat(columns).hasSize(5);
      double responseMs = Double.parseDouble(columns[1]) + Double.parseDouble(columns[2]);
      // Both were rounded to a hundredth.
      assertThat(responseMs).as("slowest first").isLessThanOrEqualTo(before + 0.02);
      before = responseMs;
    }
  }

  @Test
  void aSearchInOrderOfImportanceEndsEarlyWithTheSameTop() throws Exception {
    List<String> printed = run("Example08EarlyTermination");
    assertThat(count(printed, "yes")).isEqualTo(4);
    assertThat(number(printed, " 1 word +(\\d+) ")).isEqualTo(1);
    assertThat(number(printed, " 5 words +(\\d+) ")).isBetween(20.0, 199.0);
    assertThat(number(printed, "20 words +(\\d+) ")).isEqualTo(200);
    for (String query : List.of(" 1 word", " 5 words", "20 words")) {
      MatchResult chunks = find(printed, query + " +(\\d+) +(\\d+) ");
      assertThat(Integer.parseInt(chunks.group(2)))
          .isBetween(Integer.parseInt(chunks.group(1)), 200);
    }
  }

  @Test
  void anotherSearcherKeepsItsOwnBehaviourAndItsHitsOnTheEngine() throws Exception {
    List<String> printed = run("Example09AnotherSearcher");
    assertThat(number(printed, "searches +(\\d+)")).isEqualTo(100);
    assertThat(number(printed, "same hits +(\\d+)")).isEqualTo(100);
    assertThat(number(printed, "by the engine +(\\d+)")).isEqualTo(100);
  }

  @Test
  void hedgedHttpRequestsAreAnsweredByCopiesAndLosersAreStopped() throws Exception {
    List<String> printed = run("Example10HedgedHttpClient", folder.toString());
    ReissuePlan plan;
    try (Reader file = Files.newBufferedReader(folder.resolve("reissue.json"))) {
      plan = ReissuePlanJson.read(file, "reissue.json").plan();
    }
    assertThat(plan.goal()).isEqualTo(new ReissueGoal(99, 0.05));
    double sent = number(printed, "sent again +0 +(\\d+)");
    double won = number(printed, "answered by the copy +0 +(\\d+)");
    assertThat(sent).isBetween(1.0, 0.05 * 600);
    assertThat(won).isBetween(1.0, sent);
    assertThat(number(printed, "stopped by the client +0 +(\\d+)")).isBetween(1.0, sent);
    assertThat(count(printed, "hedge catalog:")).isEqualTo(1);
  }

  @Test
  void hedgedGrpcCallsAreAnsweredByCopiesAndLosersAreCancelled() throws Exception {
    List<String> printed = run("Example11HedgedGrpc");
    assertThat(number(printed, "calls answered +(\\d+) of 600")).isEqualTo(600);
    double sent = number(printed, "sent again +(\\d+)");
    double won = number(printed, "answered by the copy +(\\d+)");
    assertThat(won).isBetween(1.0, sent);
    assertThat(number(printed, "cancelled at a replica +(\\d+)")).isBetween(1.0, sent);
    assertThat(number(printed, "passed through +(\\d+)")).isZero();
  }

  @Test
  void anAdaptiveHedgeLearnsADelayAndHedgesByIt() throws Exception {
    List<String> printed = run("Example12AdaptiveHedging");
    assertThat(count(printed, "learned: ")).isPositive();
    assertThat(count(printed, "no answer within")).isZero();
    double calls = number(printed, "calls +(\\d+)");
    double sent = number(printed, "hedges sent +(\\d+)");
    assertThat(sent).isBetween(1.0, 0.02 * calls);
    assertThat(number(printed, "won +(\\d+)")).isBetween(1.0, sent);
    assertThat(count(printed, "goal: least p99")).isEqualTo(1);
  }

  @Test
  void aWorkflowGetsOneHedgePerServiceThatKeepsItsPartOfTheBudget() throws Exception {
    List<String> printed = run("Example13Workflow");
    double seen = number(printed, "made of: ([\\d.]+) ms");
    double without = number(printed, "made of: [\\d.]+ ms instead of ([\\d.]+) ms");
    assertThat(seen).isLessThan(0.9 * without);
    assertThat(number(printed, "not seen: ([\\d.]+) ms"))
        .isLessThan(number(printed, "not seen: [\\d.]+ ms instead of ([\\d.]+) ms"));
    assertThat(number(printed, "made of: .*, for ([\\d.]+) %")).isBetween(4.0, 5.2);
    assertThat(count(printed, "[login search ads render ]")).isEqualTo(1);
    assertThat(count(printed, " of 200 calls sent again")).isPositive();
  }

  @Test
  void tagsTellWhichRequestsWaited() throws Exception {
    List<String> printed = run("Example14TagsInAnyService");
    assertThat(count(printed, "tags and wall time: memory")).isEqualTo(1);
    assertThat(number(printed, "requests served: (\\d+)")).isEqualTo(200);
    double before = Double.POSITIVE_INFINITY;
    for (String line : printed.subList(printed.size() - 3, printed.size())) {
      String[] columns = line.strip().split(" +", -1);
      assertThat(columns).hasSize(5);
      double allMs = Double.parseDouble(columns[1]);
      assertThat(allMs).as("slowest first").isBetween(20.0, before);
      before = allMs;
      double parts =
          Double.parseDouble(columns[2])
              + Double.parseDouble(columns[3])
              + Double.parseDouble(columns[4]);
      assertThat(parts).as("the parts add up").isBetween(allMs - 0.03, allMs + 0.03);
    }
  }

  @Test
  void anInterceptorTagsTheCallsOfAGrpcServer() throws Exception {
    List<String> printed = run("Example15TagsInGrpc");
    for (String what : List.of("calls answered", "calls recorded", "tagged in the method")) {
      assertThat(number(printed, what + " +(\\d+)")).as(what).isEqualTo(100);
    }
    assertThat(number(printed, "in parts +(\\d+)")).isEqualTo(300);
    assertThat(number(printed, "time on the server +([\\d.]+) ms")).isPositive();
  }

  @Test
  void longRequestsGoUpToAFastCore() throws Exception {
    List<String> printed = run("Example17SlowToFast");
    assertThat(printed).hasSize(2);
    assertThat(printed.getFirst()).startsWith("  2 chunks: little").endsWith(", result 2");
    assertThat(printed.getLast()).isEqualTo("100 chunks: little, then big, result 100");
  }

  @Test
  void aWholeLuceneProgramSearchesAndExplainsItself() throws Exception {
    List<String> printed = run("Example18LuceneProgram");
    assertThat(printed.getFirst()).isEqualTo("documents with word7: 200");
    assertThat(printed.get(1)).startsWith("Serves by ");
  }

  @Test
  void aPolicyByTimeShortensTheTail() throws Exception {
    List<String> printed = run("Example19PolicyByTime");
    assertThat(number(printed, "p99 (\\d+) ms")).isLessThan(600);
  }

  @Test
  void chunksOfVirtualCallersSeeTheirScopedValue() throws Exception {
    List<String> printed = run("Example20VirtualThreads");
    assertThat(number(printed, "callers answered +(\\d+) of")).isEqualTo(1000);
    assertThat(number(printed, "engine threads +(\\d+) of")).isPositive();
  }

  @Test
  void prometheusReadsTheMetersOfEnginesAndHedges() throws Exception {
    assertThat(run("Example21Micrometer"))
        .containsExactlyInAnyOrder(
            "curtail_hedge_started_calls_total{hedge=\"catalog\"} 200.0",
            "curtail_request_seconds_count{class=\"normal\",engine=\"batch\",outcome=\"completed\",policy=\"sequential\"} 1",
            "curtail_request_seconds_count{class=\"normal\",engine=\"search\",outcome=\"completed\",policy=\"sequential\"} 200",
            "curtail_request_within_total{engine=\"batch\",le=\"+Inf\"} 1.0",
            "curtail_request_within_total{engine=\"batch\",le=\"0.05\"} 1.0",
            "curtail_request_within_total{engine=\"batch\",le=\"0.1\"} 1.0",
            "curtail_request_within_total{engine=\"batch\",le=\"0.2\"} 1.0",
            "curtail_target_seconds{engine=\"batch\",phi=\"0.99\"} 0.1");
  }

  @Test
  void openTelemetryHasSpansOfRequestsAndCalls() throws Exception {
    List<String> printed = run("Example22OpenTelemetry");
    assertThat(printed)
        .containsSubsequence(
            "call catalog",
            "  attempt catalog",
            "request search",
            "  curtail.request.degree_changed {curtail.request.degree=1}",
            "  curtail.request.degree_changed {curtail.request.degree=2}");
  }

  private List<String> run(String name, String... args) throws Exception {
    return Program.run(name, folder, args);
  }
}
