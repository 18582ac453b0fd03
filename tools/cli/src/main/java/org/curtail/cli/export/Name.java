package org.curtail.cli.export;

import java.util.Locale;

/** A part of a target that the user names. */
enum Name {
  SERVICE("the gRPC service, such as shop.Catalog"),
  METHOD("its method, such as Get"),
  CLUSTER("the cluster that Envoy sends the requests to"),
  PREFIX("how the paths of the requests begin"),
  HOST("the host name of the service in the mesh"),
  PORT("the port of the service"),
  NAMESPACE("the namespace of Kubernetes"),
  TABLE("the table, such as shop.catalog"),
  PROFILE("the profile that gets the settings"),
  THREADS("how many reads the client may send again at the same time"),
  TIMEOUT_MS("after how many milliseconds a request fails, copies included");

  private final String what;

  Name(String what) {
    this.what = what;
  }

  /** The option that gives it. */
  String option() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Description in words. */
  String what() {
    return what;
  }
}
