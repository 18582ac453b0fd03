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
   * Whether a span is the caller's side of a call: all below it is one span of another service that
   * did not go on after it, and the span says that it calls. Its own time is then that of the
   * network and of waiting to be served, not of the caller's work.
   *
   * <p>The kinds CLIENT and PRODUCER say so. A SERVER and a CONSUMER work themselves, however few
   * calls they make. Where neither side has a kind, a service's inner span calls if {@link
   * CallNames} say so; in doubt the time is work.
   */
  public static boolean isCall(Trace trace, int span) {
    int child = trace.firstChild(span);
    if (child >= trace.end(span)
        || trace.nextSibling(child) != trace.end(span)
        || trace.service(child).equals(trace.service(span))
        || trace.isLeftBehind(child)) {
      return false;
    }
    return switch (trace.kind(span)) {
      case CLIENT, PRODUCER -> true;
      case SERVER, CONSUMER -> false;
      case INTERNAL ->
          span > 0
              && trace.kind(child) == SpanKind.INTERNAL
              && trace.service(trace.parent(span)).equals(trace.service(span))
              && CallNames.areOfOneCall(trace.operation(span), trace.operation(child));
    };
  }
}
