package org.curtail.cli.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A service config of gRPC (gRFC A6), for clients in Java, .NET and Node. The config has no budget;
 * its throttling counts failures.
 */
final class GrpcServiceConfig extends Target {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TOKENS = 10;
  private static final double TOKENS_PER_SUCCESS = 0.1;
  private static final double NANOS_PER_MILLI = 1e6;

  /** The end of a stage's name: service and method, as gRPC's instrumentation writes them. */
  private static final Pattern CALL = Pattern.compile("([A-Za-z_][\\w.]*)/([A-Za-z_]\\w*)$");

  GrpcServiceConfig() {
    super(
        "grpc",
        "a service config for gRPC clients, JSON",
        Set.of(Name.SERVICE, Name.METHOD, Name.TIMEOUT_MS),
        false,
        GrpcServiceConfig::oneMethod);
  }

  private static ExportText oneMethod(Copies copies, Names names) {
    String service = names.ifGiven(Name.SERVICE).orElse("");
    String method = names.ifGiven(Name.METHOD).orElse("");
    OptionRules.needs("--method", service.isEmpty() && !method.isEmpty(), "--service");
    ArrayNode methods = JSON.createArrayNode();
    add(methods, service, method, copies, names);
    return config(
        methods,
        service.isEmpty()
            ? List.of(
                "this applies to every method of a channel; only methods that may run twice should be sent again: name them with --service and --method")
            : List.of());
  }

  @Override
  ExportText export(Map<String, Copies> calls, Names names) {
    for (Name one : List.of(Name.SERVICE, Name.METHOD)) {
      OptionRules.needs(one.option(), names.ifGiven(one).isPresent(), "--stage");
    }
    ArrayNode methods = JSON.createArrayNode();
    Map<String, String> found = new HashMap<>();
    var remarks = new ArrayList<String>();
    calls.forEach((call, copies) -> {
      Matcher end = CALL.matcher(call);
      if (!end.find()) {
        throw new UsageError(
            "expected a call whose name ends in a method of gRPC, as in shop.Catalog/Get; found '%s': export it with --stage, --service and --method"
                .formatted(call));
      }
      String service = end.group(1);
      String other = found.put(end.group(), call);
      if (other != null) {
        throw new UsageError(
            "%s and %s are one method, %s, of different clients: export each by itself, with --stage"
                .formatted(other, call, end.group()));
      }
      if (service.indexOf('.') < 0) {
        remarks.add(
            "%s is the service's name in traces; gRPC needs its full name, with the package"
                .formatted(service));
      }
      add(methods, service, end.group(2), copies, names);
    });
    return config(methods, remarks.stream().distinct().toList());
  }

  /** Adds a method; an empty service or method stands for all. */
  private static void add(
      ArrayNode methods, String service, String method, Copies copies, Names names) {
    ObjectNode json = methods.addObject();
    ObjectNode name = json.putArray("name").addObject();
    putIfGiven(name, "service", service);
    putIfGiven(name, "method", method);
    putIfGiven(json, "timeout", timeout(names));
    json.putObject("hedgingPolicy")
        .put("maxAttempts", 2)
        .put("hedgingDelay", copies.delaySeconds())
        .putArray("nonFatalStatusCodes")
        .add("UNAVAILABLE");
  }

  private static void putIfGiven(ObjectNode json, String field, String value) {
    if (!value.isEmpty()) {
      json.put(field, value);
    }
  }

  private static ExportText config(ArrayNode methods, List<String> first) {
    ObjectNode config = JSON.createObjectNode();
    config.set("methodConfig", methods);
    config
        .putObject("retryThrottling")
        .put("maxTokens", TOKENS)
        .put("tokenRatio", TOKENS_PER_SUCCESS);
    var remarks = new ArrayList<>(first);
    remarks.add(
        "gRPC keeps no budget: retryThrottling stops copies when calls fail, but not when all of them are slow");
    remarks.add("a copy may go to the slow server again, since gRPC's load balancer chooses again");
    var indented = new DefaultIndenter("  ", "\n");
    var printer =
        new DefaultPrettyPrinter().withObjectIndenter(indented).withArrayIndenter(indented);
    try {
      return new ExportText(JSON.writer(printer).writeValueAsString(config) + "\n", remarks);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The time after which a request fails, "" if none was given. */
  static String timeout(Names names) {
    return names
        .ifGiven(Name.TIMEOUT_MS)
        .map(ms -> Copies.seconds(Math.round(Double.parseDouble(ms) * NANOS_PER_MILLI)))
        .orElse("");
  }
}
