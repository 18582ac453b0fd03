package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;

/**
 * Time lines of requests in letters, one for each cause. Within a part that a thread served it is
 * known how much of each cause there was, not when; there the causes stand in their usual order.
 */
final class TimeLineText {
  /** One for each cause, in the order of causes. */
  private static final String LETTERS = "nahrwgsbfxi.";

  private TimeLineText() {}

  /** What each letter is, of causes that have one in these requests. */
  static String key(List<String> causes, List<SlowRequest> requests) {
    List<String> shown =
        IntStream.range(0, causes.size())
            .filter(cause ->
                requests.stream()
                    .flatMap(request -> request.spans().stream())
                    .anyMatch(span -> span.ms().get(cause) > 0))
            .mapToObj(cause -> "%s %s".formatted(LETTERS.charAt(cause), causes.get(cause)))
            .toList();
    return String.join(", ", shown);
  }

  /**
   * A time line.
   *
   * @param longestMs the time that takes all of the width
   * @param width in letters
   */
  static String of(SlowRequest request, double longestMs, int width) {
    List<Stretch> stretches = stretches(request);
    int cells = Math.clamp(Math.round(width * request.latencyMs() / longestMs), 1, width);
    var line = new StringBuilder();
    for (int cell = 0; cell < cells; cell++) {
      line.append(letter(stretches, (cell + 0.5) / cells * request.latencyMs()));
    }
    return line.toString();
  }

  private record Stretch(double toMs, char letter) {}

  private static List<Stretch> stretches(SlowRequest request) {
    var stretches = new ArrayList<Stretch>();
    for (Span span : request.spans()) {
      double atMs = span.fromMs();
      for (int cause = 0; cause < span.ms().size(); cause++) {
        atMs += span.ms().get(cause);
        if (span.ms().get(cause) > 0) {
          stretches.add(new Stretch(atMs, LETTERS.charAt(cause)));
        }
      }
    }
    return stretches;
  }

  private static char letter(List<Stretch> stretches, double atMs) {
    for (Stretch stretch : stretches) {
      if (atMs <= stretch.toMs()) {
        return stretch.letter();
      }
    }
    return LETTERS.charAt(LETTERS.length() - 1);
  }
}
