package org.curtail.cli.export;

import java.util.Locale;

/** A part of a target that the user names. */
enum Name {
  SERVICE("the gRPC service, such as shop.Catalog"),
  METHOD("its method, such as Get"),
  CLUSTER("the cluster that receives Envoy's requests"),
  PREFIX("beginning of the requests' paths"),
  HOST("the host name of the service in the mesh"),
  PORT("the port of the service"),
  NAMESPACE("the namespace of Kubernetes"),
  TABLE("the table, such as shop.catalog"),
  PROFILE("the profile that gets the settings"),
  THREADS("limit of concurrent hedged reads of the client"),
  TIMEOUT_MS("milliseconds until a request fails, copies included");

  private final String what;

  Name(String what) {
    this.what = what;
  }

  /** The option for the name. */
  String option() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Description in words. */
  String what() {
    return what;
  }
}
