/** Diagnosis of slow requests. */
module org.curtail.diagnose {
  requires static org.jspecify;
  requires java.management;
  requires jdk.jfr;
  requires jdk.management;
  requires transitive org.curtail;

  exports org.curtail.diagnose;
  exports org.curtail.diagnose.pause;
}
