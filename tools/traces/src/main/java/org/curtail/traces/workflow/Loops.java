package org.curtail.traces.workflow;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.curtail.traces.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Calls that a caller makes in a loop: each begins after the one before it, a call of the same
 * kind, has ended, with no other call in between. Whether one needs the answer of another cannot be
 * seen.
 */
final class Loops {
  private Loops() {}

  /** All calls that a request makes in loops. */
  static Set<Called> in(Trace trace) {
    Set<Called> looping = new HashSet<>();
    for (@Nullable Called called : following(trace)) {
      if (called != null) {
        looping.add(called);
      }
    }
    return looping;
  }

  /** An element for each span: whether it is a call of this kind and follows another. */
  static boolean[] joins(Trace trace, Called called) {
    boolean[] joins = new boolean[trace.size()];
    @Nullable Called[] following = following(trace);
    for (int span = 0; span < joins.length; span++) {
      joins[span] = called.equals(following[span]);
    }
    return joins;
  }

  /** Of each span that is a call and follows one of the same kind, which kind; else null. */
  private static @Nullable Called[] following(Trace trace) {
    @Nullable Called[] calls = new Called[trace.size()];
    for (CallVisit visit : CallVisit.of(trace)) {
      calls[visit.span()] = visit.called();
    }
    @Nullable Called[] following = new Called[trace.size()];
    int[] before = new int[trace.size()];
    Arrays.fill(before, -1);
    for (int span = 1; span < calls.length; span++) {
      int parent = trace.parent(span);
      int earlier = before[parent];
      before[parent] = span;
      Called called = calls[span];
      if (called != null
          && earlier >= 0
          && called.equals(calls[earlier])
          && trace.endNanos(earlier) <= trace.startNanos(span)) {
        following[span] = called;
      }
    }
    return following;
  }
}
