package org.curtail.measurement.latencylog;

import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.curtail.measurement.terminal.Excerpt;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.measurement.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * An access log in the common or the combined format, or one like it, with a duration in each line.
 * Apache writes a whole number (%D in microseconds, %T in seconds) and the date at which it
 * received the request; nginx writes seconds with three decimals ($request_time) and the date at
 * which it logged the answer, the end. Other formats are read if the user names their fields.
 * Broken lines are counted and left out.
 */
final class AccessLog {
  /** As {@code --arrived} and {@code --ended} name the date in brackets. */
  private static final String DATE = "time";

  private static final Pattern NGINX_SECONDS = Pattern.compile("\\d+\\.\\d{3}");
  private static final double MOST_BROKEN = 0.5;
  private static final BigDecimal NANOS_IN_MILLI = BigDecimal.valueOf(1_000_000);
  private static final int LONG_BITS = 63;
  private static final int SHOWN = 20;

  /** Gets the requests. */
  interface Requests {
    /**
     * One of them.
     *
     * @param moment at which it arrived or ended
     * @param where file and line, for messages
     */
    void add(double durationMs, Instant moment, boolean isEnd, Supplier<String> where);
  }

  /** What can be wrong with a line. */
  private enum Broken {
    TEXT("not in UTF-8"),
    CLOSING("with a quote or a bracket that is not closed"),
    MOMENT("without a time such as [10/Oct/2000:13:55:36 -0700]"),
    DURATION("without a duration");

    private final String words;

    Broken(String words) {
      this.words = words;
    }
  }

  /** How many lines are broken in one way, and where the first is. */
  private record Count(int lines, String first) {}

  /**
   * How durations are written.
   *
   * @param name of the field
   * @param isEnd whether the date is that of the end
   */
  private record Duration(String name, LatencyUnit unit, boolean isEnd) {}

  private final TimedColumns said;
  private final String file;
  private final Map<Broken, Count> broken = new EnumMap<>(Broken.class);
  private @Nullable Duration duration;
  private @Nullable AccessLine firstLine;
  private int lines;
  private boolean isWhole = true;

  private AccessLog(TimedColumns said, String file) {
    this.said = said;
    this.file = file;
  }

  /**
   * Reads all of it.
   *
   * @param lines at the first line that has something
   * @throws Misuse if no line has a duration, most are broken, or nothing tells the unit
   */
  static AccessLog read(LogLines lines, TimedColumns said, String file, Requests into) {
    var log = new AccessLog(said, file);
    do {
      if (!lines.isBlank()) {
        log.lines++;
        log.line(lines, into);
      }
    } while (lines.next());
    log.requireRequests();
    return log;
  }

  private void line(LogLines lines, Requests into) {
    Optional<AccessLine> cut;
    try {
      cut = AccessLine.of(lines.bytes().text());
    } catch (CharacterCodingException e) {
      count(Broken.TEXT, lines);
      return;
    }
    if (cut.isEmpty()) {
      count(Broken.CLOSING, lines);
      return;
    }
    AccessLine line = cut.get();
    firstLine = firstLine == null ? line : firstLine;
    Optional<Instant> moment = moment(line);
    if (moment.isEmpty()) {
      count(Broken.MOMENT, lines);
      return;
    }
    if (duration == null) {
      duration = duration(line, lines);
    }
    Duration known = duration;
    String text = known == null ? "" : line.value(known.name()).orElse("");
    if (known == null || !AccessLine.isNumber(text)) {
      count(Broken.DURATION, lines);
      return;
    }
    isWhole &= text.indexOf('.') < 0;
    into.add(
        LogNumber.millis(text, known.unit(), lines::where),
        moment.get(),
        known.isEnd(),
        lines::where);
  }

  private void count(Broken kind, LogLines lines) {
    broken.merge(
        kind,
        new Count(1, lines.where()),
        (before, one) -> new Count(before.lines() + 1, before.first()));
  }

