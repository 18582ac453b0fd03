package org.curtail.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.curtail.cli.Terminal;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code curtail capacity LOG}: servers from a log alone. */
@Timeout(300)
class CapacityOfLogTest {
  private static final double DEMAND_MS = 10;

  @TempDir private Path folder = Path.of("");

  private Path log(List<String> lines) throws IOException {
    return Files.write(folder.resolve("times.csv"), lines);
  }

  /** All requests take as long: then the Gittins index serves in order of arrival, as M/D/1. */
  private Path equalTimes() throws IOException {
    var lines = new ArrayList<String>(List.of("duration_ms"));
    IntStream.range(0, 2_000).forEach(i -> lines.add("" + DEMAND_MS));
    return log(lines);
  }

  private static JsonNode json(Object... words) throws IOException {
    Terminal run = curtail(words);
    assertDone(run);
    return new ObjectMapper().readTree(run.out());
  }

  /**
   * The share of requests of an M/D/1 queue that wait at most so long (Erlang 1909; Kleinrock:
   * Queueing Systems, volume 1).
   *
   * @param load less than 1
   * @param wait in service times
   */
  private static double waitAtMost(double load, double wait) {
    double sum = 0;
    double factorial = 1;
    for (int k = 0; k <= (int) wait; k++) {
      factorial *= k == 0 ? 1 : k;
      double x = load * (k - wait);
      sum += Math.pow(x, k) / factorial * Math.exp(-x);
    }
    return (1 - load) * sum;
  }

