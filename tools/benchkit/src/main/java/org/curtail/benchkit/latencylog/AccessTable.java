package org.curtail.benchkit.latencylog;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * An access log in the common, the combined or a similar format, with a duration in each line.
 * Apache writes a whole number (%D in microseconds, %T in seconds) and the date of the arrival.
 * nginx writes seconds with three decimals ($request_time) and the date of the end. Other formats
 * are in {@link AccessForm}. Broken lines are counted and left out. Not thread-safe.
 */
final class AccessTable implements LogTable {
  /** Name of the date in brackets for {@code --arrived} and {@code --ended}. */
  static final String DATE = "time";

  private static final int FIELDS_FROM_DATE = 4;
  private static final int SHOWN = 20;

  /**
   * From this number of seconds on, a number is a moment (nginx's $msec); a smaller one is a
   * duration.
   */
  private static final double LEAST_MOMENT = 1e8;

  /** Names of durations in nginx's documentation; those of the whole request are first. */
  private static final List<List<String>> NGINX_NAMES =
      List.of(
          List.of("rt", "request_time", "req_time", "reqtime"),
          List.of("urt", "upstream_response_time"));

  /**
   * A candidate for the field of the duration.
   *
   * @param isNginx true if each value so far has three decimals
   * @param hasUnit true if each value has a unit
   * @param isAppended true if the field follows the size in a line of the common format
   */
  private record Candidate(
      String name,
      String example,
      String where,
      boolean isKeyed,
      boolean isNginx,
      boolean hasUnit,
      boolean isAppended) {}

  private final LogLines lines;
  private final BrokenLines broken;
  private final MessageLines messages;
  private final Map<String, Candidate> candidates = new LinkedHashMap<>();
  private @Nullable AccessForm form;
  private String formColumn = "";
  private String formWhere = "";
  private @Nullable AccessLine firstLine;
  private @Nullable AccessLine line;
  private boolean isFirst = true;
  private boolean isSettled;

  /** Creates the table of a log. The current line is its first line. */
  AccessTable(LogLines lines, BrokenLines broken, MessageLines messages) {
    this.lines = lines;
    this.broken = broken;
    this.messages = messages;
  }

  @Override
  public String form() {
    return "access log";
  }

  @Override
  public List<String> columns() {
    AccessLine at = line;
    if (at == null) {
      return List.of();
    }
    var names = new LinkedHashSet<String>(at.names());
    IntStream.rangeClosed(1, at.size()).mapToObj(String::valueOf).forEach(names::add);
    names.add(DATE);
    if (form != null) {
      names.addAll(form.names());
    }
    return List.copyOf(names);
  }

  @Override
  public String title(String column) {
    return column.equals(DATE) ? "the date in brackets" : "field " + column;
  }

  @Override
  public boolean next() {
    while (isFirst || lines.next()) {
      isFirst = false;
      if (lines.isBlank() || isMessage()) {
        continue;
      }
      broken.line();
      Optional<AccessLine> cut = cut();
      if (cut.isPresent()) {
        line = cut.get();
        firstLine = firstLine == null ? line : firstLine;
        if (!isSettled) {
          look(cut.get());
        }
        return true;
      }
    }
    return false;
  }

  private boolean isMessage() {
    try {
      return messages.passOver(lines, lines.bytes().text());
    } catch (CharacterCodingException e) {
      return false; // The line counts as broken.
    }
  }

  private Optional<AccessLine> cut() {
    Optional<AccessLine> cut;
    try {
      cut = AccessLine.of(lines.bytes().text());
    } catch (CharacterCodingException e) {
      broken.add(BrokenLines.Kind.TEXT, lines.where());
      return Optional.empty();
    }
    if (cut.isEmpty()) {
      broken.add(BrokenLines.Kind.CLOSING, lines.where());
      return Optional.empty();
    }
    int date = cut.get().datePlace();
    if (date >= 0 && cut.get().text(date + 1).equals("- - -")) {
      broken.add(BrokenLines.Kind.REQUEST, lines.where());
      return Optional.empty();
    }
    return cut;
  }

