package org.curtail.traces;

/**
 * How long spans of a trace worked themselves, and which of them only waited for another service.
 */
public final class SelfTimes {
  private SelfTimes() {}

  /** The time of a span during which nothing below it ran, in nanoseconds. */
  public static long nanos(Trace trace, int span) {
    long covered = 0;
    long until = trace.startNanos(span);
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      long from = Math.max(until, trace.startNanos(child));
      // A child that went on after this span covers no more than the span's time.
      long to = Math.min(trace.endNanos(child), trace.endNanos(span));
      if (to > from) {
        covered += to - from;
        until = to;
      }
    }
    return trace.durationNanos(span) - covered;
  }

  /**
   * Whether a span is the caller's side of a call: all below it is one span of another service,
   * which did not go on after it. Its own time is then that of the network and of waiting to be
   * served, not of the caller's work.
   */
  public static boolean isCall(Trace trace, int span) {
    int child = trace.firstChild(span);
    return child < trace.end(span)
        && trace.nextSibling(child) == trace.end(span)
        && !trace.service(child).equals(trace.service(span))
        && !trace.isLeftBehind(child);
  }
}
