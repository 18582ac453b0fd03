package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An {@code EnvoyFilter} for Istio, which has no hedging of its own: it puts Envoy's routes before
 * those of a service's virtual host, on the side of its clients. A {@code DestinationRule} keeps
 * the budget.
 */
final class IstioFilter extends Target {
  private static final Pattern DNS =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  IstioFilter() {
    super(
        "istio",
        "an EnvoyFilter and a DestinationRule for Istio, YAML",
        Set.of(Name.HOST, Name.PORT, Name.NAMESPACE, Name.PREFIX, Name.TIMEOUT_MS),
        true);
  }

  @Override
  ExportText export(Copies copies, Names names) {
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
    // Each is inserted at the front, so the last one must come first.
    List<Map<String, Object>> patches =
        routes.reversed().stream().map(route -> first(route, host + ":" + port)).toList();
    Map<String, Object> filter =
        Tree.fields(
            "apiVersion",
            "networking.istio.io/v1alpha3",
            "kind",
            "EnvoyFilter",
            "metadata",
            metadata(service, namespace),
            "spec",
            Tree.fields("configPatches", patches));
    var remarks = new ArrayList<>(EnvoyParts.remarks(copies));
    remarks.add(
        "these routes go before those of a VirtualService for %s: its rules no longer apply to requests of %s"
            .formatted(host, prefix));
    remarks.add(
        "retryBudget takes Istio 1.27 or later: before, nothing limits the copies. If there is a DestinationRule for %s already, put retryBudget into that one, since Istio takes one rule only"
            .formatted(host));
    return new ExportText(
        Tree.yaml(filter) + "---\n" + Tree.yaml(budget(copies, host, service, namespace)), remarks);
  }

  /**
   * A separate rule: patches of a cluster add to the thresholds that Istio writes, and of several
   * Envoy takes the first.
   */
  private static Map<String, Object> budget(
      Copies copies, String host, String service, String namespace) {
    return Tree.fields(
        "apiVersion",
        "networking.istio.io/v1",
        "kind",
        "DestinationRule",
        "metadata",
        metadata(service, namespace),
        "spec",
        Tree.fields(
            "host",
            host,
            "trafficPolicy",
            Tree.fields(
                "retryBudget",
                Tree.fields(
                    "percent",
                    copies.budgetPercent(),
                    "minRetryConcurrency",
                    EnvoyParts.FEWEST_COPIES))));
  }

  private static Map<String, Object> metadata(String service, String namespace) {
    return Tree.fields("name", service + "-reissue", "namespace", namespace);
  }

  /** Puts a route before the others of a virtual host. */
  private static Map<String, Object> first(Object route, String vhost) {
    return Tree.fields(
        "applyTo",
        "HTTP_ROUTE",
        "match",
        Tree.fields(
            "context",
            "SIDECAR_OUTBOUND",
            "routeConfiguration",
            Tree.fields("vhost", Tree.fields("name", vhost))),
        "patch",
        Tree.fields("operation", "INSERT_FIRST", "value", route));
  }
}
