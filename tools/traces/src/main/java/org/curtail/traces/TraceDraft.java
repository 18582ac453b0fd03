package org.curtail.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Orders the spans of a trace, and limits each span to its parent's time. */
final class TraceDraft {
  /** Maximum difference between readings of one machine's clocks by different programs. */
  private static final long TOLERANCE_NANOS = 1_000_000;

  private final String id;
  private final List<Span> spans;
  private final List<List<Integer>> children = new ArrayList<>();
  private final DamageCounts damage;
  private final long[] endNanos;
  private final List<Placed> placed = new ArrayList<>();

  /**
   * A span with its final times.
   *
   * @param parent index of the parent; -1 for the root
   */
  private record Placed(Span span, int parent, long startNanos, long endNanos) {}

  /** A span that waits for its final times, with the shift of its parent. */
  private record UnplacedSpan(int span, int parent, long movedNanos) {}

  /**
   * Creates a draft of a tree.
   *
   * @param parents index of each span's parent; -1 for the single root
   */
  TraceDraft(String id, List<Span> spans, int[] parents, DamageCounts damage) {
    this.id = id;
    this.spans = spans;
    this.damage = damage;
    for (int i = 0; i < parents.length; i++) {
      children.add(List.of());
    }
    int root = 0;
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] < 0) {
        root = i;
      } else {
        if (children.get(parents[i]).isEmpty()) {
          children.set(parents[i], new ArrayList<>(4));
        }
        children.get(parents[i]).add(i);
      }
    }
    for (List<Integer> siblings : children) {
      if (siblings.size() > 1) {
        siblings.sort(Comparator.comparingLong(i -> spans.get(i).startNanos()));
      }
    }
    endNanos = ends(root);
    place(root);
  }

  List<PlacedSpan> placed() {
    List<PlacedSpan> spans = new ArrayList<>(placed.size());
    for (Placed each : placed) {
      Span span = each.span;
      spans.add(
          new PlacedSpan(
              each.parent,
              span.service(),
              span.operation(),
              span.kind(),
              each.startNanos,
              each.endNanos - each.startNanos,
              span.failed(),
              span.instance()));
    }
    return spans;
  }

  /**
   * Returns the ends of all spans. A span without an end lasts until the end of its descendants.
   */
  private long[] ends(int root) {
    long[] ends = new long[spans.size()];
    Arrays.fill(ends, Long.MIN_VALUE);
    int[] order = new int[spans.size()];
    int found = 1;
    order[0] = root;
    for (int at = 0; at < found; at++) {
      for (int child : children.get(order[at])) {
        order[found++] = child;
      }
    }
    for (int at = found - 1; at >= 0; at--) {
      int i = order[at];
      Span span = spans.get(i);
      if (span.durationNanos() != Span.UNFINISHED) {
        ends[i] = span.startNanos() + span.durationNanos();
        continue;
      }
      damage.count(Damage.UNFINISHED, "trace " + id);
      ends[i] = span.startNanos();
      for (int child : children.get(i)) {
        if (!follows(span, spans.get(child))) {
          ends[i] = Math.max(ends[i], ends[child]);
        }
      }
    }
    return ends;
  }

  private void place(int root) {
    var stack = new ArrayList<UnplacedSpan>();
    stack.add(new UnplacedSpan(root, -1, 0));
    while (!stack.isEmpty()) {
      UnplacedSpan next = stack.removeLast();
      int place = placed.size();
      long moved =
          next.parent < 0 ? placeRoot(next.span) : placeWithin(placed.get(next.parent), next);
      for (int child : children.get(next.span).reversed()) {
        stack.add(new UnplacedSpan(child, place, moved));
      }
    }
  }

  private long placeRoot(int root) {
    Span span = spans.get(root);
    placed.add(new Placed(span, -1, span.startNanos(), endNanos[root]));
    return 0;
  }

  private long placeWithin(Placed parent, UnplacedSpan waiting) {
    Span span = spans.get(waiting.span);
    long start = span.startNanos() + waiting.movedNanos;
    long duration = endNanos[waiting.span] - span.startNanos();
    long moved = waiting.movedNanos;
    boolean follows = follows(parent.span, span);
    if (isOnAnotherClock(parent, span, start, follows)) {
      damage.count(Damage.CLOCK_SKEW, "trace " + id);
      long spare = parent.endNanos - parent.startNanos - duration;
      long right = parent.startNanos + Math.max(0, spare / 2);
      moved += right - start;
      start = right;
    }
    if (follows && start + duration > parent.endNanos + TOLERANCE_NANOS) {
      damage.count(Damage.LEFT_BEHIND, "trace " + id);
      long own = Math.max(start, parent.startNanos);
      placed.add(new Placed(span, waiting.parent, own, Math.max(own, start + duration)));
      return moved;
    }
    long from = Math.clamp(start, parent.startNanos, parent.endNanos);
    long to = Math.clamp(start + duration, from, parent.endNanos);
    if (from - start > TOLERANCE_NANOS || start + duration - to > TOLERANCE_NANOS) {
      damage.count(Damage.OUTSIDE_PARENT, "trace " + id);
    }
    placed.add(new Placed(span, waiting.parent, from, to));
    return moved;
  }

  /** True if the caller did not wait for the span, as with the consumer of a message. */
  private static boolean follows(Span caller, Span span) {
    return span.follows() || span.kind() == SpanKind.CONSUMER || caller.kind() == SpanKind.PRODUCER;
  }

  /**
   * True if the span must be on another clock: it begins before its caller or after the caller's
   * end.
   */
  private static boolean isOnAnotherClock(
      Placed parent, Span span, long startNanos, boolean follows) {
    return !span.service().equals(parent.span.service())
        && (startNanos < parent.startNanos - TOLERANCE_NANOS
            || (!follows
                && parent.span.kind() == SpanKind.CLIENT
                && startNanos > parent.endNanos + TOLERANCE_NANOS));
  }
}
