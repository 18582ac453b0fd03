package org.curtail.benchkit.latencylog;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Dates of access logs: 10/Oct/2000:13:55:36 -0700, without a zone in HAProxy's logs, or ISO 8601
 * with a zone.
 */
final class AccessDate {
  private static final Pattern BEGIN = Pattern.compile("\\d{2}/\\p{Alpha}{3}/\\d{4}:.*");

  /** Fractions of a second are optional in Apache's dates; HAProxy's dates always have them. */
  private static final DateTimeFormatter FORMAT =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("dd/MMM/yyyy:HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .optionalStart()
          .appendPattern(" Z")
          .optionalEnd()
          .toFormatter(Locale.US);

  private AccessDate() {}

  /** True if the text looks like a date of an access log, valid or not. */
  static boolean begins(String text) {
    return BEGIN.matcher(text).matches();
  }

  private static Instant instant(TemporalAccessor date) {
    return date instanceof OffsetDateTime zoned
        ? zoned.toInstant()
        : LocalDateTime.from(date).toInstant(ZoneOffset.UTC);
  }

  /** Returns the moment; empty if the text is no date. A date without a zone is in UTC. */
  static Optional<Instant> parse(String text) {
    try {
      return Optional.of(
          begins(text)
              ? instant(FORMAT.parseBest(text, OffsetDateTime::from, LocalDateTime::from))
              : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
