package org.curtail.cli.export;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.OptionRules;

/**
 * Envoy's own files, and Istio's patches of them. Envoy sends a copy when a try exceeds {@code
 * per_try_timeout}, and leaves that try running. Istio has no hedging of its own: an {@code
 * EnvoyFilter} puts Envoy's routes before those of a service's virtual host, on the side of its
 * clients; a {@code DestinationRule} keeps the budget.
 */
final class EnvoyTargets {
  private static final Pattern PATH = Pattern.compile("/[^\\s\\p{Cntrl}]*");
  private static final Pattern DNS =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Text that YAML reads without quotes, less its special words. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*(/[A-Za-z0-9_.-]+)*");

  private static final Set<String> RESERVED =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  /** Envoy's own default; below it a share of few requests allows no copy. */
  private static final int FEWEST_COPIES = 3;

  /** Routes and a cluster's budget for Envoy. */
  static final Target ENVOY =
      new Target(
          "envoy",
          "routes and a cluster's budget for Envoy, YAML",
          Set.of(Name.SERVICE, Name.METHOD, Name.CLUSTER, Name.PREFIX, Name.TIMEOUT_MS),
          true,
          EnvoyTargets::envoy);

  /** A filter and a rule for Istio. */
  static final Target ISTIO =
      new Target(
          "istio",
          "an EnvoyFilter and a DestinationRule for Istio, YAML",
          Set.of(Name.HOST, Name.PORT, Name.NAMESPACE, Name.PREFIX, Name.TIMEOUT_MS),
          true,
          EnvoyTargets::istio);

  private EnvoyTargets() {}

  private static ExportText envoy(Copies copies, Names names) {
    String cluster = names.required(Name.CLUSTER);
    String routes =
        routes(copies, prefix(names), cluster, GrpcServiceConfig.timeout(names), cluster).stream()
            .map(EnvoyTargets::element)
            .collect(Collectors.joining());
    return new ExportText(
        """
        # Put the routes before others of their virtual host, in this order, and
        # circuit_breakers into the cluster. If that has thresholds already, put retry_budget
        # into its first one: Envoy takes the first of a priority.
        routes:
        %sclusters:
        - name: %s
          circuit_breakers:
            thresholds:
            - retry_budget:
                budget_percent:
                  value: %s
                min_retry_concurrency: %d
        """
            .formatted(
                routes, scalar(cluster), copies.budgetPercent().toPlainString(), FEWEST_COPIES),
        remarks(copies));
  }

  private static String prefix(Names names) {
    String service = names.ifGiven(Name.SERVICE).orElse("");
    String method = names.ifGiven(Name.METHOD).orElse("");
    OptionRules.excludes(
        "--prefix", names.ifGiven(Name.PREFIX).isPresent() && !service.isEmpty(), "--service");
    OptionRules.needs("--method", !method.isEmpty() && service.isEmpty(), "--service");
    String path = service.isEmpty() ? "/" : "/" + service + "/" + method;
    return names.or(Name.PREFIX, path, PATH, "a path that begins with /");
  }

