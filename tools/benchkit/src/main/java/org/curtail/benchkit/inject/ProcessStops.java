package org.curtail.benchkit.inject;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.diagnose.pause.Pause;

/** Intervals in which the whole process was stopped, without overlaps. Immutable. */
final class ProcessStops {
  private record Span(long fromNanos, long toNanos) {}

  private final List<Span> apart;

  private ProcessStops(List<Span> apart) {
    this.apart = apart;
  }

  /** Returns the stops by records and by collections. */
  static ProcessStops of(List<InjectionRecord> records, List<Pause> collections) {
    List<Span> all =
        Stream.concat(
                records.stream()
                    .filter(record -> record.kind().reach() == InjectionKind.Reach.ALL)
                    .map(record -> new Span(record.fromNanos(), record.toNanos())),
                collections.stream().map(pause -> new Span(pause.fromNanos(), pause.toNanos())))
            .sorted(Comparator.comparingLong(Span::fromNanos))
            .toList();
    var apart = new ArrayList<Span>();
    for (Span span : all) {
      if (!apart.isEmpty() && span.fromNanos() <= apart.getLast().toNanos()) {
        Span last = apart.removeLast();
        apart.add(new Span(last.fromNanos(), Math.max(last.toNanos(), span.toNanos())));
      } else {
        apart.add(span);
      }
    }
    return new ProcessStops(apart);
  }

  /** Returns the stopped time between two moments. */
  long within(long fromNanos, long toNanos) {
    return apart.stream()
        .mapToLong(span ->
            Math.max(0, Math.min(span.toNanos(), toNanos) - Math.max(span.fromNanos(), fromNanos)))
        .sum();
  }

  /**
   * Returns the time between two moments without stops; 0 if the moments are in the wrong order.
   */
  long without(long fromNanos, long toNanos) {
    return Math.max(0, toNanos - fromNanos - within(fromNanos, toNanos));
  }
}
