/** The engine: runs each request of a service with as many threads as a policy says. */
@SuppressWarnings("module") // The modules behind "to" are built later.
module org.curtail {
  requires static org.jspecify;
  requires java.management;
  requires jdk.jfr;

  exports org.curtail;
  exports org.curtail.policy;
  exports org.curtail.predict;
  exports org.curtail.runtime;
  exports org.curtail.signals;
  exports org.curtail.speed;
  exports org.curtail.dispatch to
      org.curtail.model;
  exports org.curtail.signals.proc to
      org.curtail.diagnose;
  exports org.curtail.speed.place to
      org.curtail.model;
  exports org.curtail.policy.demand to
      org.curtail.model;

  uses org.curtail.runtime.Autopilot.Maker;
}
