package org.curtail.app.traces;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.measurement.terminal.Console;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.text.Numbers;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.TraceSet;
import org.curtail.traces.read.TraceReader;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which recordings are read, and what is said about them. */
final class InputOptions {
  private static final double NANOS_PER_SECOND = 1e9;

  @Parameters(
      paramLabel = "IN",
      arity = "1..*",
      description =
          "Files and folders with spans: CSV, or JSON of Jaeger, Zipkin or OpenTelemetry; plain,"
              + " .gz or .zst.")
  private List<Path> inputs = List.of();

  @Option(names = "--strict", description = "Refuse recordings in which anything is broken.")
  private boolean strict;

  /** What the user named first. */
  Path first() {
    return inputs.getFirst();
  }

  /**
   * Reads them, and says what was found broken.
   *
   * @throws Misuse if they cannot be read, or are broken and must not be
   */
  TraceSet read(Console console) {
    long beganNanos = System.nanoTime();
    TraceSet recording =
        TraceReader.read(
            inputs,
            spans ->
                console.progress(
                    "Read %s spans, %s a second"
                        .formatted(
                            Numbers.count(spans),
                            Numbers.count(
                                Math.round(
                                    spans
                                        / Math.max(
                                            1e-3,
                                            (System.nanoTime() - beganNanos)
                                                / NANOS_PER_SECOND))))));
    if (strict) {
      refuse(recording.damage());
    }
    console.say(
        "Read %s requests with %s spans."
            .formatted(Numbers.count(recording.traces().size()), Numbers.count(recording.spans())));
    if (!recording.leftOut().isEmpty()) {
      console.warn("left out, since no spans are in it: " + String.join(", ", recording.leftOut()));
    }
    damageLines(recording.damage()).forEach(console::warn);
    return recording;
  }

  /** What was broken, a line a kind. */
  private static List<String> damageLines(DamageCounts damage) {
    return Stream.of(Damage.values())
        .filter(kind -> damage.of(kind) > 0)
        .map(kind ->
            "%s %s: %s (first: %s)"
                .formatted(
                    Numbers.count(damage.of(kind)),
                    kind.what(),
                    kind.repair(),
                    damage.example(kind)))
        .toList();
  }

  private void refuse(DamageCounts damage) {
    List<Damage> broken =
        Stream.of(Damage.values()).filter(kind -> kind.isBroken() && damage.of(kind) > 0).toList();
    if (!broken.isEmpty()) {
      throw new Misuse(
          "%s: --strict: expected nothing broken, found %s; the first: %s"
              .formatted(
                  inputs.getFirst(),
                  broken.stream()
                      .map(kind -> Numbers.count(damage.of(kind)) + " " + kind.what())
                      .collect(Collectors.joining(", ")),
                  damage.example(broken.getFirst())));
    }
  }
}
