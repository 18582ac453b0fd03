package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A service config of gRPC (gRFC A6): clients in Java, .NET and Node hedge by it. It has no budget;
 * its throttling counts failures.
 */
final class GrpcServiceConfig extends Target {
  private static final int TOKENS = 10;
  private static final double TOKENS_PER_SUCCESS = 0.1;
  private static final double NANOS_PER_MILLI = 1e6;

  GrpcServiceConfig() {
    super(
        "grpc",
        "a service config for gRPC clients, JSON",
        Set.of(Name.SERVICE, Name.METHOD, Name.TIMEOUT_MS),
        false);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    var remarks = new ArrayList<String>();
    if (names.ifGiven(Name.SERVICE).isEmpty()) {
      remarks.add(
          "this holds for every method of a channel; only methods that may run twice should be sent"
              + " again: name them with --service and --method");
    }
    return config(List.of(method(name(names), copies, names)), remarks);
  }

  @Override
  ExportText export(Map<String, Copies> calls, Names names) {
    for (Name one : List.of(Name.SERVICE, Name.METHOD)) {
      OptionRules.needs(one.option(), names.ifGiven(one).isPresent(), "--stage");
    }
    List<Object> methods = new ArrayList<>();
    Map<GrpcMethod, String> found = new HashMap<>();
    var remarks = new ArrayList<String>();
    calls.forEach((call, copies) -> {
      GrpcMethod method = GrpcMethod.of(call);
      String other = found.put(method, call);
      if (other != null) {
        throw new UsageError(
            "%s and %s are one method, %s, for different clients: export each by itself, with --stage"
                .formatted(other, call, method));
      }
      if (!method.hasPackage()) {
        remarks.add(
            "%s is what traces call the service; gRPC needs its full name, with the package"
                .formatted(method.service()));
      }
      methods.add(
          method(
              Tree.fields("service", method.service(), "method", method.method()), copies, names));
    });
    return config(methods, remarks.stream().distinct().toList());
  }

  private static Map<String, Object> method(Map<String, Object> name, Copies copies, Names names) {
    return Tree.fields(
        "name",
        List.of(name),
        "timeout",
        timeout(names),
        "hedgingPolicy",
        Tree.fields(
            "maxAttempts",
            2,
            "hedgingDelay",
            copies.delaySeconds(),
            "nonFatalStatusCodes",
            List.of("UNAVAILABLE")));
  }

  private static ExportText config(List<?> methods, List<String> first) {
    Map<String, Object> config =
        Tree.fields(
            "methodConfig",
            methods,
            "retryThrottling",
            Tree.fields("maxTokens", TOKENS, "tokenRatio", TOKENS_PER_SUCCESS));
    var remarks = new ArrayList<>(first);
    remarks.add(
        "gRPC keeps no budget: retryThrottling stops copies when calls fail, not when all of them"
            + " are slow");
    remarks.add(
        "a copy may go to the server that is slow already: gRPC's load balancer picks anew");
    return new ExportText(Tree.json(config), remarks);
  }

  private static Map<String, Object> name(Names names) {
    OptionRules.needs(
        "--method",
        names.ifGiven(Name.SERVICE).isEmpty() && names.ifGiven(Name.METHOD).isPresent(),
        "--service");
    return Tree.fields(
        "service",
        names.ifGiven(Name.SERVICE).orElse(""),
        "method",
        names.ifGiven(Name.METHOD).orElse(""));
  }

  /** The time after which a request fails, "" if none was given. */
  static String timeout(Names names) {
    return names
        .ifGiven(Name.TIMEOUT_MS)
        .map(ms -> Copies.seconds(Math.round(Double.parseDouble(ms) * NANOS_PER_MILLI)))
        .orElse("");
  }
}
