package org.curtail.app.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An {@code EnvoyFilter} for Istio, which has no hedging of its own: it puts Envoy's routes before
 * those of a service's virtual host, on the side of its clients.
 */
final class IstioFilter implements Target {
  private static final Pattern DNS =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  @Override
  public String name() {
    return "istio";
  }

  @Override
  public String what() {
    return "an EnvoyFilter for Istio, YAML";
  }

  @Override
  public Set<Name> names() {
    return Set.of(Name.HOST, Name.PORT, Name.NAMESPACE, Name.PREFIX, Name.TIMEOUT_MS);
  }

  @Override
  public boolean saysProbability() {
    return true;
  }

  @Override
  public Exported export(Copies copies, Names names) {
    String host =
        names.required(Name.HOST, DNS, "a host name such as catalog.shop.svc.cluster.local");
    String port = names.or(Name.PORT, "80", NUMBER, "a port");
    String namespace = names.or(Name.NAMESPACE, "default", LABEL, "a namespace of Kubernetes");
    String prefix = names.or(Name.PREFIX, "/", EnvoyRoutes.PATH, "a path that begins with /");
    String service = host.split("\\.", 2)[0];
    List<Object> routes =
        EnvoyParts.routes(
            copies,
            prefix,
            "outbound|%s||%s".formatted(port, host),
            GrpcServiceConfig.timeout(names),
            "reissue." + service);
    var patches = new ArrayList<>();
    // Each is put first, so the last one must come first.
    for (Object route : routes.reversed()) {
      patches.add(
          patch(
              "HTTP_ROUTE",
              Tree.fields(
                  "routeConfiguration",
                  Tree.fields("vhost", Tree.fields("name", host + ":" + port))),
              "INSERT_FIRST",
              route));
    }
    patches.add(
        patch(
            "CLUSTER",
            Tree.fields(
                "cluster", Tree.fields("service", host, "portNumber", Integer.valueOf(port))),
            "MERGE",
            Tree.fields("circuit_breakers", EnvoyParts.budget(copies))));
    Map<String, Object> filter =
        Tree.fields(
            "apiVersion",
            "networking.istio.io/v1alpha3",
            "kind",
            "EnvoyFilter",
            "metadata",
            Tree.fields("name", service + "-reissue", "namespace", namespace),
            "spec",
            Tree.fields("configPatches", patches));
    var remarks = new ArrayList<>(EnvoyParts.remarks(copies));
    remarks.add(
        "these routes go before those of a VirtualService for %s: what that does to requests of %s no longer happens to them"
            .formatted(host, prefix));
    return new Exported(Tree.yaml(filter), remarks);
  }

  private static Map<String, Object> patch(
      String to, Map<String, Object> match, String operation, Object value) {
    var where = Tree.fields("context", "SIDECAR_OUTBOUND");
    where.putAll(match);
    return Tree.fields(
        "applyTo",
        to,
        "match",
        where,
        "patch",
        Tree.fields("operation", operation, "value", value));
  }
}