  @Override
  public List<String> values(String column) {
    AccessLine at = line;
    if (at == null) {
      return List.of();
    }
    AccessForm known = form;
    Optional<String> value;
    if (column.equals(DATE) && at.value(DATE).isEmpty()) {
      value = at.date();
    } else if (known == null) {
      value = at.value(column);
    } else {
      value =
          column.equals(formColumn)
              ? known.text(at)
              : known.text(at, column).or(() -> at.value(column));
    }
    return value.map(String::strip).filter(text -> !text.isEmpty()).stream().toList();
  }

  @Override
  public String where() {
    return lines.where();
  }

  /** Finds the candidates for the duration in this line. */
  private void look(AccessLine at) {
    if (form == null) {
      AccessForm found = AccessForm.of(at).orElse(null);
      if (found != null) {
        form = found;
        formColumn = found.column(at);
        formWhere = lines.where();
      }
    }
    int date = at.datePlace();
    boolean isCommon = AccessForm.isCommon(at, date);
    for (int i = isCommon ? date + FIELDS_FROM_DATE : 0; i < at.size(); i++) {
      String text = at.text(i);
      boolean isTime = AccessLine.isNumber(text) || LogNumber.hasUnit(text);
      if (i == date || !isTime || (at.isKeyed(i) && ColumnChoice.isLimit(at.name(i)))) {
        continue;
      }
      var seen =
          new Candidate(
              at.name(i),
              text,
              lines.where(),
              at.isKeyed(i),
              isNginx(text),
              LogNumber.hasUnit(text),
              isCommon && !at.field(date).startsWith("[2"));
      candidates.merge(
          seen.name(),
          seen,
          (before, now) ->
              new Candidate(
                  before.name(),
                  before.example(),
                  before.where(),
                  before.isKeyed() && now.isKeyed(),
                  before.isNginx() && now.isNginx(),
                  before.hasUnit() && now.hasUnit(),
                  before.isAppended() && now.isAppended()));
    }
  }

  private static boolean isNginx(String text) {
    return AccessForm.NGINX_SECONDS.matcher(text).matches()
        && Double.parseDouble(text) < LEAST_MOMENT;
  }

  /**
   * Returns the positions of duration and date, from the first lines.
   *
   * @throws UsageError if the duration or its unit is ambiguous
   */
  LogLayout layout(LogColumns said, LookaheadTable ahead, String file) {
    isSettled = true;
    AccessForm known = form;
    String named = said.first();
    if (known != null && (named == null || named.equals(formColumn))) {
      return ofForm(known, formColumn, known.what());
    }
    if (named != null) {
      List<String> example = ahead.example(named);
      if (example.isEmpty() || !isDuration(example.getFirst())) {
        throw noDuration(named, file);
      }
      String text = example.getFirst();
      if (known != null && known.names().contains(named)) {
        return ofForm(known, named, named);
      }
      return layout(named, text, ahead.exampleWhere(named), isNginx(text), "", said)
          .withRemark(known == null ? remark(isNginx(text)) : null);
    }
    Candidate found = guess(file);
    return layout(
            found.name(), found.example(), found.where(), found.isNginx(), reason(found), said)
        .withRemark(remark(found.isNginx()));
  }

  private LogLayout ofForm(AccessForm known, String column, String what) {
    return LogLayout.of(
            "%s in %s".formatted(what, known.program()), formWhere, column, known.unit())
        .withMoment(known.hasDate() ? DATE : null, known.isEnd(), null);
  }

  private static boolean isDuration(String text) {
    return AccessLine.isNumber(text) || LogNumber.hasUnit(text);
  }

  private static String reason(Candidate found) {
    if (found.isKeyed() && NGINX_NAMES.getLast().contains(found.name())) {
      return "its name, which is that of the upstream's time";
    }
    if (found.isNginx()) {
      return "written as nginx writes $request_time";
    }
    return found.hasUnit()
        ? "the only time with a unit"
        : found.isKeyed() ? "its name" : "the only number behind the size";
  }