  /** The rate at which so many requests per cent are done within the target, by the closed form. */
  private static double perSecond(double percentile, double targetMs) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; i++) {
      double load = (low + high) / 2;
      if (waitAtMost(load, targetMs / DEMAND_MS - 1) >= percentile / 100) {
        low = load;
      } else {
        high = load;
      }
    }
    return low * 1000 / DEMAND_MS;
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(1, 3));
  }

  /** Compares random targets and percentiles with the closed form. */
  @ParameterizedTest
  @MethodSource("seeds")
  void serversAreThoseOfTheClosedFormOfAQueueWithEqualTimes(long seed) throws IOException {
    var random = new SplittableRandom(seed);
    double percentile = 90 + random.nextInt(10);
    double targetMs = Math.rint(DEMAND_MS * (1.5 + 6 * random.nextDouble()));
    double rps = 1_000 + random.nextInt(9_000);
    double expected = perSecond(percentile, targetMs);
    JsonNode found =
        json(
            "capacity",
            equalTimes(),
            "--cores",
            1,
            "--target-p99-ms",
            targetMs,
            "--percentile",
            percentile,
            "--rps",
            rps,
            "--policies",
            "gittins",
            "--json");
    JsonNode line = found.get("policies").get(0);
    String as = "p%s at most %s: %s, expected %s".formatted(percentile, targetMs, line, expected);
    assertThat(line.get("answer").asText()).as(as).isEqualTo("carries");
    assertThat(line.get("perSecond").asDouble()).as(as).isBetween(0.96 * expected, 1.04 * expected);
    assertThat(line.get("lowPerSecond").asDouble()).as(as).isLessThan(1.02 * expected);
    assertThat(line.get("highPerSecond").asDouble()).as(as).isGreaterThan(0.98 * expected);
    assertThat(line.get("neededServers").asLong())
        .as(as)
        .isEqualTo((long) Math.ceil(rps / line.get("perSecond").asDouble()))
        .isBetween(line.get("fewestServers").asLong(), line.get("mostServers").asLong());
    assertThat(found.get("rps").asDouble()).isEqualTo(rps);
  }

  /** Poisson arrivals at 4 workers that serve in order of arrival, as nginx logs them. */
  private Path accessLog(int requests) throws IOException {
    var random = new SplittableRandom(3);
    double[] freeMs = new double[4];
    double atMs = 0;
    var lines = new ArrayList<String>();
    DateTimeFormatter dates =
        DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    for (int i = 0; i < requests; i++) {
      atMs -= Math.log(1 - random.nextDouble()) * 100 / (0.7 * 4);
      int worker = 0;
      for (int w = 1; w < 4; w++) {
        worker = freeMs[w] < freeMs[worker] ? w : worker;
      }
      freeMs[worker] = Math.max(freeMs[worker], atMs) - Math.log(1 - random.nextDouble()) * 100;
      lines.add(
          "10.0.0.1 - - [%s] \"GET /a HTTP/1.1\" 200 512 \"-\" \"-\" rt=%.3f"
              .formatted(
                  dates.format(Instant.ofEpochMilli(1_700_000_000_000L + (long) freeMs[worker])),
                  Math.max(0.001, (freeMs[worker] - atMs) / 1000)));
    }
    return Files.write(folder.resolve("access.log"), lines);
  }

  @Test
  @Tag("long")
  void anAccessLogAloneGivesServersOnOneScreenAndSaysWhatItCannotTell() throws IOException {
    Path log = accessLog(5_000);
    Terminal run =
        curtail(
            "capacity",
            log,
            "--cores",
            4,
            "--target-p99-ms",
            1_000,
            "--rps",
            500,
            "--requests",
            1_000);
    assertDone(run);
    assertThat(run.out())
        .contains("500 requests/s, servers of 4 cores, p99 at most 1,000 ms")
        .contains("policy", "servers", "sequential", "least-attained", "gittins")
        .containsPattern(
            "\\d+ servers for 500 requests/s with a p99 of at most 1,000 ms, like servers with one thread"
                + " a request that share their cores \\(sequential\\)[;.]")
        .doesNotContain("fixed-2", "tail-index");
    assertThat(run.out().lines().count()).isLessThan(20);
    List<String> notes = run.err().lines().filter(line -> line.startsWith("note: ")).toList();
    assertThat(notes).hasSizeBetween(2, 4);
    assertThat(notes.get(0)).contains("longer in busy seconds", "in the same second", "too many");
    assertThat(notes.get(1)).contains("one thread a request", "--speedup amdahl:0.9");
  }

  @Test
  void theFirstLineTellsTheTimesOfTheLog() throws IOException {
    Object[] options = {"--cores", 1, "--target-p99-ms", 40, "--requests", 1_000};
    var words = new ArrayList<Object>(List.of("capacity", equalTimes()));
    words.addAll(List.of(options));
    words.addAll(List.of("--policies", "sequential", "--percentile", 95));
    Terminal run = curtail(words.toArray());
    assertDone(run);
    assertThat(run.out())
        .startsWith(folder.resolve("times.csv") + ": 2,000 requests, p50 10.0 ms, p95 10.0 ms\n");
  }

  @Test
  void withoutATargetTheMessageNamesTheTailOfTheLogAndProposesOne() throws IOException {
    Terminal run = curtail("capacity", equalTimes(), "--cores", 1, "--rps", 50);
    assertUsageError(
        run,
        "--target-p99-ms is missing: expected the limit of the p99, in milliseconds; its value in "
            + folder.resolve("times.csv")
            + " is 10.0 ms: use --target-p99-ms 12 or another time");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void serversWithoutCurtailAreNamedFirst() throws IOException {
    var lines = new ArrayList<String>(List.of("duration_ms"));
    IntStream.range(0, 2_000).forEach(i -> lines.add(i % 50 == 0 ? "200" : "5"));
    Terminal run =
        curtail(
            "capacity",
            log(lines),
            "--cores",
            1,
            "--target-p99-ms",
            500,
            "--rps",
            20_000,
            "--requests",
            1_000);
    assertDone(run);
    assertThat(run.out())
        .containsPattern(
            "[\\d,]+ servers for 20,000 requests/s with a p99 of at most 500 ms, like servers with"
                + " one thread a request that share their cores \\(sequential\\);"
                + " [\\d,]+ with curtail's (gittins|least-attained)");
    Terminal without =
        curtail(
            "capacity",
            log(lines),
            "--cores",
            1,
            "--target-p99-ms",
            500,
            "--rps",
            20_000,
            "--requests",
            1_000,
            "--policies",
            "gittins");
    assertThat(without.out()).containsPattern("a p99 of at most 500 ms: gittins\\.");
  }

  /** Short and long requests alternate at random; each second has one line, at the end of it. */
  @Test
  void momentsCoarserThanTheTimesAreNotTakenForWaiting() throws IOException {
    var random = new SplittableRandom(1);
    var lines =
        new ArrayList<String>(
            List.of("#Software: Microsoft Internet Information Services 10.0", "#Version: 1.0"));
    lines.add("#Fields: date time s-ip cs-method cs-uri-stem sc-status time-taken");
    for (int i = 0; i < 1_200; i++) {
      lines.add(
          "2024-03-01 10:%02d:%02d 10.0.0.1 GET /a 200 %d"
              .formatted(i / 60, i % 60, random.nextInt(4) == 0 ? 300 : 10 + random.nextInt(9)));
    }
    Path file = Files.write(folder.resolve("iis.log"), lines);
    Terminal run =
        curtail(
            "capacity",
            file,
            "--cores",
            4,
            "--target-p99-ms",
            900,
            "--policies",
            "sequential",
            "--requests",
            1_000);
    assertDone(run);
    assertThat(run.err())
        .contains(
            "note: the log's timestamps are too coarse to show whether times contain waiting;")
        .doesNotContain("times contain waiting:", "in the same second");
  }

  @Test
  void withSpeedupsPoliciesOfSeveralThreadsTakePart() throws IOException {
    JsonNode found =
        json(
            "capacity",
            equalTimes(),
            "--cores",
            2,
            "--target-p99-ms",
            40,
            "--requests",
            1_000,
            "--speedup",
            "amdahl:0.9",
            "--json");
    assertThat(found.get("policies").findValuesAsText("policy"))
        .containsExactly("sequential", "fixed-2", "adaptive", "tail-index");
    assertThat(found.get("notes").toString()).contains("speedups are assumed", "Amdahl");
    assertThat(found.has("rps")).isFalse();
    assertThat(found.findValues("neededServers")).isEmpty();
  }

  @Test
  @Tag("long")
  void theCommandInTheResultsMakesThemAgain() throws IOException {
    JsonNode found =
        json(
            "capacity",
            equalTimes(),
            "--cores",
            1,
            "--target-p99-ms",
            40,
            "--rps",
            2_000,
            "--requests",
            1_000,
            "--waiting",
            "none",
            "--json");
    List<Object> words = new ArrayList<>(List.of(found.get("command").asText().split(" ")));
    words.removeFirst();
    words.add("--json");
    assertThat(json(words.toArray())).isEqualTo(found);
  }

  @Test
  void requestsThatFoundACoreFreeShowTheTimesWithoutWaiting() throws IOException {
    var random = new SplittableRandom(9);
    double freeMs = 0;
    double atMs = 0;
    var lines = new ArrayList<String>(List.of("arrived_ms,duration_ms"));
    for (int i = 0; i < 5_000; i++) {
      atMs -= Math.log(1 - random.nextDouble()) * 2 * DEMAND_MS;
      freeMs = Math.max(freeMs, atMs) + DEMAND_MS;
      lines.add(atMs + "," + (freeMs - atMs));
    }
    Path file = log(lines);
    Terminal run =
        curtail(
            "capacity",
            file,
            "--arrived",
            "arrived_ms",
            "--cores",
            1,
            "--target-p99-ms",
            30,
            "--policies",
            "gittins",
            "--requests",
            2_000);
    assertDone(run);
    assertThat(run.err())
        .contains("times contain waiting: median 10.0 ms", "requests that found no other");
    // The demand is 10 ms again, so that a target that leaves hardly any waiting is met.
    assertThat(run.out()).contains("gittins");
    assertUsageError(
        curtail("capacity", file, "--cores", 1, "--target-p99-ms", 9, "--arrived", "arrived_ms"),
        "--target-p99-ms: expected at least 10.0, the p99 of requests that are alone",
        "with one thread each (see --speedup)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | LOG is missing: expected a log of latencies, or --profile",
        "LOG --profile few-to-many-lucene | --profile cannot be given together with the log",
        "LOG --max-degree 2 | --max-degree works only with --speedup, which is missing",
        "LOG --rps 0 | --rps: expected a number above 0",
        "LOG --waiting busy | --waiting: expected none, alone, free:N or fifo:N",
        "LOG --waiting free:2 | --waiting free:2 works only with --arrived",
        "LOG --speedup amdahl:2 | expected the share of a request",
        "LOG --policies tail-index-2 | no policy is named",
        "--profile few-to-many-lucene --speedup amdahl:1 | --speedup works only with a log",
        "--profile few-to-many-lucene --unit ms | --unit works only with a log",
      })
  void mistakesAreNamed(String options, String complaint) throws IOException {
    String words = options == null ? "" : options.replace("LOG", equalTimes().toString());
    List<Object> line = new ArrayList<>(List.of("capacity", "--target-p99-ms", 50, "--cores", 2));
    line.addAll(List.of(words.split(" ")).stream().filter(word -> !word.isEmpty()).toList());
    assertUsageError(curtail(line.toArray()), complaint);
  }

  @Test
  void aWrongLineIsNamedWithFileLineValueAndWhatWasExpected() throws IOException {
    Path file = log(List.of("duration_ms", "10", "12", "soon", "11"));
    assertUsageError(
        curtail("capacity", file, "--cores", 2, "--target-p99-ms", 50),
        file + ":4: duration_ms: expected a time of at least 0",
        "found 'soon'");
    Path none = folder.resolve("none.log");
    assertUsageError(
        curtail("capacity", none, "--cores", 2, "--target-p99-ms", 50), none.toString(), "no such");
  }

  @Test
  @Tag("long")
  void aHundredThousandLinesTakeSeconds() throws IOException {
    Path file = accessLog(100_000);
    long startNanos = System.nanoTime();
    String out =
        curtail("capacity", file, "--cores", 8, "--target-p99-ms", 1_500, "--rps", 2_000).out();
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    assertThat(out).contains("2,000 requests/s");
    // Some 12 s of computing, during which other programs may run.
    assertThat(seconds).as(out.lines().collect(Collectors.joining("\n"))).isLessThan(150);
  }
}
