package org.curtail.traces;

import java.util.Locale;
import java.util.regex.Pattern;

/** Self times of spans, and spans that are the caller's side of a call. */
public final class SelfTimes {
  private static final String METHODS = "(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)";

  /** Names of client spans that name only their protocol: {@code HTTP GET}, {@code GET /cart}. */
  private static final Pattern HTTP =
      Pattern.compile(METHODS + "\\b.*|(?i:https?[ ./:_-]" + METHODS + "\\b.*)");

  /** Suffixes of the names of client and server spans. */
  private static final Pattern SIDE = Pattern.compile("[_-]?(?:client|server)$");

  private SelfTimes() {}

  /** Time of a span during which no child ran, in nanoseconds. */
  public static long nanos(Trace trace, int span) {
    long covered = 0;
    long until = trace.startNanos(span);
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      long from = Math.max(until, trace.startNanos(child));
      // A child that outlives this span covers the time until the span's end only.
      long to = Math.min(trace.endNanos(child), trace.endNanos(span));
      if (to > from) {
        covered += to - from;
        until = to;
      }
    }
    return trace.durationNanos(span) - covered;
  }

  /**
   * True if a span is the caller's side of a call. The caller's side has a single child, in another
   * service, and ends after the child. The self time of the caller's side is network and waiting,
   * not work.
   *
   * <p>The kinds CLIENT and PRODUCER are callers' sides. The kinds SERVER and CONSUMER are work.
   * Without kinds, the names of the span and its child decide; in doubt the time is work.
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
              && areOfOneCall(trace.operation(span), trace.operation(child));
    };
  }

  /**
   * True if two names belong to one call. Either the caller's name is an HTTP request, or both
   * names end alike, such as {@code Cart/GetItem} and {@code grpc.Cart/GetItem}, or {@code
   * post_client} and {@code post_server}.
   */
  private static boolean areOfOneCall(String caller, String callee) {
    return caller.equals(callee)
        || HTTP.matcher(caller).matches()
        || (!methodOf(caller).isEmpty() && methodOf(caller).equals(methodOf(callee)));
  }

  /**
   * Returns the last part of a name in lower case, without {@code client} or {@code server} at its
   * end.
   */
  private static String methodOf(String name) {
    int from = name.length();
    while (from > 0 && isWordCharacter(name.charAt(from - 1))) {
      from--;
    }
    return SIDE.matcher(name.substring(from).toLowerCase(Locale.ROOT)).replaceFirst("");
  }

  private static boolean isWordCharacter(char letter) {
    return Character.isLetterOrDigit(letter) || letter == '_' || letter == '-';
  }
}
