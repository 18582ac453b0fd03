package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logs of known programs, by their documentation, usually with two requests of 12 and 3 ms. Both
 * readers find these requests, or both reject the log.
 */
class KnownLogsTest {
  private static final String CLF =
      "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 2326";
  private static final String COMBINED = CLF + " \"-\" \"Mozilla/5.0 (X11)\"";

  @TempDir private Path folder;

  private Path log(String text) throws IOException {
    return Files.writeString(folder.resolve("a.log"), text);
  }

  private static double[] attempts(Path file, LogColumns columns) {
    var all = DoubleStream.builder();
    LatencyLog.read(file, columns, (first, second, weight) -> all.add(first));
    return all.build().sorted().toArray();
  }

  private static double[] durations(Path file, LogColumns columns) {
    return DoubleStream.of(TimedLog.read(file, columns).durationsMs()).sorted().toArray();
  }

  private static LogColumns of(@Nullable String duration, @Nullable LatencyUnit unit) {
    return LogColumns.ofDurations(duration, unit, null, false, null);
  }

  private TimedRequests assertReads(String text, double... ascendingMs) throws IOException {
    Path file = log(text);
    assertThat(attempts(file, LogColumns.UNSAID)).containsExactly(ascendingMs, within(1e-6));
    assertThat(durations(file, LogColumns.UNSAID)).containsExactly(ascendingMs, within(1e-6));
    return TimedLog.read(file, LogColumns.UNSAID);
  }

