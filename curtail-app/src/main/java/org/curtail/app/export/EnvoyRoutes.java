package org.curtail.app.export;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.curtail.measurement.terminal.OptionRules;

/** Routes and a cluster's budget for Envoy; a probability becomes two routes. */
final class EnvoyRoutes implements Target {
  static final Pattern PATH = Pattern.compile("/[^\\s\\p{Cntrl}]*");

  @Override
  public String name() {
    return "envoy";
  }

  @Override
  public String what() {
    return "routes and a cluster's budget for Envoy, YAML";
  }

  @Override
  public Set<Name> names() {
    return Set.of(Name.SERVICE, Name.METHOD, Name.CLUSTER, Name.PREFIX, Name.TIMEOUT_MS);
  }

  @Override
  public boolean saysProbability() {
    return true;
  }

  @Override
  public Exported export(Copies copies, Names names) {
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
                List.of(
                    Tree.fields("name", cluster, "circuit_breakers", EnvoyParts.budget(copies)))));
    return new Exported(
        "# Put the routes before others of their virtual host, in this order,\n"
            + "# and circuit_breakers into the cluster.\n"
            + yaml,
        EnvoyParts.remarks(copies));
  }

  private static String prefix(Names names) {
    String service = names.ifGiven(Name.SERVICE).orElse("");
    String method = names.ifGiven(Name.METHOD).orElse("");
    if (names.ifGiven(Name.PREFIX).isPresent() && !service.isEmpty()) {
      throw OptionRules.excludes("--prefix", "--service");
    }
    if (!method.isEmpty() && service.isEmpty()) {
      throw OptionRules.needs("--method", "--service");
    }
    String path = service.isEmpty() ? "/" : "/" + service + "/" + method;
    return names.or(Name.PREFIX, path, PATH, "a path that begins with /");
  }
}
