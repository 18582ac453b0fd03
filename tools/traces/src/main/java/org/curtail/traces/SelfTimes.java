package org.curtail.traces;

import java.util.Locale;
import java.util.regex.Pattern;

/** Self times of spans, and the spans that only wait for another service. */
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
      // A child that outlives this span covers no more than the span's time.
      long to = Math.min(trace.endNanos(child), trace.endNanos(span));
      if (to > from) {
        covered += to - from;
        until = to;
      }
    }
    return trace.durationNanos(span) - covered;
  }

  /**
   * True if a span is the caller's side of a call: it has a single child, in another service, that
   * did not outlive it, and the span says that it calls. Its self time is then network and waiting,
   * not the caller's work.
   *
   * <p>Kinds CLIENT and PRODUCER say that they call. SERVER and CONSUMER spans work themselves,
   * however few calls they make. If neither side has a kind, the names of the inner span and its
   * child decide; in doubt the time is work.
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
   * True if two names belong to one call: the caller's side is an HTTP request, or both end alike,
   * such as {@code Cart/GetItem} and {@code grpc.Cart/GetItem}, or {@code post_client} and {@code
   * post_server}.
   */
  private static boolean areOfOneCall(String caller, String callee) {
    return caller.equals(callee)
        || HTTP.matcher(caller).matches()
        || (!methodOf(caller).isEmpty() && methodOf(caller).equals(methodOf(callee)));
  }

  /** Returns the last part of a name in lower case, without a suffix of the side. */
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