  private static String remark(boolean isNginx) {
    return isNginx
        ? "dates are read as those of the ends, as nginx writes them; if another server wrote this, add --arrived time"
        : "durations are not in nginx's form, so dates are read as Apache's, those of arrival; if they are those of the ends, add --ended time";
  }

  private static LogLayout layout(
      String name, String text, String where, boolean isNginx, String what, LogColumns said) {
    LatencyUnit unit = LatencyUnit.ofColumn(name).orElse(isNginx ? LatencyUnit.S : said.unit());
    if (unit == null && !LogNumber.hasUnit(text)) {
      throw new UsageError(
          "%s: nothing says in which unit the duration %s in field %s is; add --unit us for Apache's %%D, s for %%T, ms for %%{ms}T"
              .formatted(where, text, Abbreviated.of(name)));
    }
    return LogLayout.of(what, where, name, LogNumber.hasUnit(text) ? null : unit)
        .withMoment(DATE, isNginx, null);
  }

  private Candidate guess(String file) {
    List<Candidate> all = List.copyOf(candidates.values());
    for (List<String> names : NGINX_NAMES) {
      List<Candidate> named =
          only(all, one -> one.isKeyed() && names.contains(one.name()) && one.isNginx());
      if (named.size() == 1) {
        return named.getFirst();
      }
    }
    List<Candidate> named = only(all, one -> one.isKeyed() && ColumnChoice.isLatency(one.name()));
    if (!named.isEmpty()) {
      return single(named, all);
    }
    List<Candidate> withUnit = only(all, Candidate::hasUnit);
    List<Candidate> bare = only(all, one -> !one.isKeyed());
    if (!withUnit.isEmpty()) {
      boolean isRivalled = withUnit.getFirst().isKeyed() && !bare.isEmpty();
      return single(isRivalled ? List.of() : withUnit, all);
    }
    if (bare.size() == 1 && (bare.getFirst().isAppended() || bare.getFirst().isNginx())) {
      return bare.getFirst();
    }
    List<Candidate> nginx = only(bare, Candidate::isNginx);
    if (nginx.size() == 1) {
      return nginx.getFirst();
    }
    if (all.isEmpty()) {
      throw noDuration(null, file);
    }
    return single(List.of(), all);
  }

  /** Returns the only candidate; otherwise an error asks the user to choose. */
  private static Candidate single(List<Candidate> found, List<Candidate> all) {
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw new UsageError(
        "%s: it is unclear which number is the duration; name its field with --duration: %s"
            .formatted(
                all.getFirst().where(),
                String.join(
                    ", ",
                    all.stream()
                        .limit(SHOWN)
                        .map(one ->
                            "field %s has %s"
                                .formatted(
                                    Abbreviated.of(one.name()), Abbreviated.of(one.example())))
                        .toList())));
  }

  private static List<Candidate> only(List<Candidate> all, Predicate<Candidate> wanted) {
    return all.stream().filter(wanted).toList();
  }

  /** Returns the error for a log without durations. */
  UsageError noDuration(@Nullable String wanted, String file) {
    AccessLine first = firstLine;
    var names = new ArrayList<String>();
    if (first != null) {
      IntStream.range(0, first.size())
          .limit(SHOWN)
          .mapToObj(i ->
              "%s '%s'".formatted(Abbreviated.of(first.name(i)), Abbreviated.of(first.text(i))))
          .forEach(names::add);
    }
    String fields = names.isEmpty() ? "" : "; the first line has " + String.join(", ", names);
    return new UsageError(
        wanted == null
            ? "%s: expected an access log with a duration at the end of each line, as Apache's %%D or nginx's $request_time writes it, found none; add it to the format of the log, or name its field with --duration%s"
                .formatted(file, fields)
            : "%s: --duration: expected the number or the name of a field with durations, found '%s'%s"
                .formatted(file, Abbreviated.of(wanted), fields));
  }
}
