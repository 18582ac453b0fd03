package org.curtail.cli.serve.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.curtail.runtime.Timeline;

/** The slowest requests of the last minute, with the parts of their time. Not thread-safe. */
final class Slowest {
  private static final int SECONDS = 60;
  private static final int SHOWN = 6;

  /**
   * A part of a latency.
   *
   * @param degree number of threads; 0 for waiting
   */
  record Part(int degree, String name, double ms) {}

  /** A slow request. */
  record Row(String title, double ms, List<Part> parts) {}

  private final ArrayDeque<List<Bar>> seconds = new ArrayDeque<>();
  private final List<Bar> latest = new ArrayList<>();

  /** Adds an ended request. */
  void add(Bar bar) {
    latest.add(bar);
  }

  /** Ends a second. */
  void tick() {
    latest.sort(Comparator.comparingLong(Bar::latencyNanos).reversed());
    seconds.addLast(List.copyOf(latest.subList(0, Math.min(SHOWN, latest.size()))));
    latest.clear();
    if (seconds.size() > SECONDS) {
      seconds.removeFirst();
    }
  }

  void clear() {
    seconds.clear();
    latest.clear();
  }

  /** Returns the slowest requests, the slowest first. */
  List<Row> rows() {
    return seconds.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingLong(Bar::latencyNanos).reversed())
        .limit(SHOWN)
        .map(Slowest::row)
        .toList();
  }

  private static Row row(Bar bar) {
    Timeline timeline = bar.timeline();
    var parts = new ArrayList<Part>();
    if (timeline != null) {
      add(parts, 0, "waited", timeline.startNanos() - bar.intendedNanos);
      for (Timeline.Phase phase : timeline.path()) {
        add(parts, phase.degree(), threads(phase.degree()), phase.nanos());
      }
      add(parts, 0, "paused for others", timeline.preemptedNanos());
    }
    return new Row(bar.title, bar.latencyNanos() / 1e6, parts);
  }

  /** Adds a time to the part of its name, or as a new part; leaves out what nobody can see. */
  private static void add(List<Part> parts, int degree, String name, long nanos) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part.name.equals(name)) {
        parts.set(i, new Part(degree, name, part.ms + nanos / 1e6));
        return;
      }
    }
    if (nanos >= 100_000) {
      parts.add(new Part(degree, name, nanos / 1e6));
    }
  }

  private static String threads(int degree) {
    return String.format(Locale.ROOT, degree == 1 ? "%d thread" : "%d threads", degree);
  }
}
