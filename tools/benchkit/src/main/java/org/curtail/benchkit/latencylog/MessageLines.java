package org.curtail.benchkit.latencylog;

import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a server among the lines of its requests, such as those of a sidecar's container: the
 * start, and warnings. The reader skips and counts such lines. Not thread-safe.
 */
final class MessageLines {
  private static final String LEVEL =
      "(?i:trace|debug|info|notice|warn|warning|error|err|crit|critical|alert|emerg|fatal|panic)";

  /**
   * Messages of Istio, nginx, Envoy and Kubernetes, and of the script that starts nginx's image.
   */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d\\S*[ \\t]+\\[?"
              + LEVEL
              + "\\b|\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d[^]]*]\\[\\d+]\\["
              + LEVEL
              + "]|[IWEF]\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d+ |/\\S+\\.sh: )");

  private long before;
  private String firstBefore = "";
  private String lastBefore = "";
  private long between;
  private String firstBetween = "";

  /** True if the line is a server's message. */
  static boolean isMessage(String line) {
    return MESSAGE.matcher(line).lookingAt();
  }

  /**
   * Skips a message, which may have many lines, up to the first line of a request.
   *
   * @return this line, stripped
   * @throws UsageError if no request follows
   */
  String skip(LogLines lines, String message, String file) {
    firstBefore = lines.where();
    do {
      before++;
      lastBefore = number(lines);
      if (!lines.next()) {
        throw new UsageError(
            "%s: expected lines of requests, found a server's messages only, %s lines: the first is '%s'"
                .formatted(file, Numbers.count(before), Abbreviated.of(message)));
      }
    } while (!isRequest(lines));
    return lines.text().strip();
  }

  private static boolean isRequest(LogLines lines) {
    try {
      String line = lines.bytes().text().strip();
      return line.startsWith("{") || (!isMessage(line) && AccessLine.begins(line));
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static String number(LogLines lines) {
    return String.valueOf(lines.bytes().number());
  }

  /** Skips the current line if it is a message between requests. */
  boolean passOver(LogLines lines, String line) {
    if (!isMessage(line)) {
      return false;
    }
    between++;
    firstBetween = firstBetween.isEmpty() ? lines.where() : firstBetween;
    return true;
  }

  /** Returns a text with the number of skipped lines; empty if none was skipped. */
  Optional<String> note() {
    @Nullable String early =
        before == 0
            ? null
            : before == 1
                ? "1 line before the first request, %s".formatted(firstBefore)
                : "%s lines before the first request, %s to %s"
                    .formatted(Numbers.count(before), firstBefore, lastBefore);
    @Nullable String late =
        between == 0
            ? null
            : "%s between requests (%s%s)"
                .formatted(Numbers.count(between), between == 1 ? "" : "the first: ", firstBetween);
    return early == null && late == null
        ? Optional.empty()
        : Optional.of(
            "messages of the server are no access lines, passed over: %s"
                .formatted(early == null ? late : late == null ? early : early + "; " + late));
  }
}
