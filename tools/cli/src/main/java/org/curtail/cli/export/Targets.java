package org.curtail.cli.export;

import java.util.List;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;

/** All targets: to add one, write a class and add it here. */
final class Targets {
  static final List<Target> ALL =
      List.of(
          new GrpcServiceConfig(),
          new EnvoyRoutes(),
          new IstioFilter(),
          new CassandraTable(),
          new CassandraDriver(),
          new HdfsClient(),
          new ClickHouseProfile(),
          new FinagleClient(),
          new PollyPipeline(),
          new FailsafeGoPolicy(),
          new HedgedHttpClient(),
          new Resilience4jHedge(),
          new PubSubPublisher());

  private Targets() {}

  /**
   * The target of a name.
   *
   * @throws Misuse if there is none
   */
  static Target named(String name) {
    return ALL.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(() -> OptionRules.unknown("--to", name, names()));
  }

  static List<String> names() {
    return ALL.stream().map(Target::name).toList();
  }
}
