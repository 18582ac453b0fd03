package org.curtail.cli.traces;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A shop whose front asks stock, then prices; from 300 s on, prices take longer. */
@Timeout(300)
class TracesCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REQUESTS = 400;
  private static final long START_US = 1_661_140_000_000_000L;

  @TempDir private Path folder;
  private Path spans = Path.of("");

  @BeforeEach
  void writeSpans() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("trace,span,parent,service,op,start_us,dur_us");
    for (int i = 0; i < REQUESTS; i++) {
      long start = START_US + i * 1_000_000L;
      int stock = 2_000 + i * 37 % 100;
      int prices = (i < 300 ? 3_000 : 9_000) + i * 53 % 100;
      add(lines, i, 0, -1, "front", "page", start, stock + prices + 3_000);
      add(lines, i, 1, 0, "front", "stock", start + 500, stock + 1_000);
      add(lines, i, 2, 1, "stock", "stock", start + 1_000, stock);
      add(lines, i, 3, 0, "front", "prices", start + stock + 1_500, prices + 1_000);
      add(lines, i, 4, 3, "prices", "prices", start + stock + 2_000, prices);
    }
    spans = folder.resolve("spans.csv");
    Files.write(spans, lines);
  }

  private static void add(
      List<String> lines,
      int trace,
      int span,
      int parent,
      String service,
      String op,
      long start,
      int duration) {
    lines.add("%d,%d,%d,%s,%s,%d,%d".formatted(trace, span, parent, service, op, start, duration));
  }

  private static JsonNode json(Terminal run) throws IOException {
    return JSON.readTree(assertDone(run).out());
  }

  @Test
  void theServiceThatBecameSlowerIsFirstAndExplainsAsMuchAsItTakesLonger() throws IOException {
    for (String[] windows :
        new String[][] {
          {"200s/300s", "300s/400s"},
          {"1661140200000000/1661140300000000", "1661140300000000/1661140400000000"},
          {
            "2022-08-22T03:50:00Z/2022-08-22T03:51:40Z", "2022-08-22T03:51:40Z/2022-08-22T03:54:00Z"
          },
        }) {
      JsonNode found =
          json(
              curtail(
                  "traces",
                  "compare",
                  spans,
                  "--before",
                  windows[0],
                  "--after",
                  windows[1],
                  "--json"));
      assertThat(found.fieldNames()).toIterable().containsExactly("services", "stages");
      JsonNode first = found.path("services").path(0);
      assertThat(first.fieldNames()).toIterable().containsExactly("name", "rank", "explainedMs");
      assertThat(first.path("name").asText()).isEqualTo("prices");
      assertThat(first.path("rank").asInt()).isEqualTo(1);
      assertThat(first.path("explainedMs").asDouble()).isBetween(5.5, 6.1);
      assertThat(found.path("services").path(1).path("explainedMs").asDouble()).isLessThan(0.1);
      assertStages(found.path("stages"));
    }
    Terminal words =
        assertDone(
            curtail("traces", "compare", spans, "--before", "0s/200s", "--after", "200s/250s"));
    assertThat(words.out())
        .contains("No service changed more than at other times.", "Times changed in 0 of 3 stages");
    words =
        assertDone(
            curtail("traces", "compare", spans, "--before", "200s/300s", "--after", "300s/400s"));
    assertThat(words.out()).contains("Times changed in 1 of 3 stages", "prices prices");
  }

  /** 3 ms and up to 0.1 ms more, then 9 and as much, with 1 ms on the way; all else as before. */
  private static void assertStages(JsonNode stages) {
    assertThat(stages)
        .extracting(stage -> stage.path("changed").asText())
        .containsExactly("both", "none", "none");
    JsonNode prices = stages.path(0);
    assertThat(prices.fieldNames())
        .toIterable()
        .containsExactly(
            "service",
            "operation",
            "requestsBefore",
            "requestsAfter",
            "p50BeforeMs",
            "p50AfterMs",
            "p95BeforeMs",
            "p95AfterMs",
            "moreMs",
            "longerShare",
            "timesP",
            "tailP",
            "timesAdjustedP",
            "tailAdjustedP",
            "changed");
    assertThat(prices.path("service").asText()).isEqualTo("prices");
    assertThat(prices.path("requestsBefore").asInt()).isEqualTo(100);
    assertThat(prices.path("p50BeforeMs").asDouble()).isBetween(4.0, 4.1);
    assertThat(prices.path("p95AfterMs").asDouble()).isBetween(10.0, 10.1);
    assertThat(prices.path("moreMs").asDouble()).isBetween(5.9, 6.1);
    assertThat(prices.path("longerShare").asDouble()).isEqualTo(1);
    assertThat(prices.path("timesAdjustedP").asDouble()).isLessThan(1e-20);
  }

  @Test
  void theWorkflowAndItsStagesAreShown() throws IOException {
    JsonNode shown = json(curtail("traces", "show", spans, "--json"));
    assertThat(shown.path("requests").asInt()).isEqualTo(REQUESTS);
    assertThat(shown.path("spans").asInt()).isEqualTo(5 * REQUESTS);
    assertThat(shown.path("damage").path("no_parent").asInt()).isZero();
    assertThat(shown.path("workflows")).hasSize(1);
    assertThat(shown.path("workflows").path(0).path("calls"))
        .extracting(JsonNode::asText)
        .containsExactly("prices prices", "stock stock");
    assertThat(shown.path("stages"))
        .extracting(stage -> stage.path("service").asText())
        .containsExactly("prices", "stock", "front");
    Terminal words = assertDone(curtail("traces", "show", spans));
    assertThat(words.out()).contains("front page: prices prices, stock stock");
    assertThat(words.err()).contains("Next: ./curtail traces blame", "Read 400 requests");
  }

  @Test
  void instancesAreShownByTimeAndFlakyOnesAreNamed() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("trace,span,parent,service,instance,op,start_us,dur_us");
    for (int i = 0; i < 3_000; i++) {
      long start = START_US + i * 1_000_000L;
      int number = i % 3;
      int stock = 2_000 + i * 37 % 100 + (i * 7919 % 100 < (number == 1 ? 20 : 0) ? 90_000 : 0);
      lines.add("%d,0,-1,front,front-0,page,%d,%d".formatted(i, start, stock + 3_000));
      lines.add("%d,1,0,front,front-0,stock,%d,%d".formatted(i, start + 500, stock + 1_000));
      lines.add("%d,2,1,stock,stock-%d,stock,%d,%d".formatted(i, number, start + 1_000, stock));
    }
    Path placed = folder.resolve("placed.csv");
    Files.write(placed, lines);
    JsonNode shown = json(curtail("traces", "show", placed, "--by", "instance", "--json"));
    JsonNode first = shown.at("/instances/all/0");
    assertThat(first.path("instance").asText()).isEqualTo("stock-1");
    assertThat(first.path("flaky").asBoolean()).isTrue();
    assertThat(first.path("moreLow").asDouble()).isGreaterThan(0);
    assertThat(first.path("slots")).hasSizeGreaterThan(1);
    assertThat(shown.at("/instances/all"))
        .filteredOn(each -> each.path("flaky").asBoolean())
        .hasSize(1);
    assertThat(shown.at("/instances/p99/gainMs").asDouble()).isGreaterThan(80);
    Terminal words = assertDone(curtail("traces", "show", placed, "--by", "instance"));
    assertThat(words.out())
        .contains("Flaky: stock-1 of stock.", "With the calls to stock-1 at other instances, p99");
    Path page = folder.resolve("placed.html");
    assertDone(curtail("traces", "report", placed, "--out", page));
    WrittenPage.read(page).assertThatItCanBeShown();
    assertThat(page).content().contains("Instances by time", "Flaky: stock-1 of stock.");
    assertUsageError(
        curtail("traces", "show", spans, "--by", "instance"), "--by instance: expected spans with");
  }

  @Test
  void theWorkflowIsWrittenForThePlannerWithTheLatenciesOfItsRequests() {
    Path workflow = folder.resolve("workflow.json");
    assertDone(curtail("traces", "show", spans, "--out", workflow));
    Workflow written = JsonFile.WORKFLOW.read(workflow);
    assertThat(written.stages())
        .extracting(Stage::name)
        .containsExactly("front page", "stock stock", "prices prices");
    assertThat(written.stage("prices prices").after()).containsExactly("stock stock");
    JointTraces joint = Objects.requireNonNull(written.joint());
    assertThat(joint.size()).isEqualTo(REQUESTS);
    // The first request takes 2 + 3 + 3 ms.
    assertThat(joint.millis(0, 0) + joint.millis(0, 1) + joint.millis(0, 2)).isEqualTo(8);
    assertUsageError(curtail("traces", "show", spans, "--out", workflow), "workflow.json");
  }

  @Test
  void whatIsKeptAnswersAsTheInputDoesUntilThatChanges() throws IOException {
    List<Object[]> questions =
        List.of(
            new Object[] {"traces", "show", spans, "--json"},
            new Object[] {"traces", "blame", spans, "--json"},
            new Object[] {"traces", "what-if", spans, "--json"});
    List<JsonNode> before = new ArrayList<>();
    for (Object[] question : questions) {
      before.add(json(curtail(question)));
    }
    JsonNode kept = json(curtail("traces", "import", spans, "--json"));
    assertThat(kept.path("requests").asInt()).isEqualTo(REQUESTS);
    Path place = folder.resolve("spans.csv.curtail");
    assertThat(kept.path("folder").asText()).isEqualTo(place.toString());
    // The answer does not come from the input: that has other bytes now, and its old size and
    // time.
    var time = Files.getLastModifiedTime(spans);
    byte[] bytes = Files.readAllBytes(spans);
    Files.write(spans, new byte[bytes.length]);
    Files.setLastModifiedTime(spans, time);
    for (int i = 0; i < before.size(); i++) {
      assertThat(json(curtail(questions.get(i)))).isEqualTo(before.get(i));
    }
    assertThat(assertDone(curtail("traces", "import", spans)).err()).contains("Nothing was read");
    Files.write(spans, bytes);
    Files.writeString(spans, "9999,0,-1,front,page,1661150000000000,5\n", APPEND);
    assertThat(json(curtail("traces", "show", spans, "--json")).path("requests").asInt())
        .isEqualTo(REQUESTS + 1);
    Terminal again = assertDone(curtail("traces", "import", spans));
    assertThat(again.err()).contains("Read 401 requests", "Next: ./curtail traces show");
    assertThat(again.out()).contains("Kept ", "spans.csv.curtail");
    assertUsageError(
        curtail("traces", "show", spans, "--memory", "12"),
        "--memory: expected a size of at least 256m, as in 2g, found '12'");
    assertUsageError(
        curtail("traces", "show", spans, "--spark", "local[2]"),
        "--spark: expected Spark and curtail-spark on the class path");
  }

  @Test
  void importReplacesNothingThatItDidNotMake() throws IOException {
    Path place = Files.createDirectories(folder.resolve("spans.csv.curtail"));
    Path notes = Files.writeString(place.resolve("notes.txt"), "a year's work");
    assertUsageError(
        curtail("traces", "import", spans),
        place + ": only a recording that curtail keeps is replaced, and notes.txt");
    assertThat(notes).hasContent("a year's work");
    Files.delete(notes);
    Files.delete(place);
    Files.writeString(place, "of another program");
    assertUsageError(
        curtail("traces", "import", spans),
        place + ": expected a folder with a recording that curtail keeps, found a file");
    assertThat(place).hasContent("of another program");
    assertDone(curtail("traces", "show", spans));
  }

  @Test
  void theSlowestRequestsWaitedForPrices() throws IOException {
    JsonNode blame = json(curtail("traces", "blame", spans, "--json"));
    assertThat(blame.path("slow").asInt()).isEqualTo(4);
    JsonNode worst = blame.path("stages").path(0);
    assertThat(worst.path("service").asText()).isEqualTo("prices");
    assertThat(worst.path("moreMs").asDouble()).isBetween(5.8, 6.2);
    assertThat(assertDone(curtail("traces", "blame", spans)).out()).contains("prices prices");
  }

  @Test
  void whatAFasterStageBringsIsShownAndOnlyWhatMayRepeatIsHedged() throws IOException {
    JsonNode none = json(curtail("traces", "what-if", spans, "--faster", "50%", "--json"));
    assertThat(none.path("scored").asInt()).isEqualTo(REQUESTS / 2);
    // Half of 9 ms of prices, and of the 1 ms of network to it.
    JsonNode first = none.path("whatIf").path(0);
    assertThat(first.path("service").asText()).isEqualTo("prices");
    assertThat(first.path("if").asText()).isEqualTo("median");
    JsonNode faster = none.path("whatIf").path(1);
    assertThat(faster.path("if").asText()).isEqualTo("faster");
    assertThat(faster.path("p99").path("gainMs").asDouble()).isBetween(4.9, 5.1);
    assertThat(none.path("whatIf")).noneMatch(each -> each.path("if").asText().equals("hedged"));
    JsonNode some = json(curtail("traces", "what-if", spans, "--may-repeat", "stock", "--json"));
    assertThat(some.path("whatIf"))
        .filteredOn(each -> each.path("if").asText().equals("hedged"))
        .extracting(each -> each.path("service").asText())
        .containsExactly("stock");
    assertThat(assertDone(curtail("traces", "what-if", spans)).out())
        .contains("The greatest gain is here");
    assertUsageError(curtail("traces", "what-if", spans, "--faster", "x"), "found 'x'");
    assertUsageError(curtail("traces", "what-if", spans, "--may-repeat", "stok"), "found 'stok'");
  }

  @Test
  void whatIsBrokenIsSaidAndRefusedIfAsked() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(spans));
    lines.add("7,9,8,front,orphan," + START_US + ",5");
    lines.add("half a line");
    Files.write(spans, lines);
    Terminal shown = assertDone(curtail("traces", "show", spans));
    assertThat(shown.err())
        .contains("1 spans whose parent is missing: put below the root", "1 unreadable records");
    assertUsageError(
        curtail("traces", "show", spans, "--strict"),
        "--strict: expected nothing broken",
        "spans.csv:2003: expected 7 values");
  }

  @Test
  void mistakesAreSaidInOneLine() {
    assertUsageError(
        curtail("traces", "compare", spans, "--before", "0s/1s"), "--after is missing");
    assertUsageError(
        curtail("traces", "compare", spans, "--before", "0s", "--after", "1s/2s"),
        "--before: expected FROM/TO, as in 0s/10min, found '0s'");
    assertUsageError(
        curtail("traces", "compare", spans, "--before", "soon/1s", "--after", "1s/2s"),
        "--before: expected a time in the input's unit",
        "found 'soon'");
    assertUsageError(
        curtail("traces", "compare", spans, "--before", "9s/1s", "--after", "1s/2s"),
        "--before: expected a window that ends after it begins");
    assertUsageError(
        curtail("traces", "compare", spans, "--before", "0s/9s", "--after", "2h/3h"),
        "--after: expected a window in which requests begin, found none in 2h/3h");
    assertUsageError(
        curtail("traces", "show", spans, "--workflow", 2),
        "--workflow: expected a whole number from 1 to 1, found 2");
    assertUsageError(curtail("traces", "show", folder.resolve("gone")), "no such file");
  }
}