  private void assertRefuses(String text, LogColumns columns, String... parts) throws IOException {
    Path file = log(text);
    for (String part : parts) {
      assertThatThrownBy(() -> attempts(file, columns))
          .isInstanceOf(UsageError.class)
          .hasMessageContaining(part);
      assertThatThrownBy(() -> durations(file, columns))
          .isInstanceOf(UsageError.class)
          .hasMessageContaining(part);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '`',
      value = {
        "[2026-01-31T12:00:0%d.154Z] \"GET /a HTTP/1.1\" 200 - 777 86319 %s 5 \"10.0.35.28\" \"c/1\" \"id\" \"svc\" \"10.0.2.1:80\" ^ 12 ^ 3 ^ field 7 ^ DURATION in Envoy",
        "[2026-01-31T12:00:0%d.154Z] \"GET /a HTTP/1.1\" 200 - via_upstream - \"-\" 777 86319 %s - \"-\" \"c/1\" \"id\" \"svc\" \"10.0.2.1:80\" outbound|80 - default ^ 12 ^ 3 ^ field 10 ^ DURATION in Envoy",
        "[2026-01-31T12:00:0%d.154Z] \"GET /a HTTP/1.1\" 503 UF,URX \"-\" \"-\" 777 86319 %s - \"-\" \"c/1\" ^ 12 ^ 3 ^ field 9 ^ DURATION in Envoy",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 \"-\" \"c/1\" 412 %s [shop-api-80] [] 10.0.2.1:80 99 0.111 200 3f2a ^ 0.012 ^ 0.003 ^ field 11 ^ ingress-nginx",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 \"-\" \"c/1\" 412 \"web@docker\" \"http://10.0.2.1:80\" %s ^ 12ms ^ 3ms ^ field 13 ^ Traefik",
        "Jan 31 12:00:00 lb haproxy[9]: 10.0.1.2:33317 [31/Jan/2026:12:00:0%d.655] in app/s1 10/0/30/69/%s 200 2750 - - ---- 1/1/1/1/0 0/0 {x.example} {} \"GET /a HTTP/1.1\" ^ 12 ^ 3 ^ field Ta ^ HAProxy",
        "Jan 31 12:00:00 lb haproxy[9]: 10.0.1.2:33317 [31/Jan/2026:12:00:0%d.655] in app/s1 0/0/%s 3049 -- 1/1/1/1/0 0/5 ^ 12 ^ 3 ^ field Tt ^ HAProxy's TCP log",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 %s/0 ^ 12000 ^ 3000 ^ field 8 ^ %T/%D",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 rt=%s, urt=0.002; ttl=6s ^ 0.012 ^ 0.003 ^ field rt ^ as nginx writes $request_time",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 cn=4711 urt=%s ^ 0.012 ^ 0.003 ^ field urt ^ the upstream's time",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 **0/%s** ^ 12000 ^ 3000 ^ field 8 ^ %T/%D",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 cn=4711 rt=%s uct=\"0.001\" urt=\"0.002\" ^ 0.012 ^ 0.003 ^ field rt ^ as nginx writes $request_time",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 request_length=412 duration_ms=%s ^ 12 ^ 3 ^ field duration_ms ^ its name",
        "10.0.0.7 - - [31/Jan/2026:12:00:0%d +0000] \"GET /a HTTP/1.1\" 200 99 4711 %s ^ 12ms ^ 3ms ^ field 9 ^ the only time with a unit",
        "http 2026-01-31T12:00:0%d.186641Z app/lb/5 10.0.0.7:2817 10.0.0.1:80 0.777 %s 0.888 200 200 34 366 \"GET http://x.example:80/ HTTP/1.1\" \"c/1\" - - ^ 0.012 ^ 0.003 ^ target_processing_time ^ Application Load Balancer",
        "2026-01-31T12:00:0%d.186641Z lb 10.0.0.7:2817 10.0.0.1:80 0.777 %s 0.888 200 200 34 366 \"GET http://x.example:80/ HTTP/1.1\" \"c/1\" - - ^ 0.012 ^ 0.003 ^ backend_processing_time ^ Classic Load Balancer",
      })
  void theDurationIsFoundByTheFormOfLines(
      String line, String first, String second, String column, String program) throws IOException {
    String text = line.strip().formatted(1, first) + "\n" + line.strip().formatted(2, second);
    TimedRequests read = assertReads(text, 3, 12);
    assertThat(read.described())
        .contains("durations in " + column, "(guessed from line 1: ", program);
    assertThat(read.hasArrivals()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '`',
      value = {
        "{\"authority\":\"x\",\"bytes_received\":777,\"bytes_sent\":9,\"duration\":%s,\"response_code\":200,\"response_flags\":\"-\",\"start_time\":\"2026-01-31T12:00:0%d.900Z\",\"upstream_service_time\":\"4\"} ^ 12 ^ 3 ^ duration ^ Envoy",
        "{\"level\":\"info\",\"ts\":177000000%2$d.52,\"logger\":\"http.log.access\",\"request\":{\"method\":\"GET\",\"uri\":\"/\"},\"duration\":%1$s,\"size\":10900,\"status\":200} ^ 0.012 ^ 0.003 ^ duration ^ Caddy",
        "{\"ClientAddr\":\"10.0.0.7:1\",\"Duration\":%s,\"OriginDuration\":1,\"RequestCount\":777,\"StartUTC\":\"2026-01-31T12:00:0%dZ\",\"RequestMethod\":\"GET\"} ^ 12000000 ^ 3000000 ^ Duration ^ Traefik",
        "{\"time_iso8601\":\"2026-01-31T12:00:0%2$d+00:00\",\"remote_addr\":\"10.0.0.7\",\"body_bytes_sent\":\"777\",\"request_time\":\"%1$s\",\"upstream_response_time\":\"0.001\"} ^ 0.012 ^ 0.003 ^ request_time ^ nginx",
      })
  void theDurationIsFoundByTheNamesOfFieldsInJson(
      String line, String first, String second, String column, String program) throws IOException {
    String text = line.strip().formatted(first, 1) + "\n" + line.strip().formatted(second, 2);
    TimedRequests read = assertReads(text, 3, 12);
    assertThat(read.described())
        .contains("durations in " + column, "(guessed from line 1: ", program);
    assertThat(read.hasArrivals()).isTrue();
  }

  @Test
  void fieldsOfTheW3cHaveTheNamesOfTheirLineAndMayChange() throws IOException {
    String iis = "#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n";
    TimedRequests read =
        assertReads(
            iis
                + "#Fields: date time cs-method sc-status sc-bytes time-taken\n"
                + "2026-01-31 12:00:01 GET 200 777 12\n"
                + iis
                + "#Fields: date time time-taken sc-status\n"
                + "2026-01-31 12:00:02 3 200\n",
            3,
            12);
    assertThat(read.described())
        .contains("time-taken, milliseconds, ends in date time", "guessed from line 3", "Services");
    assertReads(
        """
        #Version: 1.0
        #Fields: date time x-edge-location sc-bytes time-taken
        2026-01-31\t12:00:01\tFRA2\t777\t0.012
        2026-01-31\t12:00:02\tFRA2\t777\t0.003
        """,
        3,
        12);
    assertRefuses(
        "#Version: 1.0\n#Fields: date time time-taken\n2026-01-31 12:00:01 12\n",
        LogColumns.UNSAID,
        "nothing says in which unit");
  }

  @Test
  void aTimeLimitIsNoDuration() throws IOException {
    assertRefuses(
        (COMBINED + " ttl=6s 494299\n").formatted(1),
        LogColumns.UNSAID,
        "a.log:1: nothing says in which unit the duration 494299 in field 11 is");
    assertRefuses(
        (COMBINED + " keepalive=15s D=494299\n").formatted(1),
        LogColumns.UNSAID,
        "field D has 494299");
    assertRefuses(
        (COMBINED + " queued=15ms 494299\n").formatted(1),
        LogColumns.UNSAID,
        "field queued has 15ms, field 11 has 494299");
    assertRefuses(
        "ts,timeout_ms,value\n5,30000,12\n",
        LogColumns.UNSAID,
        "cannot tell which column has the latencies; say it with --duration: ts or value");
    assertThat(durations(log((COMBINED + " ttl=6s 5\n").formatted(1)), of("ttl", null)))
        .containsExactly(6_000);
  }

  @Test
  void timesOfHaproxyHaveTheirUnitByAnyName() throws IOException {
    String line =
        "Jan 31 12:00:00 lb haproxy[9]: 10.0.1.2:3 [31/Jan/2026:12:00:01.655] in app/s1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 \"GET /a HTTP/1.1\"\n";
    assertThat(durations(log(line), of("Tr", null))).containsExactly(69);
  }

  @Test
  void anInnerLatencyThatIsCalledOtherwiseIsARival() throws IOException {
    assertRefuses(
        "{\"elapsed_ms\":0,\"response\":{\"latency_ms\":12}}\n",
        LogColumns.UNSAID,
        "say it with --duration: elapsed_ms or response.latency_ms");
    assertReads(
        "{\"latency_ms\":3,\"db\":{\"latency_ms\":1}}\n{\"latency_ms\":12,\"db\":{\"latency_ms\":2}}\n",
        3,
        12);
  }

  @Test
  void aLogOfGinIsReadAndNoListOfJson() throws IOException {
    assertReads(
        """
        [GIN] 2026/01/31 - 12:00:01 | 200 |  12.0ms |  192.168.0.1 | GET      "/a"
        [GIN] 2026/01/31 - 12:00:02 | 200 |  3000.0\u00b5s |  192.168.0.1 | GET      "/a"
        """,
        3,
        12);
  }

  @Test
  void anObjectOverSeveralLinesIsSaid() throws IOException {
    assertRefuses(
        "{\n  \"latency_ms\": 12\n}\n",
        LogColumns.UNSAID,
        "a.log:1: expected an object a line, found one that goes on behind its line; jq -c .");
    assertRefuses("[{\"latency_ms\": 12}]\n", LogColumns.UNSAID, "found a list; jq -c '.[]'");
  }

  @Test
  void arrivalsMayBeWrittenAsDatabasesAndGoWriteThem() throws IOException {
    for (String zone : new String[] {"+0200", "+02:00", " +0200 CEST", "Z", ""}) {
      Path file =
          log(
              "time,latency_ms\n2026-01-31 12:00:01.5%s,12\n2026-01-31T12:00:02%s,3\n"
                  .formatted(zone, zone));
      var said = LogColumns.ofDurations(null, null, "time", false, null);
      assertThat(TimedLog.read(file, said).hasArrivals()).as(zone).isTrue();
    }
  }

  @Test
  void whereNothingTellsItIsAskedWithWhatStandsThere() throws IOException {
    assertRefuses(
        (COMBINED + " 412 3\n").formatted(1),
        of(null, LatencyUnit.MS),
        "a.log:1: it is unclear which number is the duration; name its field with --duration",
        "field 10 has 412, field 11 has 3");
    assertRefuses(
        (COMBINED + " 0.012 0.011\n").formatted(1), LogColumns.UNSAID, "field 10 has 0.012");
    assertRefuses(
        (CLF + " 3ms 12ms\n").formatted(1), LogColumns.UNSAID, "field 8 has 3ms, field 9 has 12ms");
    assertRefuses(
        (CLF + " bytes=412\n").formatted(1), of(null, LatencyUnit.MS), "field bytes has 412");
    assertRefuses(
        "[2026-01-31T12:00:01Z] \"GET / HTTP/1.1\" 200 - 154\n",
        of(null, LatencyUnit.MS),
        "field 5 has 154");
    assertThat(durations(log((COMBINED + " 412 3\n").formatted(1)), of("11", LatencyUnit.MS)))
        .containsExactly(3);
  }

  @Test
  void aUnitThatTheLogTellsIsNotOverruledButForANamedColumn() throws IOException {
    String hey = "response-time,DNS+dialup,Response-delay\n0.012,0,0\n0.003,0,0\n";
    assertRefuses(
        hey,
        of(null, LatencyUnit.MS),
        "a.log:1: --unit ms: response-time is in seconds (columns of hey)");
    assertThat(durations(log(hey), of("response-time", LatencyUnit.MS)))
        .containsExactly(0.003, 0.012);
    assertRefuses(
        "latency_us\n5\n6\n", of(null, LatencyUnit.MS), "latency_us is in microseconds (its name)");
  }

  @Test
  void connectionsAndLinesOfAnotherFormAreLeftOutAndCounted() throws IOException {
    String line =
        "[2026-01-31T12:00:01.154Z] \"%s\" 200 - 7 8 12 5 \"10.0.35.28\" \"c/1\" \"id\" \"svc\" \"x\"\n";
    TimedRequests read =
        assertReads(
            line.formatted("- - -") + line.formatted("GET / HTTP/1.1").repeat(3) + "x y\n",
            12,
            12,
            12);
    assertThat(read.described()).contains("guessed from line 2");
    assertThat(read.remarks().getFirst())
        .contains("2 of 5 lines broken: 1 of a connection without a request")
        .contains("1 without a time");
  }

  @Test
  void loadGeneratorsAreKnownByTheirColumns() throws IOException {
    assertReads("timeStamp,elapsed,label,bytes,Latency\n1,12,a,777,2\n2,3,a,777,2\n", 3, 12);
    assertReads(
        """
        request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status
        0.1,0,0,0.1,0.012,777,200
        0.2,0,0,0.1,0.003,777,200
        """,
        3,
        12);
    assertReads(
        """
        1770000000000000000,200,12000000,0,366,,,,0,GET,http://x/,
        1770000000010000000,200,3000000,0,366,,,,1,GET,http://x/,
        """,
        3,
        12);
    assertReads(
        """
        {"attack":"","seq":0,"code":200,"timestamp":"2026-01-31T12:00:00Z","latency":12000000,"bytes_out":0,"bytes_in":777}
        {"attack":"","seq":1,"code":200,"timestamp":"2026-01-31T12:00:01Z","latency":3000000,"bytes_out":0,"bytes_in":777}
        """,
        3,
        12);
  }

  @Test
  void rowsOfK6CountByMetric() throws IOException {
    String csv =
        """
        metric_name,timestamp,metric_value,status
        http_reqs,1770000000,1,200
        http_req_duration,1770000000,12,200
        http_req_waiting,1770000000,7,200
        http_req_duration,1770000001,3,200
        http_req_waiting,1770000001,2,200
        """;
    assertThat(assertReads(csv, 3, 12).described())
        .contains("metric_value of http_req_duration, milliseconds");
    assertThat(durations(log(csv), LogColumns.UNSAID.ofSeries("http_req_waiting")))
        .containsExactly(2, 7);
    assertRefuses(
        csv, LogColumns.UNSAID.ofSeries("http_req_wait"), "did you mean http_req_waiting?");
    assertRefuses(
        csv.replace("http_req_duration", "my_trend"),
        LogColumns.UNSAID,
        "the metric of the durations is unclear; name it with --metric: http_reqs, my_trend");
    assertReads(
        """
        {"type":"Metric","data":{"name":"http_req_duration","type":"trend"},"metric":"http_req_duration"}
        {"metric":"vus","type":"Point","data":{"time":"2026-01-31T12:00:00Z","value":99}}
        {"metric":"http_req_duration","type":"Point","data":{"time":"2026-01-31T12:00:00Z","value":12}}
        {"metric":"http_req_duration","type":"Point","data":{"time":"2026-01-31T12:00:01Z","value":3.0}}
        """,
        3,
        12);
    assertRefuses("latency_ms\n1\n2\n", LogColumns.UNSAID.ofSeries("x"), "--tag: expected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "id;latency_ms\\n0;12,5\\n1;3,25        | 3.25 | 12.5",
        "id\\tlatency_ms\\n0\\t12,50\\n1\\t3    | 3 | 12.5",
        "id;latency_ms\\n0;1.012,5\\n1;3,25     | 3.25 | 1012.5",
        "id,latency_ms\\n0,\"1,012.5\"\\n1,3.25 | 3.25 | 1012.5",
        "id;latency_ms\\n0;12.5\\n1;3.25        | 3.25 | 12.5",
        "sep=;\\nid;latency_ms\\n0;12.5\\n1;3   | 3 | 12.5",
        "id,latency\\n0,12.5ms\\n1,250µs        | 0.25 | 12.5",
        "id,latency\\n0,1m2.5s\\n1,0s           | 0.5 | 62500",
        "id,took\\n0,1.5 s\\n1,3 ms             | 3 | 1500",
        "12.5ms\\n3ms                           | 3 | 12.5",
      })
  void decimalCommasThousandsAndUnitsAreRead(String file, double least, double most)
      throws IOException {
    Path log = log(file.strip().replace("\\n", "\n").replace("\\t", "\t"));
    double[] read = attempts(log, LogColumns.UNSAID);
    assertThat(read[1]).isCloseTo(most, within(1e-9));
    assertThat(read[0]).isCloseTo(file.contains("0s") ? 0 : least, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "id,latency_ms\\n7,\"12,34\"\\n8,\"5,6\" | a.log:2: latency_ms: expected a time of at least 0, found '12,34'; a comma is that of decimals only where",
        "id,latency_ms\\n7,12 bananas\\n8,5     | a.log:2: latency_ms: expected times, as its name says, found '12 bananas'",
        "id;latency_ms\\n0;1,234\\n1;950        | a.log:2: latency_ms: it is unclear whether commas mark decimals or thousands, found '1,234'",
        "id;latency_us\\n0;49.429\\n1;1.754     | a.log:2: latency_us: it is unclear whether points mark decimals or thousands, found '49.429'",
        "id;latency_us\\n0;950\\n1;1.001        | a.log:3: latency_us: it is unclear whether points mark decimals or thousands, found '1.001'",
        "id;latency_ms\\n0;1,5\\n1;9.25         | it is unclear whether commas mark decimals or thousands",
        "id,latency\\n0,12ms\\n1,5              | a.log:3: latency: expected a time with its unit as in the lines before, found '5'",
        "a\\rb\\rc                              | carriage returns alone",
        "<?xml version=\"1.0\"?>\\n<a/>         | found XML or HTML",
      })
  void aLatencyThatIsNoTimeIsNeverPassedOver(String file, String message) throws IOException {
    assertRefuses(
        file.strip().replace("\\n", "\n").replace("\\r", "\r"), LogColumns.UNSAID, message);
  }
}
