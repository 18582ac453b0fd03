/** Metrics and spans of engines and hedges, by OpenTelemetry. */
module org.curtail.opentelemetry {
  requires static org.jspecify;
  requires io.opentelemetry.context;
  requires transitive io.opentelemetry.api;
  requires transitive org.curtail;
  requires transitive org.curtail.hedge;

  exports org.curtail.opentelemetry;
}
