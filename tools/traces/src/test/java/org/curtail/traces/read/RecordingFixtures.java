package org.curtail.traces.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.Span;

/** Random recordings in files. */
public final class RecordingFixtures {
  private RecordingFixtures() {}

  /**
   * Writes a recording whose spans are spread over files of all formats in any order. One record in
   * a hundred is damaged: truncated, duplicated, without its parent, or on another clock. | @param
   * folder the folder for the files
   */
  public static void write(Path folder, long seed, int requests) throws IOException {
    var random = new Random(seed);
    List<Span> spans = new ArrayList<>();
    for (List<Span> request :
        new RandomApplication(seed, 8, Fault.FAILING, 0, 50).requests(requests, 100)) {
      for (Span span : request) {
        spans.add(span);
        if (random.nextInt(100) == 0) {
          spans.add(damaged(span, random));
        }
      }
    }
    Collections.shuffle(spans, random);
    int fifth = spans.size() / 5;
    Files.createDirectories(folder);
    write(folder, "a.csv", SpanTexts.csv(hexadecimal(spans.subList(0, fifth))), random);
    write(folder, "b.jsonl", SpanTexts.otlp(spans.subList(fifth, 2 * fifth)), random);
    write(folder, "c.json", SpanTexts.zipkin(spans.subList(2 * fifth, 3 * fifth)), random);
    write(folder, "d.json", SpanTexts.jaeger(spans.subList(3 * fifth, 4 * fifth)), random);
    Files.write(
        folder.resolve("e.pb"),
        SpanMessages.withFourBytes(SpanMessages.messages(spans.subList(4 * fifth, spans.size()))));
    Files.writeString(folder.resolve("faults.json"), "{\"no\": \"spans\"}");
  }

  /** Uses the ids of the other formats, so that spans of a request belong together. */
  private static List<Span> hexadecimal(List<Span> spans) {
    return spans.stream()
        .map(span ->
            new Span(
                    withoutZeros(SpanTexts.traceId(span.traceId())),
                    withoutZeros(SpanTexts.spanId(span.id())),
                    span.parentId() == null
                        ? null
                        : withoutZeros(SpanTexts.spanId(span.parentId())),
                    span.service(),
                    span.operation(),
                    span.kind(),
                    span.startNanos(),
                    span.durationNanos(),
                    span.failed())
                .at(span.instance()))
        .toList();
  }

  private static String withoutZeros(String id) {
    return id.replaceFirst("^0+", "");
  }

  private static Span damaged(Span span, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> span;
      case 1 -> span.named("s" + (900 + random.nextInt(50)), "s" + (990 + random.nextInt(5)));
      default ->
          new Span(
              span.traceId(),
              "s" + (800 + random.nextInt(50)),
              span.id(),
              "far" + random.nextInt(2),
              span.operation(),
              span.kind(),
              span.startNanos() - 50_000_000,
              span.durationNanos() / 2,
              span.failed());
    };
  }

  private static void write(Path folder, String name, List<String> lines, Random random)
      throws IOException {
    List<String> written = new ArrayList<>(lines);
    for (int i = 1; i < written.size(); i++) {
      if (random.nextInt(100) == 0) {
        written.set(i, written.get(i).substring(0, written.get(i).length() / 3));
      }
    }
    Files.write(folder.resolve(name), String.join("\n", written).getBytes(UTF_8));
  }
}
