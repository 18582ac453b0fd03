package org.curtail.traces;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How long spans of a trace worked themselves, and which of them only waited for another service.
 */
public final class SelfTimes {
  private static final String METHODS = "(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)";

  /** A caller's side that is named by its protocol only: {@code HTTP GET}, {@code GET /cart}. */
  private static final Pattern HTTP =
      Pattern.compile(METHODS + "\\b.*|(?i:https?[ ./:_-]" + METHODS + "\\b.*)");

  /** What programs add to the names of the two sides. */
  private static final Pattern SIDE = Pattern.compile("[_-]?(?:client|server)$");

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
   * calls they make. Where neither side has a kind, a service's inner span calls if the names say
   * so; in doubt the time is work.
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
   * Whether they are: the caller's side is named as a request of HTTP, or both end alike, as {@code
   * Cart/GetItem} and {@code grpc.Cart/GetItem} do, or {@code post_client} and {@code post_server}.
   */
  private static boolean areOfOneCall(String caller, String callee) {
    return caller.equals(callee)
        || HTTP.matcher(caller).matches()
        || (!methodOf(caller).isEmpty() && methodOf(caller).equals(methodOf(callee)));
  }

  /** The last part of a name, in small letters, without the side that it is of. */
  private static String methodOf(String name) {
    int from = name.length();
    while (from > 0 && isOfWord(name.charAt(from - 1))) {
      from--;
    }
    return SIDE.matcher(name.substring(from).toLowerCase(Locale.ROOT)).replaceFirst("");
  }

  private static boolean isOfWord(char letter) {
    return Character.isLetterOrDigit(letter) || letter == '_' || letter == '-';
  }
}
