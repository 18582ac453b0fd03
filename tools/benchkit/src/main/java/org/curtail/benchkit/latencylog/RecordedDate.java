package org.curtail.benchkit.latencylog;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A date and a time in ISO 8601, with the variants of Go, Java and databases. A blank may replace
 * the T and precede the offset, the offset may lack the colon, and the name of the zone may follow.
 * Without an offset, the zone is UTC.
 */
public final class RecordedDate {
  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?)"
              + " ?(?:Z|UTC|GMT|([+-]\\d\\d(?::?\\d\\d)?)(?: [A-Z]{2,5}| [+-]\\d{2,4})?)?"
              + "(?:\\[[\\w/+-]+])?(?: m=[+-][\\d.]+)?",
          Pattern.CASE_INSENSITIVE);

  private RecordedDate() {}

  /** Returns the moment; empty if the text is no date. */
  public static Optional<Instant> parse(String text) {
    Matcher parts = DATE.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String offset = parts.group(3);
    try {
      return Optional.of(
          LocalDateTime.parse(parts.group(1) + "T" + parts.group(2).replace(',', '.'))
              .toInstant(offset == null ? ZoneOffset.UTC : ZoneOffset.of(offset)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
