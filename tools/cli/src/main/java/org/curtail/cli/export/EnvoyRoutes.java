package org.curtail.cli.export;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.OptionRules;

/** Routes and a cluster's budget for Envoy; a probability becomes two routes. */
final class EnvoyRoutes extends Target {
  static final Pattern PATH = Pattern.compile("/[^\\s\\p{Cntrl}]*");

  EnvoyRoutes() {
    super(
        "envoy",
        "routes and a cluster's budget for Envoy, YAML",
        Set.of(Name.SERVICE, Name.METHOD, Name.CLUSTER, Name.PREFIX, Name.TIMEOUT_MS),
        true);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String cluster = names.required(Name.CLUSTER);
    String yaml =
        Tree.yaml(
            Tree.fields(
                "routes",
                EnvoyParts.routes(
                    copies,
                    prefix(names),
                    cluster,
                    GrpcServiceConfig.timeout(names),
                    "reissue." + cluster),
                "clusters",
                List.of(Tree.fields("name", cluster, "circuit_breakers", budget(copies)))));
    return new ExportText(
        "# Put the routes before others of their virtual host, in this order, and\n"
            + "# circuit_breakers into the cluster. If that has thresholds already, put retry_budget\n"
            + "# into its first one: Envoy takes the first of a priority.\n"
            + yaml,
        EnvoyParts.remarks(copies));
  }

  /** The part of a cluster with the budget. */
  private static Map<String, Object> budget(Copies copies) {
    return Tree.fields(
        "thresholds",
        List.of(
            Tree.fields(
                "retry_budget",
                Tree.fields(
                    "budget_percent",
                    Tree.fields("value", copies.budgetPercent()),
                    "min_retry_concurrency",
                    EnvoyParts.FEWEST_COPIES))));
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
}
