package org.curtail.traces;

import java.util.Locale;
import java.util.regex.Pattern;

/** What the names of two spans say about whether they are the two sides of one call. */
final class CallNames {
  private static final String METHODS = "(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)";

  /** A caller's side that is named by its protocol only: {@code HTTP GET}, {@code GET /cart}. */
  private static final Pattern HTTP =
      Pattern.compile(METHODS + "\\b.*|(?i:https?[ ./:_-]" + METHODS + "\\b.*)");

  /** What programs add to the names of the two sides. */
  private static final Pattern SIDE = Pattern.compile("[_-]?(?:client|server)$");

  private CallNames() {}

  /**
   * Whether they are: the caller's side is named as a request of HTTP, or both end alike, as {@code
   * Cart/GetItem} and {@code grpc.Cart/GetItem} do, or {@code post_client} and {@code post_server}.
   */
  static boolean areOfOneCall(String caller, String callee) {
    return caller.equals(callee)
        || HTTP.matcher(caller).matches()
        || (!method(caller).isEmpty() && method(caller).equals(method(callee)));
  }

  /** The last part of a name, in small letters, without the side that it is of. */
  private static String method(String name) {
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
