/** Meters of engines and hedges, for any registry of Micrometer. */
module org.curtail.micrometer {
  requires static org.jspecify;
  requires transitive micrometer.core;
  requires transitive org.curtail;
  requires transitive org.curtail.hedge;

  exports org.curtail.micrometer;
}
