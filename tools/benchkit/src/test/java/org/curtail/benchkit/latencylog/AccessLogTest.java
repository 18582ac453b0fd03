package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Access logs of Apache and nginx, with usual additions. */
class AccessLogTest {
  private static final LogColumns UNSAID = LogColumns.ofDurations(null, null, null, false, null);
  private static final String COMMON =
      "127.0.0.1 - frank [10/Oct/2000:13:55:%s -0700] \"GET /apache_pb.gif HTTP/1.0\" 200 2326 %s\n";
  private static final String COMBINED =
      "10.0.0.7 - - [10/Oct/2000:13:55:%s -0700] \"GET /a?q=\\\"x\\\" HTTP/1.1\" 200 - \"-\" \"Mozilla/5.0 (X11; \\\"odd\\\")\" %s\n";

  @TempDir private Path folder;

  private TimedRequests read(String text, LogColumns columns) throws IOException {
    return TimedLog.read(Files.writeString(folder.resolve("access.log"), text), columns);
  }

  private static LogColumns columns(
      @Nullable String duration, @Nullable LatencyUnit unit, @Nullable String moment) {
    return LogColumns.ofDurations(duration, unit, moment, moment != null, LatencyUnit.S);
  }

  @Test
  void apachesMicrosecondsCountFromWhenTheRequestWasReceived() throws IOException {
    TimedRequests read =
        read(
            COMMON.formatted("38", "4000000") + COMMON.formatted("36", "12345"),
            columns(null, LatencyUnit.US, null));
    assertThat(read.arrivalsMs()).containsExactly(0, 2000);
    assertThat(read.durationsMs()).containsExactly(12.345, 4000);
    assertThat(read.described())
        .contains("2 requests, access log", "field 8, microseconds", "arrivals in");
  }

  @Test
  void nginxsSecondsCountToWhenTheAnswerWasLogged() throws IOException {
    TimedRequests read =
        read(COMBINED.formatted("36", "0.250") + COMBINED.formatted("38", "2.500"), UNSAID);
    assertThat(read.durationsMs()).containsExactly(2500, 250);
    assertThat(read.arrivalsMs()[1]).isCloseTo(250, within(1e-9));
    assertThat(read.described()).contains("field 10, seconds", "ends in the date");
    assertThat(read.remarks()).anyMatch(remark -> remark.contains("as nginx writes them"));
  }

  @Test
  void theUserMaySayThatADateIsThatOfArrival() throws IOException {
    TimedRequests read =
        read(
            COMBINED.formatted("36", "0.250") + COMBINED.formatted("38", "2.500"),
            LogColumns.ofDurations(null, null, "time", false, null));
    assertThat(read.arrivalsMs()).containsExactly(0, 2000);
    assertThat(read.remarks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "\"10.1.1.1, 10.2.2.2\" 345 0.012 -         |      | 12",
        "345 0.012 1718000000.345                   |      | 12",
        "\"0.012\"                                  |      | 12",
        "rt=0.012 uct=\"0.001\" urt=\"0.010\"       |      | 12",
        "rt=0.012 uct=\"0.001\" urt=\"0.010\"       | urt  | 10",
        "\"10.1.1.1, 10.2.2.2\" 0.012 0.011 .       | 12   | 11",
      })
  void theNumberInNginxsFormIsTheDurationUnlessAnotherIsNamed(
      String appended, @Nullable String named, double ms) throws IOException {
    TimedRequests read = read(COMBINED.formatted("36", appended), columns(named, null, null));
    assertThat(read.durationsMs()).containsExactly(ms);
  }

  @Test
  void momentsMayStandInAFieldOfTheirOwnWithFractions() throws IOException {
    TimedRequests read =
        read(
            COMBINED.formatted("36", "0.250 msec=971211336.750")
                + COMBINED.formatted("36", "0.100 msec=971211336.600")
                + COMBINED.formatted("37", "0.100 msec=971211336.900"),
            columns(null, null, "msec"));
    assertThat(read.arrivalsMs()).containsExactly(new double[] {0, 0, 300}, within(1e-6));
    assertThat(read.resolutionMs()).isZero();
    TimedRequests fractions =
        read(
            COMMON.formatted("36.125", "0.010")
                + COMMON.formatted("36.500", "0.010")
                + COMMON.formatted("37", "0.010"),
            UNSAID);
    assertThat(fractions.arrivalsMs()).containsExactly(0, 375, 875);
    assertThat(fractions.resolutionMs()).isZero();
  }

