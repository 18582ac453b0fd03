package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * From an access log to servers, by the commands of the guide word by word, as somebody does who
 * has nothing but the log.
 */
@Timeout(300)
class DocumentedCapacityTest {
  private static final Path GUIDE = DocumentedCommands.root().resolve("docs/capacity.md");
  private static final int REQUESTS = 3_000;
  private static final double MEAN_MS = 10;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US)
          .withZone(ZoneOffset.ofHours(-7));
  private static final long BEGIN_MS = 971_211_336_000L;
  @TempDir private Path folder;

  /** A request that a service has answered; times in whole milliseconds since the log began. */
  private record Answered(long arrivedMs, long startedMs, long endedMs) {
    private long serviceMs() {
      return endedMs - startedMs;
    }
  }

  /** Served in order of arrival; no two arrive within the same millisecond, so that it is known. */
  private static List<Answered> answered(int workers, double load) {
    var random = new SplittableRandom(5);
    var free = new PriorityQueue<Long>();
    for (int i = 0; i < workers; i++) {
      free.add(0L);
    }
    var answered = new ArrayList<Answered>();
    double at = 0;
    long last = -1;
    for (int i = 0; i < REQUESTS; i++) {
      at -= Math.log(1 - random.nextDouble()) * MEAN_MS / (load * workers);
      long arrived = Math.max(last + 1, Math.round(at));
      last = arrived;
      long start = Math.max(arrived, free.remove());
      long end = start + Math.max(1, Math.round(-MEAN_MS * Math.log(1 - random.nextDouble())));
      free.add(end);
      answered.add(new Answered(arrived, start, end));
    }
    answered.sort(Comparator.comparingLong(Answered::endedMs));
    return answered;
  }

  private static String line(int i, long dateMs, String duration) {
    String date = DATE.format(Instant.ofEpochMilli(BEGIN_MS + dateMs));
    return "10.0.0.%d - - [%s] \"GET /search?q=%d HTTP/1.1\" 200 5120 \"-\" \"Mozilla/5.0 (X11)\" %s\n"
        .formatted(i % 256, date, i, duration);
  }

  private Terminal run(String containing, String... more) throws IOException {
    return new DocumentedOutput(folder)
        .run(Stream.concat(documented(containing).stream(), Stream.of(more)).toList());
  }

  private static List<String> documented(String containing) throws IOException {
    List<List<String>> found = documentedAll(containing);
    assertThat(found).as(containing).hasSize(1);
    return found.getFirst();
  }

  private static List<List<String>> documentedAll(String containing) throws IOException {
    return DocumentedCommands.commandsIn(GUIDE).stream()
        .map(DocumentedCommands.Documented::words)
        .filter(words -> String.join(" ", words).contains(containing))
        .toList();
  }

  @Test
  @Tag("long")
  void anAccessLogOfApacheLeadsToServers() throws IOException {
    leadsToServers("--requests", "1000");
  }

  /** Word by word; simulations as long as somebody's who decides. */
  @Tag("long")
  @Test
  void anAccessLogOfApacheLeadsToServersInFullLength() throws IOException {
    leadsToServers();
  }

  private void leadsToServers(String... shorter) throws IOException {
    var log = new StringBuilder();
    List<Answered> answered = answered(8, 0.02);
    for (int i = 0; i < REQUESTS; i++) {
      Answered one = answered.get(i);
      long tookMs = one.endedMs() - one.arrivedMs();
      log.append(line(i, one.arrivedMs(), String.valueOf(1000 * tookMs)));
    }
    log.append("10.0.0.1 - - [10/Oct/2000:13:5");
    Files.writeString(folder.resolve("access.log"), log);
    Terminal profile = run("--times access.log --unit us --speedup");
    assertThat(profile.err())
        .contains(
            "left out: 1 of 3,001 lines broken",
            "access.log:3001",
            "timestamps are whole seconds, which do not show the requests that waited");
    assertThat(JsonFile.PROFILE.read(folder.resolve("profile.json")).requests())
        .isEqualTo(REQUESTS);
    assertThat(run("plan --profile profile.json").err())
        .contains("notes of the profile hold here too");
    assertThat(run("simulate --profile profile.json --cores 8 --table", shorter).out())
        .contains("few-to-many", "tail-index");
    assertThat(run("capacity --profile profile.json", shorter).out())
        .contains("few-to-many", "tail-index", "servers");
  }

  @Test
  @Tag("long")
  void eachArrivalIsSimulatedWithItsOwnDemandAndWithAnyOne() throws IOException {
    var log = new StringBuilder();
    List<Answered> answered = answered(8, 0.02);
    for (int i = 0; i < REQUESTS; i++) {
      Answered one = answered.get(i);
      log.append(line(i, one.arrivedMs(), String.valueOf(1000 * one.serviceMs())));
    }
    Files.writeString(folder.resolve("access.log"), log);
    run("--arrivals-out arrivals.txt");
    for (List<String> words : documentedAll("--arrivals arrivals.txt")) {
      assertThat(new DocumentedOutput(folder).run(words).out()).contains("as recorded");
    }
  }

  @Test
  void nginxsMomentsInMillisecondsGiveServiceTimesBack() throws IOException {
    var log = new StringBuilder();
    List<Answered> answered = answered(8, 0.8);
    for (int i = 0; i < REQUESTS; i++) {
      Answered one = answered.get(i);
      log.append(
          line(
              i,
              one.endedMs(),
              "%s %s"
                  .formatted(
                      seconds(one.endedMs() - one.arrivedMs()),
                      seconds(BEGIN_MS + one.endedMs()))));
    }
    Files.writeString(folder.resolve("access.log"), log);
    run("--ended 11");
    Profile made = JsonFile.PROFILE.read(folder.resolve("profile.json"));
    double[] trueMs = answered.stream().mapToDouble(Answered::serviceMs).sorted().toArray();
    assertThat(made.ascendingMs(1)).containsExactly(trueMs, within(1e-6));
  }

  private static String seconds(long ms) {
    return "%d.%03d".formatted(ms / 1000, ms % 1000);
  }
}
