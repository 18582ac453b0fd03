package org.curtail.measurement.latencylog;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Dates as access logs write them: 10/Oct/2000:13:55:36 -0700, or ISO 8601 with a zone. */
final class AccessDate {
  private static final Pattern BEGIN = Pattern.compile("\\d{2}/\\p{Alpha}{3}/\\d{4}:.*");

  /** Apache writes fractions of a second if the format asks for them. */
  private static final DateTimeFormatter FORMAT =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("dd/MMM/yyyy:HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendPattern(" Z")
          .toFormatter(Locale.US);

  private AccessDate() {}

  /** Whether it is meant as one of an access log, even a wrong one. */
  static boolean begins(String text) {
    return BEGIN.matcher(text).matches();
  }

  /** The moment; empty if the text is none. */
  static Optional<Instant> parse(String text) {
    try {
      return Optional.of(
          begins(text)
              ? OffsetDateTime.parse(text, FORMAT).toInstant()
              : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
