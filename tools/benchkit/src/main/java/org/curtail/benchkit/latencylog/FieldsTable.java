package org.curtail.benchkit.latencylog;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;

/**
 * Logs with fields in a known order, separated by blanks or tabs. These are the logs of Amazon's
 * load balancers, and the extended format of the W3C (IIS and CloudFront), whose line {@code
 * #Fields:} names the fields. Broken lines are counted and left out. Not thread-safe.
 */
final class FieldsTable implements LogTable {
  /** Name of the joined date and time in the W3C's format. */
  static final String DATE_AND_TIME = "date time";

  private static final String FIELDS = "#Fields:";
  private static final String SOFTWARE = "#Software:";

  private static final Pattern ALB =
      Pattern.compile("(http|https|h2|grpcs|ws|wss) \\d{4}-\\d{2}-\\d{2}T\\S+Z \\S+ \\S+:\\d+ .*");
  private static final Pattern ELB =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}T\\S+Z \\S+ \\S+:\\d+ (\\S+:\\d+|-) -?[\\d.]+ -?[\\d.]+ .*");

  private static final List<String> ALB_NAMES =
      List.of(
          "type",
          "time",
          "elb",
          "client:port",
          "target:port",
          "request_processing_time",
          "target_processing_time",
          "response_processing_time",
          "elb_status_code",
          "target_status_code",
          "received_bytes",
          "sent_bytes",
          "request",
          "user_agent",
          "ssl_cipher",
          "ssl_protocol",
          "target_group_arn",
          "trace_id",
          "domain_name",
          "chosen_cert_arn",
          "matched_rule_priority",
          "request_creation_time",
          "actions_executed",
          "redirect_url",
          "error_reason",
          "target:port_list",
          "target_status_code_list",
          "classification",
          "classification_reason",
          "conn_trace_id");

  private static final List<String> ELB_NAMES =
      List.of(
          "time",
          "elb",
          "client:port",
          "backend:port",
          "request_processing_time",
          "backend_processing_time",
          "response_processing_time",
          "elb_status_code",
          "backend_status_code",
          "received_bytes",
          "sent_bytes",
          "request",
          "user_agent",
          "ssl_cipher",
          "ssl_protocol");

  /** Least number of fields in a line, up to the request. */
  private static final int FEWEST = 12;

  private final LogLines lines;
  private final BrokenLines broken;
  private final boolean isW3c;
  private final String program;
  private List<String> names;
  private final String begin;
  private List<String> row = List.of();
  private boolean isFirst = true;

  private FieldsTable(
      LogLines lines, BrokenLines broken, boolean isW3c, String program, List<String> names) {
    this.lines = lines;
    this.broken = broken;
    this.isW3c = isW3c;
    this.program = program;
    this.names = names;
    this.begin = lines.where();
  }

  /** True if the line is a directive of the W3C's format. */
  static boolean isDirective(String line) {
    return line.startsWith(FIELDS) || line.startsWith(SOFTWARE);
  }

  /**
   * Returns the table of a log that begins with this line; empty for other formats.
   *
   * @param first the current line
   */
  static Optional<FieldsTable> of(String first, LogLines lines, BrokenLines broken) {
    if (isDirective(first)) {
      return Optional.of(w3c(first, lines, broken));
    }
    if (ALB.matcher(first).matches()) {
      return Optional.of(
          new FieldsTable(lines, broken, false, "an Application Load Balancer's log", ALB_NAMES));
    }
    return ELB.matcher(first).matches()
        ? Optional.of(
            new FieldsTable(lines, broken, false, "a Classic Load Balancer's log", ELB_NAMES))
        : Optional.empty();
  }

  private static FieldsTable w3c(String first, LogLines lines, BrokenLines broken) {
    String software = "";
    String line = first;
    while (!line.startsWith(FIELDS)) {
      software = line.startsWith(SOFTWARE) ? line.substring(SOFTWARE.length()).strip() : software;
      if (!line.isEmpty() && !line.startsWith("#")) {
        throw new UsageError(
            lines.where()
                + ": expected a line '#Fields:' with the names of the fields before the first request, found none");
      }
      if (!lines.next()) {
        throw new UsageError(
            lines.where()
                + ": expected a line '#Fields:' with the names of the fields, found the end of the file");
      }
      line = lines.text().strip();
    }
    var table = new FieldsTable(lines, broken, true, software, named(line));
    table.isFirst = false;
    return table;
  }

  private static List<String> named(String line) {
    return List.of(line.substring(FIELDS.length()).strip().split("\\s+", -1));
  }

  @Override
  public String form() {
    return "access log";
  }

  @Override
  public List<String> columns() {
    if (!names.contains("date") || !names.contains("time")) {
      return names;
    }
    var all = new ArrayList<String>(names);
    all.add(DATE_AND_TIME);
    return List.copyOf(all);
  }

  @Override
  public boolean next() {
    while (isFirst || lines.next()) {
      isFirst = false;
      if (lines.isBlank()) {
        continue;
      }
      if (read()) {
        return true;
      }
    }
    return false;
  }

  private boolean read() {
    String text;
    try {
      text = lines.bytes().text();
    } catch (CharacterCodingException e) {
      broken.line();
      broken.add(BrokenLines.Kind.TEXT, lines.where());
      return false;
    }
    if (isW3c && text.startsWith("#")) {
      // A restarted server writes a new header, possibly with other fields.
      names = text.startsWith(FIELDS) ? named(text) : names;
      return false;
    }
    broken.line();
    Optional<List<String>> cut =
        isW3c
            ? Optional.of(List.of(text.strip().split(text.indexOf('\t') >= 0 ? "\t" : " +", -1)))
            : AccessLine.of(text).map(AccessLine::texts);
    if (cut.isEmpty()) {
      broken.add(BrokenLines.Kind.CLOSING, lines.where());
      return false;
    }
    row = cut.get();
    if (isW3c ? row.size() != names.size() : row.size() < FEWEST) {
      broken.add(BrokenLines.Kind.FIELDS, lines.where());
      return false;
    }
    return true;
  }

  @Override
  public List<String> values(String column) {
    if (column.equals(DATE_AND_TIME)) {
      List<String> both = new ArrayList<>(values("date"));
      both.addAll(values("time"));
      return both.size() == 2 ? List.of(String.join("T", both) + "Z") : List.of();
    }
    int place = names.indexOf(column);
    return place < 0 || place >= row.size() || row.get(place).isEmpty()
        ? List.of()
        : List.of(row.get(place));
  }

  @Override
  public String where() {
    return lines.where();
  }

  /** Returns the known layout of the log; empty if the fields are unknown. */
  Optional<LogLayout> layout(LookaheadTable ahead) {
    if (!isW3c) {
      boolean isAlb = names.contains("target_processing_time");
      boolean isCreationKnown = !ahead.example("request_creation_time").isEmpty();
      return Optional.of(
          LogLayout.of(
                  "up to the head of the server's answer, in " + program,
                  begin,
                  isAlb ? "target_processing_time" : "backend_processing_time",
                  LatencyUnit.S)
              .withMoment(
                  isCreationKnown ? "request_creation_time" : "time", !isCreationKnown, null));
    }
    if (!names.contains("time-taken")) {
      return Optional.empty();
    }
    boolean isCloudFront = names.contains("x-edge-location");
    LatencyUnit unit =
        program.contains("Internet Information Services")
            ? LatencyUnit.MS
            : isCloudFront ? LatencyUnit.S : null;
    return Optional.of(
        LogLayout.of(
                unit == null
                    ? "#Fields"
                    : isCloudFront ? "CloudFront's log" : "the log of " + Abbreviated.of(program),
                begin,
                "time-taken",
                unit)
            .withMoment(columns().contains(DATE_AND_TIME) ? DATE_AND_TIME : null, true, null));
  }
}
