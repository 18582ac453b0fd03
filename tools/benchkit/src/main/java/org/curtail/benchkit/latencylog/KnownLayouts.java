package org.curtail.benchkit.latencylog;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Known layouts of tables by the names of their columns: those of load generators and of servers
 * with JSON logs, by each program's documentation.
 */
final class KnownLayouts {
  /** k6's names of the duration of a request, by protocol. */
  private static final List<String> K6_METRICS = List.of("http_req_duration", "grpc_req_duration");

  /** Columns of vegeta's CSV, which has no line of names. */
  static final List<String> VEGETA =
      List.of(
          "timestamp",
          "code",
          "latency",
          "bytes_out",
          "bytes_in",
          "error",
          "body",
          "attack",
          "seq",
          "method",
          "url",
          "headers");

  private final LookaheadTable table;
  private final Set<String> columns;
  private final String where;

  private KnownLayouts(LookaheadTable table, String where) {
    this.table = table;
    this.columns = Set.copyOf(table.columns());
    this.where = where;
  }

  /**
   * Returns the layout of a table with these columns; empty if unknown.
   *
   * @param table table at its first row
   * @param where location of the names of columns
   */
  static Optional<LogLayout> of(LookaheadTable table, String where) {
    return new KnownLayouts(table, where).layout();
  }

  private Optional<LogLayout> layout() {
    return Stream.of(k6(), loadGenerator(), envoy(), caddy(), traefik(), nginx())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private boolean has(String... names) {
    return columns.containsAll(List.of(names));
  }

  private boolean hasAny(String... names) {
    return Stream.of(names).anyMatch(columns::contains);
  }

  private LogLayout layout(String program, String duration, @Nullable LatencyUnit unit) {
    return LogLayout.of("columns of " + program, where, duration, unit);
  }

  private Optional<LogLayout> k6() {
    if (has("metric_name", "timestamp", "metric_value")) {
      return Optional.of(
          layout("k6", "metric_value", LatencyUnit.MS)
              .withSeries("metric_name", k6Metric("metric_name")));
    }
    return has("metric", "type", "data.value")
        ? Optional.of(
            layout("k6", "data.value", LatencyUnit.MS).withSeries("metric", k6Metric("metric")))
        : Optional.empty();
  }

  private @Nullable String k6Metric(String column) {
    Collection<String> seen = table.distinct(column);
    List<String> found = K6_METRICS.stream().filter(seen::contains).toList();
    return found.size() == 1 ? found.getFirst() : null;
  }

  private Optional<LogLayout> loadGenerator() {
    if (has("timeStamp", "elapsed", "label")) {
      return Optional.of(layout("JMeter", "elapsed", LatencyUnit.MS));
    }
    if (has("latency", "timestamp", "code", "seq", "bytes_in", "bytes_out")) {
      return Optional.of(layout("vegeta", "latency", LatencyUnit.NS));
    }
    if (has("response-time", "DNS+dialup", "Response-delay")) {
      return Optional.of(layout("hey", "response-time", LatencyUnit.S));
    }
    return has("request-start", "request-duration", "DNS+dialup")
        ? Optional.of(layout("oha", "request-duration", LatencyUnit.S))
        : Optional.empty();
  }

  private Optional<LogLayout> envoy() {
    return has("duration", "start_time", "response_code")
            && hasAny("response_flags", "bytes_received", "upstream_host", "upstream_cluster")
        ? Optional.of(
            layout("Envoy's access log in JSON, which Istio has too", "duration", LatencyUnit.MS)
                .withMoment("start_time", false, null))
        : Optional.empty();
  }

  /**
   * Returns Caddy's layout: seconds with decimals by default; texts or whole numbers by
   * configuration.
   */
  private Optional<LogLayout> caddy() {
    if (!has("duration", "ts", "status") || !hasAny("request.uri", "request.method")) {
      return Optional.empty();
    }
    boolean hasDecimals =
        table.ahead("duration").stream().anyMatch(cell -> cell.value().indexOf('.') >= 0);
    return Optional.of(
        layout("Caddy's access log", "duration", hasDecimals ? LatencyUnit.S : null)
            .withMoment("ts", true, LatencyUnit.S));
  }

  private Optional<LogLayout> traefik() {
    if (!has("Duration") || !hasAny("StartUTC", "StartLocal", "OriginDuration", "RequestMethod")) {
      return Optional.empty();
    }
    String start = has("StartUTC") ? "StartUTC" : has("StartLocal") ? "StartLocal" : null;
    return Optional.of(
        layout("Traefik's access log in JSON", "Duration", LatencyUnit.NS)
            .withMoment(start, false, null));
  }

  /** Returns nginx's layout: a log_format for JSON with the names of its variables. */
  private Optional<LogLayout> nginx() {
    List<String> time = table.example("request_time");
    if (time.size() != 1
        || !AccessForm.NGINX_SECONDS.matcher(time.getFirst()).matches()
        || !hasAny("remote_addr", "upstream_response_time", "body_bytes_sent", "bytes_sent")) {
      return Optional.empty();
    }
    String end =
        Stream.of("msec", "time_iso8601", "time_local").filter(this::has).findFirst().orElse(null);
    return Optional.of(
        layout("nginx's variables", "request_time", LatencyUnit.S)
            .withMoment(end, true, LatencyUnit.S));
  }
}
