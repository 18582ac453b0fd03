package org.curtail.traces.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.v3.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
  private static final Map<String, Function<List<Span>, byte[]>> FORMATS =
      Map.ofEntries(
          Map.entry("spans.csv", text(SpanTexts::csv)),
          Map.entry("jaeger.json", text(SpanTexts::jaeger)),
          Map.entry("hits.jsonl", text(SpanTexts::hits)),
          Map.entry("zipkin.json", text(SpanTexts::zipkin)),
          Map.entry("first-zipkin.jsonl", text(SpanTexts::firstZipkin)),
          Map.entry("otlp.jsonl", text(SpanTexts::otlp)),
          Map.entry("answers.jsonl", text(SpanTexts::answers)),
          Map.entry("rows.jsonl", text(SpanTexts::rows)),
          Map.entry("document.json", text(SpanTexts::document)),
          Map.entry("collector.pb", protobuf(SpanMessages::withFourBytes)),
          Map.entry("packed.binpb", protobuf(SpanMessages::packed)),
          Map.entry("packed.otlp", SpanMessages::packedJson),
          Map.entry("delimited.pb", protobuf(SpanMessages::withVarints)),
          Map.entry("message.pb", protobuf(SpanMessages::uncut)));

  /** A format: a record per span, and how records form a file. */
  private record Records(
      Function<List<Span>, List<byte[]>> records, Function<List<byte[]>, byte[]> file) {
    static Records lines(Function<List<Span>, List<String>> lines) {
      return new Records(
          spans -> lines.apply(spans).stream().map(line -> line.getBytes(UTF_8)).toList(),
          records ->
              text(none -> records.stream().map(r -> new String(r, UTF_8)).toList())
                  .apply(List.of()));
    }

    /** One line per span, each as in a file of its own. */
    static Records linesOf(Function<List<Span>, List<String>> document) {
      return lines(spans ->
          spans.stream()
              .map(span -> String.join("", document.apply(List.of(span))).replace("\n", " "))
              .toList());
    }
  }

  private static final Map<String, Records> RECORDS =
      Map.of(
          "spans.csv", Records.lines(SpanTexts::csv),
          "otlp.jsonl", Records.lines(SpanTexts::otlp),
          "zipkin.jsonl", Records.linesOf(SpanTexts::zipkin),
          "jaeger.jsonl", Records.linesOf(SpanTexts::jaeger),
          "collector.pb", new Records(SpanMessages::messages, SpanMessages::withFourBytes),
          "delimited.pb", new Records(SpanMessages::messages, SpanMessages::withVarints),
          "packed.pb",
              new Records(
                  spans -> SpanMessages.messages(spans).stream().map(SpanMessages::zstd).toList(),
                  SpanMessages::withFourBytes));

  @TempDir private Path folder;

  private static Function<List<Span>, byte[]> text(Function<List<Span>, List<String>> lines) {
    return spans -> (String.join("\n", lines.apply(spans)) + "\n").getBytes(UTF_8);
  }

  private static Function<List<Span>, byte[]> protobuf(Function<List<byte[]>, byte[]> framing) {
    return spans -> framing.apply(SpanMessages.messages(spans));
  }

  private static List<List<Span>> requests(long seed) {
    return new RandomApplication(seed, 8, Fault.FAILING, 0, 50).requests(60, 100);
  }

  private static List<Span> shuffled(List<List<Span>> requests, long seed) {
    List<Span> spans = new ArrayList<>();
    requests.forEach(spans::addAll);
    Collections.shuffle(spans, new Random(seed));
    return spans;
  }

  private static List<String> lines(Trace trace) {
    return IntStream.range(0, trace.size())
        .mapToObj(i ->
            "%d %s %s %s %d %d %s %s"
                .formatted(
                    trace.parent(i),
                    trace.service(i),
                    trace.operation(i),
                    trace.kind(i),
                    trace.startNanos(i),
                    trace.durationNanos(i),
                    trace.failed(i),
                    trace.instance(i))
                .strip())
        .toList();
  }

  private static TraceSet read(Path input) {
    return TraceReader.read(SpanFiles.of(List.of(input)), (spans, bytes) -> {});
  }

  private Path write(String name, List<String> lines) throws IOException {
    return write(name, text(spans -> lines).apply(List.of()));
  }

  private Path write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream packed =
            name.endsWith(".gz")
                ? new GZIPOutputStream(raw)
                : name.endsWith(".zst") ? new ZstdOutputStream(raw) : raw) {
      packed.write(content);
    }
    return file;
  }

  @Test
  void allFormatsAndFilesGiveTheSameRequests() throws IOException {
    List<List<Span>> requests = requests(3);
    List<List<String>> expected =
        requests.stream().map(spans -> lines(TraceAssembly.of(spans, new DamageCounts()))).toList();
    for (var format : FORMATS.entrySet()) {
      List<Span> spans = shuffled(requests, 5);
      String name = format.getKey();
      int third = spans.size() / 3;
      write(name + "/a/" + name, format.getValue().apply(spans.subList(0, third)));
      write(name + "/b-" + name + ".gz", format.getValue().apply(spans.subList(third, 2 * third)));
      write(
          name + "/c-" + name + ".zst",
          format.getValue().apply(spans.subList(2 * third, spans.size())));
      TraceSet found = read(folder.resolve(name));
      assertThat(found.traces().stream().map(TraceReaderTest::lines).toList())
          .as(name)
          .isEqualTo(expected);
      assertThat(found.spans()).isEqualTo(spans.size());
      Map<Damage, Long> broken = new EnumMap<>(Damage.class);
      found
          .damage()
          .counts()
          .forEach((kind, count) -> {
            if (kind.isBroken()) {
              broken.put(kind, count);
            }
          });
      assertThat(broken).as(name).isEmpty();
    }
  }

  @Test
  void damagedRecordsAreCountedAndOthersAreRead() throws IOException {
    List<Span> spans = shuffled(requests(4), 6);
    for (var format : RECORDS.entrySet()) {
      String name = format.getKey();
      List<byte[]> records = new ArrayList<>(format.getValue().records.apply(spans));
      var random = new Random(8);
      Set<Integer> damaged = new HashSet<>();
      while (damaged.size() < Math.max(1, records.size() / 100)) {
        // The first line of a table names the columns; the first record determines the format.
        damaged.add(1 + random.nextInt(records.size() - 1));
      }
      for (int record : damaged) {
        records.set(record, Arrays.copyOf(records.get(record), records.get(record).length / 3));
      }
      TraceSet found = read(write(name, format.getValue().file.apply(records)));
      assertThat(found.damage().of(Damage.UNREADABLE)).as(name).isEqualTo(damaged.size());
      assertThat(found.spans()).as(name).isEqualTo(spans.size() - damaged.size());
      assertThat(found.damage().example(Damage.UNREADABLE)).contains(name);
    }
  }

  @Test
  void damagedBytesBreakNothingAndLossIsReported() throws IOException {
    List<Span> spans = shuffled(requests(4), 6);
    for (var format : FORMATS.entrySet()) {
      for (int seed = 0; seed < 2; seed++) {
        byte[] content = format.getValue().apply(spans);
        var random = new Random(seed);
        for (int i = 0; i < content.length / 100; i++) {
          content[random.nextInt(content.length)] = (byte) random.nextInt();
        }
        String name = "seed" + seed + "-" + format.getKey();
        try {
          TraceSet found = read(write(name, content));
          long lost = spans.size() - found.spans();
          assertThat(found.damage().counts().isEmpty()).as(name).isEqualTo(lost == 0);
        } catch (UsageError e) {
          assertThat(e.getMessage()).as(name).contains(name);
        }
      }
    }
  }

  @Test
  void truncatedMessageEndsItsFile() throws IOException {
    List<Span> spans = shuffled(requests(4), 6);
    byte[] whole = SpanMessages.withFourBytes(SpanMessages.messages(spans));
    TraceSet found = read(write("cut.pb", Arrays.copyOf(whole, whole.length - 5)));
    assertThat(found.spans()).isEqualTo(spans.size() - 1);
    assertThat(found.damage().example(Damage.UNREADABLE))
        .contains("cut.pb, message " + spans.size() + ": expected");
  }

  @Test
  void tableOfRequestsGivesStartsForRelativeTimes() throws IOException {
    write(
        "shop/spans.csv",
        List.of(
            "trace,span,parent,service,op,start_us,dur_us",
            "7,0,-1,front,page,0,500",
            "7,1,0,back,get,100,200"));
    write("shop/traces.csv", List.of("trace,start_us,dur_us", "7,60000,500"));
    write("shop/faults.json", List.of("[{\"inject_time\": \"x\"}]"));
    for (Path input : List.of(folder.resolve("shop"), folder.resolve("shop/spans.csv"))) {
      TraceSet found = read(input);
      assertThat(lines(found.traces().getFirst()))
          .containsExactly(
              "-1 front page INTERNAL 60000000 500000 false",
              "0 back get INTERNAL 60100000 200000 false");
      assertThat(found.damage().counts()).isEmpty();
      assertThat(found.leftOut()).hasSize(input.endsWith("shop") ? 1 : 0);
    }
  }

  @Test
  void columnsHaveManyNamesAndPodsBelongToServices() throws IOException {
    TraceSet found =
        read(
            write(
                "nezha.csv",
                List.of(
                    "TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano",
                    "ab,c1,root,cart-579f59597d-wc2lz,Get,1661140434000000000,1661140434000500000")));
    assertThat(lines(found.traces().getFirst()))
        .containsExactly(
            "-1 cart Get INTERNAL 1661140434000000000 500000 false cart-579f59597d-wc2lz");
  }

  @Test
  void otherFilesAreRejectedInOneLine() throws IOException {
    Path table = write("sizes.csv", List.of("name,size", "a,1"));
    assertThatThrownBy(() -> read(table))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("sizes.csv:1: expected columns such as trace, span");
    Path other = write("other.json", List.of("{\"a\": 1}"));
    assertThatThrownBy(() -> read(other))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("expected spans, found none; the first reason: ")
        .hasMessageContaining("other.json:1: ")
        .hasMessageContaining("found other JSON: the fields a");
    assertThatThrownBy(() -> read(folder.resolve("missing")))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("no such file");
  }

  @Test
  void truncatedFileIsReadUpToItsEnd() throws IOException {
    Path whole = write("spans.csv.gz", SpanTexts.csv(shuffled(requests(4), 6)));
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.csv.gz");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    TraceSet found = read(cut);
    assertThat(found.spans()).isPositive().isLessThan(read(whole).spans());
    assertThat(found.damage().of(Damage.UNREADABLE)).isBetween(1L, 2L);
  }

  @Test
  void idsWithoutLeadingZerosAreTheSame() throws IOException {
    TraceSet found =
        read(
            write(
                "jaeger.json",
                List.of(
                    """
                    {"data":[{"traceID":"00ab","processes":{"p":{"serviceName":"s"}},"spans":[
                      {"traceID":"ab","spanID":"0000000000000001","operationName":"root",
                       "startTime":1000,"duration":50,"processID":"p","references":[]},
                      {"traceID":"00000000000000ab","spanID":"2","operationName":"child",
                       "startTime":1010,"duration":5,"processID":"p",
                       "references":[{"refType":"CHILD_OF","traceID":"ab","spanID":"1"}]}]}]}
                    """)));
    assertThat(lines(found.traces().getFirst()))
        .containsExactly(
            "-1 s root INTERNAL 1000000 50000 false", "0 s child INTERNAL 1010000 5000 false");
    assertThat(found.damage().of(Damage.CUT_ID)).isEqualTo(3);
  }
}
