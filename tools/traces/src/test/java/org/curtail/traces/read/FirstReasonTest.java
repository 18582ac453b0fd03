package org.curtail.traces.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with misleading contents or names are read correctly, or refused with the reason. */
class FirstReasonTest {
  @TempDir private Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static TraceSet read(Path file) {
    return TraceReader.read(SpanFiles.of(List.of(file)), (spans, bytes) -> {});
  }

  private static List<String> lines(Trace trace) {
    return IntStream.range(0, trace.size())
        .mapToObj(i ->
            "%d %s %s %s %d-%d"
                .formatted(
                    trace.parent(i),
                    trace.service(i),
                    trace.operation(i),
                    trace.kind(i),
                    trace.startNanos(i) / 1_000_000,
                    trace.endNanos(i) / 1_000_000))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"resource_spans":[{"scope_spans":[]}]} | resource_spans, which OpenTelemetry's JSON calls resourceSpans
          {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"ab","spanId":"1","startTimeUnixNano":{"low":1,"high":2}}]}]}]} | startTimeUnixNano {"low":1,"high":2}: expected nanoseconds since 1970
          {"resourceSpans":[{"scopeSpans":[{"spans":[{"trace_id":"ab","span_id":"1"}]}]}]} | the ids traceId and spanId that are not 0; the fields are trace_id, span_id
          {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"ab","spanId":"1","startTimeUnixNano":5,"endTimeUnixNano":"late"}]}]}]} | endTimeUnixNano "late": expected nanoseconds
          {"Traces":[{"Id":"1-5759e988-bd862e3fe1be46a994272793","Segments":[{"Id":"a","Document":"{}"}]}]} | other JSON: that of AWS X-Ray, which is not read
          {"trace_id":"1-5759e988-bd862e3fe1be46a994272793","id":"70de5b6f19ff9a0a","start_time":1.5,"end_time":1.6} | other JSON: that of AWS X-Ray
          {"data":{"trace":{"spans":[{"traceId":"a","segmentId":"s","spanId":0,"startTime":1,"endTime":2}]}}} | other JSON: that of Apache SkyWalking, which is not read
          {"data":null,"total":0,"errors":[{"code":500}]} | other JSON: the fields data, total, errors
          {"resourceMetrics":[{"scopeMetrics":[]}]} | found none, only records of metrics, logs or profiles
          [{"traceId":"1","id":"2","timestamp":-62135596800000000}] | timestamp -62135596800000000: expected microseconds since 1970; a time out of range
          [{"traceId":"1","id":"2","timestamp":0,"duration":5}] | timestamp 0: expected microseconds since 1970
          [{"traceId":"1","id":"2","timestamp":5,"duration":18446744073709550616}] | duration 18446744073709550616: a time out of range
          """)
  void firstReasonIsReportedWithoutSpans(String content, String reason) throws IOException {
    for (String name : List.of("one.jsonl", "one.json")) {
      // A document spans several lines; lines are complete.
      Path file =
          file(name, name.endsWith("l") ? content : content.replaceFirst("([\\[{])", "$1\n"));
      assertThatThrownBy(() -> read(file))
          .isInstanceOf(UsageError.class)
          .hasMessageContaining("expected spans, found none")
          .hasMessageContaining(reason);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          trace,span,start                       | expected a column with durations or ends, such as
          traceid,timestamp,rpcid,um             | a call graph with the columns rpcid, um, dm and rt; dm and rt is missing
          name,size                              | each of these is missing among name, size
          """)
  void missingColumnsAreReported(String names, String reason) throws IOException {
    Path table = file("table.csv", names, "1,2,3,4".substring(0, 2 * names.split(",").length - 1));
    assertThatThrownBy(() -> read(table))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(reason);
  }

  @Test
  void durationWithoutAUnitBesideADateIsRejected() throws IOException {
    String names = "trace_id,span_id,parent_id,service,operation,start_time,duration";
    Path bare = file("bare.csv", names, "t,a,,web,get,2026-01-31T12:00:00Z,55");
    assertThatThrownBy(() -> read(bare))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("bare.csv:2: duration 55 has no unit; name the column duration_ms");
    TraceSet own = read(file("own.csv", names, "t,a,,web,get,2026-01-31T12:00:00Z,55ms"));
    Trace trace = own.traces().getFirst();
    assertThat(trace.endNanos(0) - trace.startNanos(0)).isEqualTo(55_000_000);
  }

  @Test
  void negativeDurationIsNotASpan() throws IOException {
    String names = "trace_id,span_id,parent_id,service,operation,start_us,dur_us";
    Path table = file("negative.csv", names, "t,a,,web,get,1769860800000000,-5");
    assertThatThrownBy(() -> read(table))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("negative.csv:2: dur_us '-5': expected a duration of at least 0");
  }

  @Test
  void emptyFilesAndFilesOfZerosAreRejectedInASentence() throws IOException {
    Path empty = file("empty.jsonl");
    assertThatThrownBy(() -> read(empty)).hasMessageContaining("the file has no record at all");
    Path zeros = Files.write(folder.resolve("zeros.json"), new byte[100_000]);
    assertThatThrownBy(() -> read(zeros))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            zeros
                + ": expected text in UTF-8 or protobuf of OpenTelemetry, found 1,024 zeros in the first 1,024 bytes");
  }

  @Test
  void linesOfOtherSignalsAreCountedSeparately() throws IOException {
    String span =
        SpanTexts.otlp(List.of(new Span("t1", "s1", null, "a", "b", SpanKind.SERVER, 5, 7, false)))
            .getFirst();
    TraceSet found =
        read(
            file(
                "agent.jsonl",
                "{\"resourceMetrics\":[{\"scopeMetrics\":[]}]}",
                "{\"resourceLogs\":[{\"scopeLogs\":[]}]}",
                "{\"resourceSpans\":[]}",
                span));
    assertThat(found.spans()).isEqualTo(1);
    assertThat(found.damage().counts()).isEqualTo(Map.of(Damage.OTHER_SIGNAL, 2L));
    assertThat(Damage.OTHER_SIGNAL.isBroken()).isFalse();
  }

  @Test
  void metricsAndLogsInProtobufAreCountedSeparately() throws IOException {
    Span span = new Span("t1", "s1", null, "a", "b", SpanKind.SERVER, 5, 7, false);
    List<byte[]> messages = new ArrayList<>(SpanMessages.messages(List.of(span)));
    // A resource without attributes and a scope that has a metric named 0123456789abcdef with a |
    // // description of 8 bytes and a gauge, and a log with its time in field 1.
    messages.add(
        0,
        nested(
            1,
            nested(1, new byte[0]),
            nested(2, nested(2, field(1, "requests"), nested(5, new byte[20])))));
    messages.add(
        nested(
            1,
            nested(1, new byte[0]),
            nested(
                2,
                nested(2, new byte[] {9, 1, 2, 3, 4, 5, 6, 7, 8}, field(3, "INFO of a program")))));
    TraceSet found =
        read(Files.write(folder.resolve("all.pb"), SpanMessages.withFourBytes(messages)));
    assertThat(found.spans()).isEqualTo(1);
    assertThat(found.damage().counts()).isEqualTo(Map.of(Damage.OTHER_SIGNAL, 2L));
  }

  private static byte[] field(int number, String text) {
    return nested(number, text.getBytes(UTF_8));
  }

  /** A length-delimited field with less than 128 bytes. */
  private static byte[] nested(int number, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var field = new ByteArrayOutputStream();
    field.write(number << 3 | 2);
    field.write(content.size());
    field.writeBytes(content.toByteArray());
    return field.toByteArray();
  }

  @Test
  void idsOfCallsNameTheirCallersInACallGraph() throws IOException {
    TraceSet found =
        read(
            file(
                "calls.csv",
                ",traceid,timestamp,rpcid,um,rpctype,dm,interface,rt",
                "0,T,1000,0,USER,http,front,/home,50",
                "1,T,1002,0,USER,http,front,/home,-46",
                "2,T,1010,0.1,front,rpc,cart,get,20",
                "3,T,1012,0.1,front,rpc,cart,get,-15",
                "4,T,1014,0.1.1,cart,db,store,,8",
                "5,T,1040,0.2,front,mq,mailer,,300"));
    assertThat(lines(found.traces().getFirst()))
        .containsExactly(
            "-1 USER /home CLIENT 1000-1050",
            "0 front /home SERVER 1002-1048",
            "1 front get CLIENT 1010-1030",
            "2 cart get SERVER 1012-1027",
            "3 cart db store CLIENT 1014-1022",
            "1 mailer mq mailer CONSUMER 1040-1340");
    assertThat(found.damage().counts()).isEqualTo(Map.of(Damage.LEFT_BEHIND, 1L));
  }

  @Test
  void guessedUnitIsReportedWithItsLine() throws IOException {
    TraceSet found =
        read(
            file(
                "spans.csv",
                "trace,span,parent,service,op,start,duration",
                "t,a,,x,y,1700000000000,50",
                "t,b,a,x,y,1700000000010,20"));
    assertThat(found.traces().getFirst().durationNanos()).isEqualTo(50_000_000);
    assertThat(found.damage().of(Damage.GUESSED_UNIT)).isEqualTo(2);
    assertThat(found.damage().example(Damage.GUESSED_UNIT))
        .contains("spans.csv:2: start 1700000000000 taken for milliseconds");
  }

  @Test
  void zeroIsNoTimeInATableWithTimesOfDay() throws IOException {
    for (int zero = 1; zero <= 3; zero++) {
      List<String> rows =
          new ArrayList<>(
              List.of(
                  "trace,span,service,op,start,dur_ms",
                  "t1,a,x,y,1700000000000000,50",
                  "t2,a,x,y,1700000001000000,50"));
      rows.add(zero, "t3,a,x,y,0,50");
      TraceSet found = read(file("spans.csv", rows.toArray(String[]::new)));
      assertThat(found.traces()).hasSize(2);
      assertThat(found.startNanos()).isEqualTo(1_700_000_000_000_000_000L);
      assertThat(found.damage().example(Damage.UNREADABLE))
          .contains("spans.csv:%d: start 0: expected a time since 1970".formatted(zero + 1));
    }
    TraceSet relative =
        read(file("spans.csv", "trace,span,service,op,start_ms,dur_ms", "t,a,x,y,0,50"));
    assertThat(relative.startNanos()).isZero();
  }

  @Test
  void invalidTimeIsReportedWithItsColumn() throws IOException {
    Path table =
        file(
            "spans.csv", "trace,span,service,op,start_time,dur_ms", "t,a,x,y,1 March 2024 10:00,5");
    assertThatThrownBy(() -> read(table))
        .hasMessageContaining(
            "spans.csv:2: start_time '1 March 2024 10:00': expected a number, or");
    Path durations = file("spans.csv", "trace,span,service,op,start_ms,dur", "t,a,x,y,5,1:30");
    assertThatThrownBy(() -> read(durations))
        .hasMessageContaining("dur '1:30': expected a duration");
  }

  @Test
  void millionsOfDuplicatesAreStoredOnce() throws IOException {
    String[] rows = new String[100_000];
    Arrays.fill(rows, "t,a,x,y,5,6");
    rows[0] = "trace,span,service,op,start_ms,dur_ms";
    long[] held = new long[1];
    FileRead read =
        new SpanReader(
                new SpanSink() {
                  @Override
                  public void span(Span span) {
                    held[0]++;
                  }

                  @Override
                  public void requestStart(String traceId, long startNanos) {}

                  @Override
                  public void damaged(Damage damage, String where) {}
                },
                (spans, bytes) -> {})
            .read(new SpanFile(file("spans.csv", rows), false));
    assertThat(held[0]).isEqualTo(1);
    assertThat(read.damage().of(Damage.DUPLICATE)).isEqualTo(99_998);
  }

  @Test
  void longTextsAreCutAndStayDifferent() throws IOException {
    String text = "x".repeat(1_000_000);
    TraceSet found =
        read(
            file(
                "spans.csv",
                "trace,span,parent,service,op,start_ms,dur_ms",
                "t,a,,x,%sA,5,60".formatted(text),
                "t,b,a,x,%sB,5,6".formatted(text),
                "%s,b,a,x,y,%s,6".formatted(text, text)));
    Trace trace = found.traces().getFirst();
    assertThat(trace.operation(0)).hasSizeLessThan(1_100).isNotEqualTo(trace.operation(1));
    found
        .damage()
        .counts()
        .keySet()
        .forEach(kind -> assertThat(found.damage().example(kind)).hasSizeLessThan(700));
    Path table = file("table.csv", text + ",start");
    assertThatThrownBy(() -> read(table))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
  }

  @Test
  void linkToAnotherRequestIsNotAParent() throws IOException {
    TraceSet found =
        read(
            file(
                "spans.jsonl",
                """
                {"traceID":"A1","spanID":"B1","operationName":"order","references":[{"refType":"FOLLOWS_FROM","traceID":"77","spanID":"5"}],"startTime":1000000,"duration":20000,"process":{"serviceName":"shop"}}\
                """,
                """
                {"traceID":"a1","spanID":"b2","operationName":"mail","references":[{"refType":"FOLLOWS_FROM","traceID":"a1","spanID":"b1"}],"startTime":1500000,"duration":300000,"process":{"serviceName":"mailer"}}\
                """));
    assertThat(lines(found.traces().getFirst()))
        .containsExactly("-1 shop order INTERNAL 1000-1020", "0 mailer mail INTERNAL 1500-1800");
    assertThat(found.damage().of(Damage.LEFT_BEHIND)).isEqualTo(1);
    assertThat(found.damage().of(Damage.CLOCK_SKEW) + found.damage().of(Damage.NO_PARENT)).isZero();
  }
}
