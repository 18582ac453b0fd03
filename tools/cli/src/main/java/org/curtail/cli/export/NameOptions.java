package org.curtail.cli.export;

import java.util.EnumMap;
import java.util.Map;
import org.curtail.benchkit.terminal.OptionRules;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the names in the text. */
final class NameOptions {
  private static final double MOST_MS = 1e9;
  private static final int MOST_PORT = 65_535;
  private static final int MOST_THREADS = 10_000;

  @Option(
      names = "--service",
      paramLabel = "S",
      description = "For grpc, envoy: the gRPC service, such as shop.Catalog.")
  private @Nullable String service;

  @Option(
      names = "--method",
      paramLabel = "M",
      description = "For grpc, envoy: a method of the service. Default: all of its methods.")
  private @Nullable String method;

  @Option(
      names = "--cluster",
      paramLabel = "C",
      description = "For envoy: the cluster of the requests.")
  private @Nullable String cluster;

  @Option(
      names = "--prefix",
      paramLabel = "P",
      description = "For envoy, istio: beginning of the requests' paths. Default: /.")
  private @Nullable String prefix;

  @Option(
      names = "--host",
      paramLabel = "H",
      description = "For istio: the service, such as catalog.shop.svc.cluster.local.")
  private @Nullable String host;

  @Option(names = "--port", paramLabel = "N", description = "For istio: its port. Default: 80.")
  private @Nullable Integer port;

  @Option(
      names = "--namespace",
      paramLabel = "N",
      description = "For istio: the namespace of the filter. Default: default.")
  private @Nullable String namespace;

  @Option(
      names = "--table",
      paramLabel = "T",
      description = "For cassandra: the table, such as shop.catalog.")
  private @Nullable String table;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description =
          "For cassandra-driver: the execution profile. For clickhouse: the settings profile."
              + " Default: default.")
  private @Nullable String profile;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "For hdfs: limit of concurrent hedged reads. Default: 16.")
  private @Nullable Integer threads;

  @Option(
      names = "--timeout-ms",
      paramLabel = "T",
      description =
          "For grpc, envoy, istio: milliseconds until a request fails, copies included. Default: none is written.")
  private @Nullable Double timeoutMs;

  Names given() {
    Map<Name, String> given = new EnumMap<>(Name.class);
    put(given, Name.SERVICE, service);
    put(given, Name.METHOD, method);
    put(given, Name.CLUSTER, cluster);
    put(given, Name.PREFIX, prefix);
    put(given, Name.HOST, host);
    put(given, Name.NAMESPACE, namespace);
    put(given, Name.TABLE, table);
    put(given, Name.PROFILE, profile);
    if (port != null) {
      OptionRules.whole("--port", port, 1, MOST_PORT);
      put(given, Name.PORT, port.toString());
    }
    if (threads != null) {
      OptionRules.whole("--threads", threads, 1, MOST_THREADS);
      put(given, Name.THREADS, threads.toString());
    }
    if (timeoutMs != null) {
      OptionRules.above("--timeout-ms", 0, timeoutMs, MOST_MS);
      put(given, Name.TIMEOUT_MS, timeoutMs.toString());
    }
    return new Names(given);
  }

  private static void put(Map<Name, String> given, Name name, @Nullable String value) {
    if (value != null) {
      given.put(name, value);
    }
  }
}