  @Test
  void wholeSecondsAreKnownAsSuchAndRequestsArePlacedWithinThem() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      text.append(COMMON.formatted(10 + i / 10, "1000"));
    }
    TimedRequests read = read(text.toString(), columns(null, LatencyUnit.US, null));
    assertThat(read.resolutionMs()).isEqualTo(1000);
    TimedRequests placed = read.placedWithin(3);
    assertThat(placed.resolutionMs()).isZero();
    assertThat(placed.arrivalsMs()).doesNotHaveDuplicates().isSorted();
    double span = placed.arrivalsMs()[49];
    assertThat(span).isBetween(3000.0, 5000.0);
    assertThat(read.placedWithin(3).arrivalsMs()).isEqualTo(placed.arrivalsMs());
    assertThat(read.placedWithin(4).arrivalsMs()).isNotEqualTo(placed.arrivalsMs());
  }

  @Test
  void brokenLinesAreCountedByKindAndTheFirstIsNamed() throws IOException {
    String text =
        COMBINED.formatted("36", "0.250")
            + "10.0.0.7 - - [10/Okt/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 1 0.1\n"
            + "10.0.0.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\n"
            + "\n"
            + COMBINED.formatted("38", "-")
            + COMBINED.formatted("38", "-")
            + COMBINED.formatted("38", "0.100").repeat(4);
    TimedRequests read = read(text, UNSAID);
    assertThat(read.size()).isEqualTo(5);
    assertThat(read.remarks().getFirst())
        .contains(
            "left out: 4 of 9 lines broken",
            "1 with a quote or a bracket that is not closed (",
            "access.log:3)",
            "1 without a time such as [10/Oct/2000:13:55:36 -0700] (",
            "access.log:2)",
            "2 without a duration (the first: ",
            "access.log:5)");
  }

  @Test
  void aLineThatIsNoTextIsCounted() throws IOException {
    byte[] good = COMMON.formatted("36", "0.250").repeat(3).getBytes(StandardCharsets.UTF_8);
    byte[] bad = COMMON.formatted("36", "0.250").getBytes(StandardCharsets.UTF_8);
    bad[5] = (byte) 0xFF;
    var all = new byte[good.length + bad.length];
    System.arraycopy(good, 0, all, 0, good.length);
    System.arraycopy(bad, 0, all, good.length, bad.length);
    Path file = Files.write(folder.resolve("access.log"), all);
    TimedRequests read = TimedLog.read(file, UNSAID);
    assertThat(read.size()).isEqualTo(3);
    assertThat(read.remarks()).anyMatch(remark -> remark.contains("1 not in UTF-8"));
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThatThrownBy(() -> read(COMMON.formatted("36", "12345"), UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("access.log:1: nothing says in which unit the duration 12345")
        .hasMessageContaining("add --unit us for Apache's %D");
    assertThatThrownBy(() -> read(COMMON.formatted("36", ""), UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("as Apache's %D or nginx's $request_time writes it, found none")
        .hasMessageContaining("the first line has 1 '127.0.0.1', 2 '-', 3 'frank'");
    assertThatThrownBy(() -> read(COMMON.formatted("36", "rt=0.1"), columns("tr", null, null)))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("--duration: expected the number or the name of a field")
        .hasMessageContaining("found 'tr'");
    assertThatThrownBy(() -> read(COMMON.formatted("36", "0.100") + "x\ny\n", UNSAID))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("expected an access log, found 2 of 3 lines broken");
  }

  @Test
  void wholeSecondsOfDurationAreCalledCoarse() throws IOException {
    TimedRequests read =
        read(
            COMMON.formatted("36", "0") + COMMON.formatted("37", "2"),
            columns(null, LatencyUnit.S, null));
    assertThat(read.remarks()).anyMatch(remark -> remark.contains("%D in place of %T"));
  }

  @Test
  void datesOfAccessLogsAreReadInTablesToo() throws IOException {
    TimedRequests read =
        read(
            "at,took_ms\n10/Oct/2000:13:55:36 -0700,5\n10/Oct/2000:22:55:37 +0200,6\n",
            LogColumns.ofDurations(null, null, "at", false, null));
    assertThat(read.arrivalsMs()).containsExactly(0, 1000);
  }
}
