package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Parts common to Envoy's own files and Istio's patches of them. Envoy sends a copy when a try
 * takes longer than {@code per_try_timeout}, and leaves that try running.
 */
final class EnvoyParts {
  private static final int NEW_HOST_TRIES = 3;

  /** Envoy's own default, below which a share of few requests allows no copy. */
  static final int FEWEST_COPIES = 3;

  private EnvoyParts() {}

  /** The delay; Envoy reads milliseconds, and 0 as no limit. */
  static long delayMillis(Copies copies) {
    return copies.wholeMillisAboveZero();
  }

  /**
   * Routes for a prefix: a request takes the first that matches. If copies are sent with a
   * probability, that is the share of requests that take the first, and others the second.
   *
   * @param key of the runtime, under which the share can be changed while Envoy runs
   */
  static List<Object> routes(
      Copies copies, String prefix, String cluster, String timeout, String key) {
    var routes = new ArrayList<>();
    Map<String, Object> all = Tree.fields("prefix", prefix);
    if (copies.always()) {
      routes.add(Tree.fields("match", all, "route", hedged(copies, cluster, timeout)));
      return routes;
    }
    routes.add(
        Tree.fields(
            "match",
            Tree.fields(
                "prefix",
                prefix,
                "runtime_fraction",
                Tree.fields(
                    "default_value",
                    Tree.fields("numerator", copies.millionths(), "denominator", "MILLION"),
                    "runtime_key",
                    key)),
            "route",
            hedged(copies, cluster, timeout)));
    routes.add(
        Tree.fields("match", all, "route", Tree.fields("cluster", cluster, "timeout", timeout)));
    return routes;
  }

  private static Map<String, Object> hedged(Copies copies, String cluster, String timeout) {
    return Tree.fields(
        "cluster",
        cluster,
        "timeout",
        timeout,
        "retry_policy",
        Tree.fields(
            "retry_on",
            "gateway-error,reset,connect-failure",
            "num_retries",
            1,
            "per_try_timeout",
            Copies.seconds(delayMillis(copies) * 1_000_000),
            "retry_host_predicate",
            List.of(
                Tree.fields(
                    "name",
                    "envoy.retry_host_predicates.previous_hosts",
                    "typed_config",
                    Tree.fields(
                        "@type",
                        "type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate"))),
            "host_selection_retry_max_attempts",
            NEW_HOST_TRIES),
        "hedge_policy",
        Tree.fields("hedge_on_per_try_timeout", true));
  }

  static List<String> remarks(Copies copies) {
    var remarks = new ArrayList<>(copies.rounding("Envoy", delayMillis(copies)));
    remarks.add(
        "retry_budget is a share of the requests that are active, not of all, and retries of failed"
            + " requests count too: watch upstream_rq_retry_overflow, and raise budget_percent if"
            + " copies are missing");
    remarks.add(
        "requests that fail at a gateway, are reset or cannot connect are retried at once; only"
            + " requests that may run twice should take these routes");
    return remarks;
  }
}
