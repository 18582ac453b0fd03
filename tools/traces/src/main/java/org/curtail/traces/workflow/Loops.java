package org.curtail.traces.workflow;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.curtail.traces.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls in a loop: calls of the same kind, one after the other, with no other call in
 * between. A recording cannot show if a call needs the answer of an earlier one.
 */
final class Loops {
  private Loops() {}

  /** Returns all calls that a request makes in loops. */
  static Set<CallTarget> in(Trace trace) {
    Set<CallTarget> looping = new HashSet<>();
    for (@Nullable CallTarget called : following(trace)) {
      if (called != null) {
        looping.add(called);
      }
    }
    return looping;
  }

  /** Returns for each span true if it is a call of this kind and directly follows another one. */
  static boolean[] joins(Trace trace, CallTarget called) {
    boolean[] joins = new boolean[trace.size()];
    @Nullable CallTarget[] following = following(trace);
    for (int span = 0; span < joins.length; span++) {
      joins[span] = called.equals(following[span]);
    }
    return joins;
  }

  /**
   * Returns for each span the kind of its call, if it directly follows a call of the same kind;
   * otherwise null.
   */
  private static @Nullable CallTarget[] following(Trace trace) {
    @Nullable CallTarget[] calls = new CallTarget[trace.size()];
    for (CallVisit visit : CallVisit.of(trace)) {
      calls[visit.span()] = visit.called();
    }
    @Nullable CallTarget[] following = new CallTarget[trace.size()];
    int[] before = new int[trace.size()];
    Arrays.fill(before, -1);
    for (int span = 1; span < calls.length; span++) {
      int parent = trace.parent(span);
      int earlier = before[parent];
      before[parent] = span;
      CallTarget called = calls[span];
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
