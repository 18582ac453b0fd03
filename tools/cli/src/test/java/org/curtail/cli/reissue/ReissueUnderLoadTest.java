package org.curtail.cli.reissue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.plan.PlanDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plan of {@code curtail reissue --simulate} holds under that load, by an independent queueing
 * simulation of a few lines.
 */
@Timeout(300)
class ReissueUnderLoadTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REPLICAS = 5;
  private static final double BUDGET = 0.03;

  @TempDir private Path folder;
  private double[] timesMs = new double[0];
  private Path log = Path.of("");
  private Path out = Path.of("");

  /** Gamma times of 8 ms in the mean, and one in fifty stalls for some 100 ms more. */
  @BeforeEach
  void writeLog() throws IOException {
    var random = new SplittableRandom(49);
    timesMs = new double[8000];
    var text = new StringBuilder("latency_ms\n");
    for (int i = 0; i < timesMs.length; i++) {
      double ms = -4 * Math.log(1 - random.nextDouble()) - 4 * Math.log(1 - random.nextDouble());
      ms += random.nextInt(50) == 0 ? random.nextDouble(50, 150) : 0;
      timesMs[i] = Math.round(ms * 1000) / 1000.0;
      text.append(timesMs[i]).append('\n');
    }
    log = Files.writeString(folder.resolve("times.csv"), text);
    out = folder.resolve("reissue.json");
  }

  private double rps(double load) {
    return load * REPLICAS * 1000 / Arrays.stream(timesMs).average().orElseThrow();
  }

  private Terminal simulate(double load, Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("reissue", "--log", log, "--budget", BUDGET, "--out", out, "--simulate"));
    words.addAll(List.of("--replicas", REPLICAS, "--slots", 1, "--rps", rps(load)));
    words.addAll(List.of("--requests", 20_000));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  /** The p99, and the copies per request. */
  private record Seen(double tailMs, double fraction) {}

  /**
   * First in, first out at each replica, and no request is cancelled: so the end of a request is
   * known on its arrival.
   */
  private Seen queues(double load, Reissue copy, long seed) {
    record Arrival(double atMs, int request, boolean isCopy) {}
    int requests = 60_000;
    double gapMs = 1000 / rps(load);
    var random = new SplittableRandom(seed);
    var arrivals = new PriorityQueue<>(Comparator.comparingDouble(Arrival::atMs));
    double[] sentMs = new double[requests];
    int[] firstReplica = new int[requests];
    double[] endMs = new double[requests];
    double[] freeMs = new double[REPLICAS];
    double atMs = 0;
    for (int i = 0; i < requests; i++) {
      atMs += -Math.log(1 - random.nextDouble()) * gapMs;
      sentMs[i] = atMs;
      arrivals.add(new Arrival(atMs, i, false));
    }
    int copies = 0;
    while (!arrivals.isEmpty()) {
      Arrival next = arrivals.remove();
      int i = next.request();
      double dueMs = sentMs[i] + copy.delayMillis();
      if (next.isCopy() && endMs[i] <= dueMs) {
        continue;
      }
      int replica = random.nextInt(REPLICAS);
      while (next.isCopy() && replica == firstReplica[i]) {
        replica = random.nextInt(REPLICAS);
      }
      double end = Math.max(next.atMs(), freeMs[replica]) + timesMs[random.nextInt(timesMs.length)];
      freeMs[replica] = end;
      if (next.isCopy()) {
        copies++;
        endMs[i] = Math.min(endMs[i], end);
      } else {
        firstReplica[i] = replica;
        endMs[i] = end;
        if (random.nextDouble() < copy.probability()) {
          arrivals.add(new Arrival(dueMs, i, true));
        }
      }
    }
    double[] latencyMs = new double[requests];
    Arrays.setAll(latencyMs, i -> endMs[i] - sentMs[i]);
    Arrays.sort(latencyMs);
    return new Seen(latencyMs[(int) (0.99 * requests)], (double) copies / requests);
  }

  private Seen meanOfQueues(double load, Reissue copy) {
    List<Seen> seen = new ArrayList<>();
    for (long seed = 100; seed < 104; seed++) {
      seen.add(queues(load, copy, seed));
    }
    return new Seen(
        seen.stream().mapToDouble(Seen::tailMs).average().orElseThrow(),
        seen.stream().mapToDouble(Seen::fraction).average().orElseThrow());
  }

  private void assertHolds(double load, Reissue copy) {
    Seen without = meanOfQueues(load, new Reissue(0, 0));
    Seen with = meanOfQueues(load, copy);
    assertThat(with.fraction()).as("copies of %s", copy).isLessThanOrEqualTo(1.1 * BUDGET);
    assertThat(with.tailMs()).as("p99 with %s", copy).isLessThan(without.tailMs());
  }

  private Reissue planOfTheLog() {
    return ReissuePlanner.singleR(AttemptTimes.independent(timesMs), new ReissueGoal(99, BUDGET))
        .policy()
        .reissues()
        .getFirst();
  }

  @Test
  void whereThePlanOfTheLogBreaksItsBudgetOneIsWrittenThatHolds() throws IOException {
    double load = 0.45;
    assertThat(meanOfQueues(load, planOfTheLog()).fraction()).isGreaterThan(3 * BUDGET);
    Terminal run = assertDone(simulate(load));
    PlanDocument noted = JsonFile.REISSUE_PLAN.read(out);
    Reissue written = noted.plan().policy().reissues().getFirst();
    assertHolds(load, written);
    assertThat(noted.plan().goal().budget()).isBetween(BUDGET / 2, BUDGET);
    assertThat(noted.plan().reissueFraction()).isLessThanOrEqualTo(1.1 * BUDGET);
    assertThat(noted.plan().predictedMillis()).isLessThan(noted.plan().withoutMillis());
    assertThat(run.out())
        .contains("The plan of the log does not hold under this load: copies are ")
        .contains(
            " % of the requests, where the budget is 3 %. One planned anew does: send a copy");
    assertThat(noted.notes()).last().asString().contains("One planned anew does: send a copy");
  }

  @Test
  void systemsWithoutAProbabilityGetAPlanThatHoldsToo() throws IOException {
    double load = 0.45;
    assertDone(simulate(load));
    PlanDocument.SingleD always = requireNonNull(JsonFile.REISSUE_PLAN.read(out).singleD());
    assertHolds(load, new Reissue(always.delayMillis(), 1));
    Terminal exported = assertDone(curtail("export", out, "--to", "grpc", "--json"));
    assertThat(JSON.readTree(exported.out()).get("delayMs").asDouble())
        .isEqualTo(always.delayMillis());
  }

  @Test
  void thePlanThatAlwaysSendsACopyDoesSoUnderLoadToo() {
    double load = 0.45;
    assertDone(simulate(load, "--single-d"));
    PlanDocument noted = JsonFile.REISSUE_PLAN.read(out);
    Reissue written = noted.plan().policy().reissues().getFirst();
    assertThat(written.probability()).isEqualTo(1);
    assertThat(noted.singleD()).isNull();
    assertHolds(load, written);
  }

  @Test
  void jsonIsThePlanThatHoldsAndNoneWhereNoneDoes() throws IOException {
    JsonNode json = JSON.readTree(assertDone(simulate(0.45, "--json")).out());
    Path copy = Files.writeString(folder.resolve("copy.json"), json.toString());
    assertThat(JsonFile.REISSUE_PLAN.read(copy)).isEqualTo(JsonFile.REISSUE_PLAN.read(out));
    JsonNode load = json.get("planning").get("load");
    assertThat(load.get("holds").asBoolean()).isTrue();
    assertThat(load.get("holdsAsPlanned").asBoolean()).isFalse();

    Files.delete(out);
    Terminal refused = simulate(0.995, "--json");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(out).doesNotExist();
    JsonNode none = JSON.readTree(refused.out());
    assertThat(none.fieldNames()).toIterable().containsExactly("planning");
    assertThat(none.get("planning").get("load").get("holds").asBoolean()).isFalse();
    assertThat(refused.complaint())
        .startsWith(
            "curtail: --simulate: no plan that was tried holds under this load; nothing was written. With the plan of the log ");
  }
}
