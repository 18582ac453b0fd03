/** Learns the demand of a service, plans, compares, and drives its engine. */
module org.curtail.automatic {
  requires static org.jspecify;
  requires java.management;
  requires jdk.jfr;
  requires jdk.management;
  requires org.curtail.json;
  requires transitive org.curtail.model;

  exports org.curtail.autopilot;
  exports org.curtail.demand;

  provides org.curtail.runtime.Autopilot.Maker with
      org.curtail.autopilot.AutopilotMaker;
}
