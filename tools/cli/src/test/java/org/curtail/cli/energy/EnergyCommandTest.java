package org.curtail.cli.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
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
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class EnergyCommandTest {
  @TempDir Path folder;
  private Path profile = Path.of("");
  private Path machine = Path.of("");

  @BeforeEach
  void writeFiles() throws IOException {
    var times = new StringBuilder();
    for (int r = 1; r <= 100; r++) {
      // One in ten is ten times as long.
      times.append(r > 1 ? "," : "").append("[%.3f]".formatted(r <= 90 ? 1 + r * 0.01 : 20.0));
    }
    profile =
        Files.writeString(
            folder.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"test\",\"timesMs\":["
                + times
                + "]}");
    machine =
        Files.writeString(
            folder.resolve("machine.csv"),
            "class,count,speed,busyWatts,idleWatts\nlittle,3,0.4,1,0.1\nbig,1,1,6,0.5\n");
  }

  private Terminal energy(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("energy", "--profile", profile, "--requests", 1000, "--load", 0.3));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  @Test
  void onSlowAndFastCoresSlowToFastMeetsTheTargetForLessThanAllFast() throws IOException {
    Path out = folder.resolve("energy.json");
    Terminal run = energy("--machine", machine, "--target-p99-ms", 40, "--out", out);
    assertDone(run);
    assertThat(run.out().lines().findFirst().orElseThrow())
        .endsWith(
            "machine.csv with 4 cores, p99 at most 40.0 ms, 5 traces of 1,000 requests at each load, seed 1");
    assertThat(run.out())
        .contains("all-fast ", "all-slow ", "tail-first ", "slow-to-fast ", "limit, clairvoyant")
        .contains("adrenaline ", "capacity with a p99 of at most 40.0 ms, with any energy")
        .contains("To set for slow-to-fast: big from ")
        .doesNotContain("pegasus", "rubik");
    assertThat(run.err())
        .contains("controllers learn in 2 windows of 2,000 requests", "Next: ./curtail machine");
    JsonNode json = new ObjectMapper().readTree(out.toFile());
    assertThat(json.get("format").asText()).isEqualTo("curtail-energy/1");
    JsonNode load = json.get("loads").get(0);
    JsonNode slowToFast = policy(load.get("policies"), "slow-to-fast");
    assertThat(slowToFast.get("meetsTarget").asBoolean()).isTrue();
    assertThat(slowToFast.get("tailMs").asDouble()).isLessThanOrEqualTo(40);
    assertThat(slowToFast.get("thresholds").get(0).get("speedClass").asText()).isEqualTo("big");
    assertThat(slowToFast.get("ofAllFast").asDouble()).isLessThan(1);
    JsonNode capacities = json.get("capacities");
    // One fast core of four that carry 2.2 times its load, with others and alone.
    assertThat(policy(capacities, "slow-to-fast").get("load").asDouble()).isBetween(0.5, 0.99);
    assertThat(policy(capacities, "all-fast").get("load").asDouble()).isBetween(0.05, 1 / 2.2);
    assertThat(policy(capacities, "all-slow").get("load").asDouble()).isZero();
    double clairvoyant = load.get("clairvoyantJoules").asDouble();
    assertThat(clairvoyant).isLessThanOrEqualTo(load.get("oneScheduleJoules").asDouble());
    for (JsonNode line : load.get("policies")) {
      double joules = line.get("joulesPerRequest").asDouble();
      if (line.get("meetsTarget").asBoolean()) {
        assertThat(joules).as(line.toString()).isGreaterThan(clairvoyant);
        assertThat(line.get("aboveClairvoyant").asDouble())
            .isCloseTo(joules / clairvoyant - 1, within(1e-12));
      } else {
        assertThat(line.has("aboveClairvoyant")).isFalse();
      }
      // Arrivals take as long for all: what is drawn per second and per request agree.
      assertThat(line.get("watts").asDouble() / joules)
          .isCloseTo(
              load.get("perSecond").asDouble(), within(0.15 * load.get("perSecond").asDouble()));
    }
  }

  @Test
  void aPageCanBeMadeOfTheFile() throws Exception {
    Path out = folder.resolve("energy.json");
    Path page = folder.resolve("energy.html");
    assertDone(
        curtail(
            "energy",
            "--profile",
            profile,
            "--requests",
            1000,
            "--load",
            "0.2,0.3",
            "--machine",
            machine,
            "--target-p99-ms",
            40,
            "--out",
            out));
    assertDone(curtail("report", out, "--out", page));
    assertThat(Files.readString(page))
        .contains(
            "Energy for a request at a load of 20 %",
            "Speed over a request", "What each policy carries", "limit, clairvoyant");
    WrittenPage.read(page).assertThatItCanBeShown();
  }

  private static JsonNode policy(JsonNode among, String name) {
    for (JsonNode one : among) {
      if (one.get("policy").asText().equals(name)) {
        return one;
      }
    }
    throw new AssertionError("no " + name + " in " + among);
  }

  @Test
  void onClocksTheOpponentsThereAreSetToo() {
    Terminal run = energy("--machine", "server", "--target-ms", 40);
    assertDone(run);
    assertThat(run.out()).contains("one-clock ", "pegasus ", "rubik ").doesNotContain("tail-first");
  }

  @Test
  @Tag("long")
  void theFileMakesItselfAgain() throws IOException {
    Path out = folder.resolve("energy.json");
    assertDone(energy("--machine", "server", "--target-ms", 40, "--out", out, "--overwrite"));
    String first = Files.readString(out);
    String command = new ObjectMapper().readTree(first).get("command").asText();
    List<Object> again = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
    again.removeFirst();
    again.add("--overwrite");
    Files.delete(out);
    assertDone(curtail(again.toArray()));
    assertThat(out).hasContent(first);
  }

  @Test
  void jsonIsAllThereIsOnStandardOutput() throws IOException {
    Terminal run =
        energy("--machine", machine, "--target-p99-ms", 40, "--json", "--budget-watts", 8);
    assertDone(run);
    assertThat(new ObjectMapper().readTree(run.out()).get("machine").asText())
        .isEqualTo(machine.toString());
  }

  @Test
  void aTargetBelowWhatTheFastestCoreCanDoIsRefusedWithTheLeast() {
    assertUsageError(
        energy("--machine", machine, "--target-p99-ms", 19),
        "--target-p99-ms: expected at least 20.0, the p99 of requests that are alone on the fastest core, found 19");
  }

  @Test
  void whereNobodyMeetsTheTargetThatIsSaid() {
    Terminal once =
        curtail(
            "energy",
            "--profile",
            profile,
            "--requests",
            1000,
            "--load",
            0.95,
            "--machine",
            machine,
            "--target-p99-ms",
            20.1);
    assertDone(once);
    assertThat(once.out()).contains("No policy has a p99 of at most 20.1 ms at this load");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class,count,speed,busyWatts,idleWatts;big,1,0,5,0|machine.csv: line 2: big: speed must lie between 0.001 and 1",
        "class,count,speed,busyWatts,idleWatts;a,1,0.5,5,0;b,1,1,4,0|b is faster than a and draws less, 4.0 W against 5.0 W",
        "class,count,speed,busyWatts,idleWatts|expected at least one class below the names of the columns",
        "class,count,speed,busyWatts,idleWatts;big,4,1,10,1|--machine: expected at least two classes, a slow and a fast one, found only big in",
        "count,speed,busyWatts,idleWatts;4,1,10,1|machine.csv: line 1: expected a column 'class' or a column 'clock', found none",
        "class,count,speed,busyWatts,idleWatts;a,1,0.5,1,0;a,1,1,4,0|line 3: a: expected a name of its own, found that of line 2",
        "clock,count,speed,busyWatts,idleWatts;a,1,0.5,1,0;b,2,1,4,0|the steps of a clock are for the same cores"
      })
  void aMachineThatCannotBeIsRefused(String lines, String complaint) throws IOException {
    Files.writeString(machine, lines.replace(';', '\n'));
    assertUsageError(energy("--machine", machine, "--target-p99-ms", 40), complaint);
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertUsageError(
        energy("--machine", "servr", "--target-p99-ms", 40),
        "--machine: expected rk3399, rk3399-clocks, server or a file, found servr; did you mean server?");
    assertUsageError(
        curtail(
            "energy",
            "--profile",
            profile,
            "--machine",
            machine,
            "--target-p99-ms",
            40,
            "--load",
            "0.5,1"),
        "--load: expected shares above 0 and below 1");
    assertUsageError(
        energy("--machine", machine, "--target-p99-ms", 40, "--repeats", 4), "--repeats: expected");
    assertUsageError(
        energy("--machine", machine, "--target-p99-ms", 40, "--prediction-error", -1),
        "--prediction-error: expected");
    assertUsageError(
        energy("--machine", machine, "--target-p99-ms", 40, "--budget-watts", 2),
        "--budget-watts: budgetWatts must be at least 6.3");
    assertUsageError(
        energy("--machine", machine, "--target-p99-ms", 40, "--percentile", 99.9),
        "--requests: expected at least 10,000 for a p99.9");
  }
}