  /** As the first line that has one writes it; null if this one has none. */
  private @Nullable Duration duration(AccessLine line, LogLines lines) {
    String name = said.duration() == null ? line.appended().orElse("") : said.duration();
    String text = line.value(name).orElse("");
    if (!AccessLine.isNumber(text)) {
      return null;
    }
    boolean isNginx = NGINX_SECONDS.matcher(text).matches();
    LatencyUnit unit =
        Optional.ofNullable(said.unit())
            .or(() -> LatencyUnit.ofColumn(name))
            .or(() -> isNginx ? Optional.of(LatencyUnit.S) : Optional.empty())
            .orElseThrow(() ->
                new Misuse(
                    "%s: nothing says in which unit the duration %s in field %s is; add --unit us for Apache's %%D, s for %%T, ms for %%{ms}T"
                        .formatted(lines.where(), text, Excerpt.of(name))));
    return new Duration(name, unit, said.moment() == null ? isNginx : said.isEnd());
  }

  private Optional<Instant> moment(AccessLine line) {
    String name = said.moment();
    if (name == null || name.equals(DATE)) {
      return line.date();
    }
    Optional<String> text = line.value(name);
    if (text.filter(AccessLine::isNumber).isEmpty()) {
      return text.flatMap(AccessDate::parse);
    }
    LatencyUnit unit =
        Optional.ofNullable(said.momentUnit())
            .or(() -> LatencyUnit.ofColumn(name))
            .orElseThrow(() ->
                new Misuse(
                    "%s: nothing says in which unit the moments in field %s are; add --moment-unit s for nginx's $msec, or ms, us, ns"
                        .formatted(file, Excerpt.of(name))));
    BigDecimal nanos =
        new BigDecimal(text.get())
            .multiply(BigDecimal.valueOf(unit.millis(1)))
            .multiply(NANOS_IN_MILLI);
    return nanos.toBigInteger().bitLength() > LONG_BITS
        ? Optional.empty()
        : Optional.of(Instant.ofEpochSecond(0, nanos.longValue()));
  }

  private void requireRequests() {
    int left = broken.values().stream().mapToInt(Count::lines).sum();
    if (left == lines && broken.containsKey(Broken.DURATION)) {
      String wanted = said.duration();
      throw new Misuse(
          wanted == null
              ? "%s: expected an access log with a duration at the end of each line, as Apache's %%D or nginx's $request_time writes it, found none; add it to the format of the log, or name its field with --duration%s"
                  .formatted(file, fields())
              : "%s: --duration: expected the number or the name of a field with durations, found '%s'%s"
                  .formatted(file, Excerpt.of(wanted), fields()));
    }
    if (left > MOST_BROKEN * lines) {
      throw new Misuse("%s: expected an access log, found %s".formatted(file, brokenInWords()));
    }
  }

  private String fields() {
    return firstLine == null
        ? ""
        : "; the first line has "
            + String.join(", ", firstLine.names().stream().limit(SHOWN).map(Excerpt::of).toList());
  }

  private String brokenInWords() {
    var kinds = new ArrayList<String>();
    int left = 0;
    for (var one : broken.entrySet()) {
      Count count = one.getValue();
      left += count.lines();
      kinds.add(
          "%s %s (%s%s)"
              .formatted(
                  Numbers.count(count.lines()),
                  one.getKey().words,
                  count.lines() == 1 ? "" : "the first: ",
                  count.first()));
    }
    return "%s of %s lines broken: %s"
        .formatted(Numbers.count(left), Numbers.count(lines), String.join("; ", kinds));
  }

  /** What it was read as, in words. */
  String described() {
    Duration known = duration;
    String moment = said.moment();
    if (known == null) {
      return "access log";
    }
    return "access log, durations in field %s, %s, %s %s"
        .formatted(
            known.name(),
            known.unit().words(),
            known.isEnd() ? "ends in" : "arrivals in",
            moment == null || moment.equals(DATE) ? "the date in brackets" : "field " + moment);
  }

  /** What the user should know of how it was read. */
  List<String> remarks() {
    var remarks = new ArrayList<String>();
    if (!broken.isEmpty()) {
      remarks.add("left out: " + brokenInWords());
    }
    Duration known = duration;
    if (known != null && said.moment() == null) {
      remarks.add(
          known.isEnd()
              ? "durations have three decimals, as nginx writes them: its dates are those of the ends; if this is another server's log, say --arrived time"
              : "durations are not in nginx's form, so that dates are taken as Apache's, those of arrival; if they are those of the ends, say --ended time");
    }
    if (known != null && known.unit() == LatencyUnit.S && isWhole) {
      remarks.add(
          "durations are whole seconds, too coarse for most services; let Apache log %D in place of %T");
    }
    return remarks;
  }
}
