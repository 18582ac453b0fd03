package org.curtail.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.cli.chart.Marker;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.PartBars.Part;
import org.curtail.diagnose.Cause;

/** Colours of causes: one each, throughout a page. */
final class CauseLook {
  private CauseLook() {}

  /** A cause of a result file as a part of a bar. */
  static Part part(String title) {
    return new Part(title, "c-" + cause(title).name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** All causes of a result file, in its order. */
  static List<Part> parts(Diagnosed diagnosed) {
    return diagnosed.causes().stream().map(CauseLook::part).toList();
  }

  /** The causes with a share in any of these times. */
  static List<Part> shown(Diagnosed diagnosed, List<List<Double>> ms) {
    List<Part> parts = parts(diagnosed);
    return IntStream.range(0, parts.size())
        .filter(i -> ms.stream().anyMatch(times -> times.get(i) > 0))
        .mapToObj(parts::get)
        .toList();
  }

  /** A line of a cause; the same colour as its part. */
  static Palette.Style line(String title) {
    Cause cause = cause(title);
    String dash =
        switch (cause) {
          case REST -> "1 4";
          case STOPPED -> "2 3";
          case ADMISSION -> "6 3";
          case NETWORK,
              HAND_OFF,
              RUN_QUEUE,
              WORK,
              COLLECTOR,
              SAFEPOINT,
              BLOCKED,
              PAGE_FAULTS,
              INTERFERENCE ->
              "none";
        };
    return new Palette.Style(slot(cause), Marker.CIRCLE, dash, false);
  }

  private static int slot(Cause cause) {
    return switch (cause) {
      case NETWORK -> 6;
      case ADMISSION, STOPPED, REST -> 0;
      case HAND_OFF -> 8;
      case RUN_QUEUE -> 2;
      case WORK -> 1;
      case COLLECTOR -> 4;
      case SAFEPOINT -> 7;
      case BLOCKED -> 5;
      case PAGE_FAULTS -> 9;
      case INTERFERENCE -> 3;
    };
  }

  /** The cause of a title; the unknown cause for a title that this version does not know. */
  private static Cause cause(String title) {
    return Arrays.stream(Cause.values())
        .filter(cause -> cause.title().equals(title))
        .findFirst()
        .orElse(Cause.REST);
  }
}