  private static ExportText istio(Copies copies, Names names) {
    String host =
        names.required(Name.HOST, DNS, "a host name such as catalog.shop.svc.cluster.local");
    String port = names.or(Name.PORT, "80", NUMBER, "a port");
    String namespace = names.or(Name.NAMESPACE, "default", LABEL, "a namespace of Kubernetes");
    String prefix = names.or(Name.PREFIX, "/", PATH, "a path that begins with /");
    String service = host.split("\\.", 2)[0];
    // Istio inserts each route at the front, so the last one comes first.
    String patches =
        routes(
                copies,
                prefix,
                "outbound|%s||%s".formatted(port, host),
                GrpcServiceConfig.timeout(names),
                service)
            .reversed()
            .stream()
            .map(route ->
                """
                - applyTo: HTTP_ROUTE
                  match:
                    context: SIDECAR_OUTBOUND
                    routeConfiguration:
                      vhost:
                        name: %s
                  patch:
                    operation: INSERT_FIRST
                    value:
                %s\
                """
                    .formatted(scalar(host + ":" + port), route.indent(6)))
            .collect(Collectors.joining())
            .indent(2);
    String metadata =
        """
        metadata:
          name: %s
          namespace: %s
        """
            .formatted(scalar(service + "-reissue"), scalar(namespace));
    var remarks = new ArrayList<>(remarks(copies));
    remarks.add(
        "these routes are before those of a VirtualService for %s: its rules no longer apply to requests of %s"
            .formatted(host, prefix));
    remarks.add(
        "retryBudget needs Istio 1.27 or later; before, nothing limits the copies. If there is a DestinationRule for %s already, put retryBudget into that one, since Istio uses only one rule"
            .formatted(host));
    // Patches of a cluster add to the thresholds of Istio, and Envoy uses the first of several.
    return new ExportText(
        """
        apiVersion: networking.istio.io/v1alpha3
        kind: EnvoyFilter
        %1$sspec:
          configPatches:
        %2$s---
        apiVersion: networking.istio.io/v1
        kind: DestinationRule
        %1$sspec:
          host: %3$s
          trafficPolicy:
            retryBudget:
              percent: %4$s
              minRetryConcurrency: %5$d
        """
            .formatted(
                metadata,
                patches,
                scalar(host),
                copies.budgetPercent().toPlainString(),
                FEWEST_COPIES),
        remarks);
  }

  /**
   * Returns the routes for a prefix; a request uses the first that matches. With a probability, the
   * first route matches that share of requests, and the second one matches the others.
   *
   * @param timeout "" for none
   * @param name end of the key that changes the share while Envoy runs
   */
  private static List<String> routes(
      Copies copies, String prefix, String cluster, String timeout, String name) {
    String match = "match:\n  prefix: %s\n".formatted(scalar(prefix));
    String share =
        """
        runtime_fraction:
          default_value:
            numerator: %d
            denominator: MILLION
          runtime_key: %s
        """
            .formatted(copies.millionths(), scalar("reissue." + name));
    String route =
        "route:\n  cluster: %s\n".formatted(scalar(cluster))
            + (timeout.isEmpty() ? "" : "  timeout: %s\n".formatted(scalar(timeout)));
    String hedging =
        """
        retry_policy:
          retry_on: "gateway-error,reset,connect-failure"
          num_retries: 1
          per_try_timeout: %s
          retry_host_predicate:
          - name: envoy.retry_host_predicates.previous_hosts
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate
          host_selection_retry_max_attempts: 3
        hedge_policy:
          hedge_on_per_try_timeout: true
        """
            .formatted(scalar(Copies.seconds(delayMillis(copies) * 1_000_000)));
    return copies.always()
        ? List.of(match + route + hedging.indent(2))
        : List.of(match + share.indent(2) + route + hedging.indent(2), match + route);
  }

  /** The delay; Envoy reads milliseconds, and 0 as no limit. */
  private static long delayMillis(Copies copies) {
    return copies.wholeMillisAboveZero();
  }

  private static List<String> remarks(Copies copies) {
    var remarks = new ArrayList<>(copies.rounding("Envoy", delayMillis(copies)));
    remarks.add(
        "retry_budget is a share of the active requests, not of all, and retries of failed requests count too: watch upstream_rq_retry_overflow, and raise budget_percent if copies are missing");
    remarks.add(
        "requests that fail at a gateway, are reset or cannot connect are retried at once; only requests that may run twice should use these routes");
    return remarks;
  }

  /** Fields as an element of a list. */
  private static String element(String fields) {
    return "- " + fields.indent(2).substring(2);
  }

  /** A text in YAML, with quotes where YAML needs them. */
  static String scalar(String text) {
    return PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT))
        ? text
        : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
