package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;

/** Targets with a short text: settings of databases, and snippets of code for clients. */
final class ClientTargets {
  private static final Pattern CQL_TABLE =
      Pattern.compile(
          "(([A-Za-z]\\w*|\"([^\"\\p{Cntrl}]|\"\")+\")\\.)?([A-Za-z]\\w*|\"([^\"\\p{Cntrl}]|\"\")+\")");

  private static final Pattern DRIVER_PROFILE = Pattern.compile("[A-Za-z][\\w-]*");

  /** Names of XML elements, without unusual letters. */
  private static final Pattern XML_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private static final Pattern WHOLE = Pattern.compile("\\d+");
  private static final double MOST_FINAGLE_LOAD = 0.999;
  private static final double LEAST_PUBSUB_MS = 100;
  private static final double MOST_PUBSUB_MS = 10_000;
  private static final double LEAST_PUBSUB_RATIO = 0.001;
  private static final double MOST_PUBSUB_RATIO = 0.2;
  private static final int PUBSUB_TOKENS = 50;
  private static final long NANOS_PER_MICRO = 1_000;

  /**
   * The table option {@code speculative_retry} of Cassandra: the coordinator sends a copy to
   * another replica. A percentile beside the delay limits the share of copies.
   */
  static final Target CASSANDRA =
      new Target(
          "cassandra",
          "a table option of Cassandra, CQL",
          Set.of(Name.TABLE),
          false,
          ClientTargets::cassandra);

  /** An execution profile of the Cassandra driver 4 for Java, in HOCON. */
  static final Target CASSANDRA_DRIVER =
      new Target(
          "cassandra-driver",
          "an execution profile of the Cassandra driver for Java, HOCON",
          Set.of(Name.PROFILE),
          false,
          ClientTargets::cassandraDriver);

  /** Hedged reads of the HDFS client, also below HBase: {@code hdfs-site.xml}. */
  static final Target HDFS =
      new Target(
          "hdfs",
          "hedged reads of HDFS and HBase, hdfs-site.xml",
          Set.of(Name.THREADS),
          false,
          ClientTargets::hdfs);

  /** A settings profile of ClickHouse for distributed queries: a file in {@code users.d}. */
  static final Target CLICKHOUSE =
      new Target(
          "clickhouse",
          "a settings profile of ClickHouse for users.d, XML",
          Set.of(Name.PROFILE),
          false,
          ClientTargets::clickHouse);

  /**
   * Backup requests of a Finagle client, in Scala. Finagle accepts the share of copies; it computes
   * the delay as a percentile of its measurements.
   */
  static final Target FINAGLE =
      new Target(
          "finagle",
          "backup requests of a Finagle HTTP client, Scala",
          Set.of(),
          false,
          ClientTargets::finagle);

  /** A resilience pipeline of Polly 8, in C#. */
  static final Target POLLY =
      new Target(
          "polly", "a pipeline of Polly 8 for .NET, C#", Set.of(), true, ClientTargets::polly);

  /** A hedge policy of failsafe-go with a budget, in Go. */
  static final Target FAILSAFE_GO =
      new Target(
          "failsafe-go",
          "a hedge policy of failsafe-go, Go",
          Set.of(),
          true,
          ClientTargets::failsafeGo);

  /** A round tripper of hedgedhttp, in Go. */
  static final Target HEDGED_HTTP =
      new Target(
          "hedgedhttp", "a client of hedgedhttp, Go", Set.of(), true, ClientTargets::hedgedHttp);

  /** The hedge module of Resilience4j, in Java. */
  static final Target RESILIENCE4J =
      new Target(
          "resilience4j",
          "a hedge of Resilience4j, Java",
          Set.of(),
          false,
          ClientTargets::resilience4j);

  /** Hedged publishing of the Pub/Sub client, in Java: a fixed delay and a token bucket. */
  static final Target PUBSUB =
      new Target(
          "pubsub",
          "hedged publishing of the Pub/Sub client, Java",
          Set.of(),
          false,
          ClientTargets::pubSub);

  private ClientTargets() {}

  private static ExportText cassandra(Copies copies, Names names) {
    String table = names.required(Name.TABLE, CQL_TABLE, "a table such as shop.catalog");
    var remarks = new ArrayList<>(copies.rounding("Cassandra", copies.wholeMillis()));
    remarks.add(
        "the percentile of the coordinator's own latencies keeps the budget, since MAX waits for both; writes have their own option, additional_write_policy");
    String option =
        copies.fraction() >= 1
            ? "ALWAYS"
            : "MAX(%sp,%dms)".formatted(copies.percentile().toPlainString(), copies.wholeMillis());
    return new ExportText(
        "ALTER TABLE %s WITH speculative_retry = '%s';\n".formatted(table, option), remarks);
  }

  private static ExportText cassandraDriver(Copies copies, Names names) {
    String profile =
        names.or(
            Name.PROFILE, "default", DRIVER_PROFILE, "letters, digits, hyphens and underscores");
    // The driver drops fractions, and with 0 it sends both requests at once.
    long millis = copies.delayMillis() == 0 ? 0 : copies.wholeMillisAboveZero();
    String settings =
        """
        basic.request.default-idempotence = true
        advanced.speculative-execution-policy {
          class = ConstantSpeculativeExecutionPolicy
          max-executions = 2
          delay = %d milliseconds
        }
        """
            .formatted(millis);
    boolean isDefault = profile.equals("default");
    var remarks = new ArrayList<>(copies.rounding("the driver", millis));
    remarks.add("the driver keeps no budget: if all requests are slow, it sends all of them again");
    remarks.add(
        "default-idempotence declares that every statement of %s may run twice"
            .formatted(isDefault ? "the session" : "profile " + profile));
    return new ExportText(
        (isDefault
                ? "datastax-java-driver {\n"
                : "datastax-java-driver.profiles.%s {\n".formatted(profile))
            + settings.indent(2)
            + "}\n",
        remarks);
  }

  private static ExportText hdfs(Copies copies, Names names) {
    String threads = names.or(Name.THREADS, "16", WHOLE, "a number");
    long millis = copies.wholeMillisAboveZero();
    var remarks = new ArrayList<>(copies.rounding("HDFS", millis));
    remarks.add(
        "HDFS keeps no budget; %s threads are the only limit: further reads run in the thread of their caller (--threads)"
            .formatted(threads));
    return new ExportText(
        """
        <configuration>
          <property>
            <name>dfs.client.hedged.read.threadpool.size</name>
            <value>%s</value>
          </property>
          <property>
            <name>dfs.client.hedged.read.threshold.millis</name>
            <value>%d</value>
          </property>
        </configuration>
        """
            .formatted(threads, millis),
        remarks);
  }

  private static ExportText clickHouse(Copies copies, Names names) {
    String profile =
        names.or(
            Name.PROFILE, "default", XML_NAME, "letters, digits, hyphens, dots and underscores");
    long millis = copies.wholeMillisAboveZero();
    var remarks = new ArrayList<>(copies.rounding("ClickHouse", millis));
    remarks.add(
        "ClickHouse keeps no budget. Its delay is the time from the start of a query to a replica's first data or progress, so plan from these times");
    return new ExportText(
        """
        <clickhouse>
          <profiles>
            <%1$s>
              <use_hedged_requests>1</use_hedged_requests>
              <receive_data_timeout_ms>%2$d</receive_data_timeout_ms>
            </%1$s>
          </profiles>
        </clickhouse>
        """
            .formatted(profile, millis),
        remarks);
  }

  private static ExportText finagle(Copies copies, Names names) {
    double load = Math.min(copies.fraction(), MOST_FINAGLE_LOAD);
    var remarks = new ArrayList<String>();
    if (load < copies.fraction()) {
      remarks.add(
          "Finagle sends fewer copies than one a request: maxExtraLoad is %s".formatted(load));
    }
    remarks.add(
        "Finagle measures the percentile that corresponds to maxExtraLoad and sends a copy then, but not before minSendBackupAfterMs, the plan's delay in whole milliseconds");
    remarks.add("its retry budget also counts copies, so failed requests reduce them");
    return new ExportText(
        """
        // Only for requests that may run twice.
        client.methodBuilder(dest)
          .idempotent(maxExtraLoad = %s, minSendBackupAfterMs = %d)
        """
            .formatted(Numbers.exact(load), copies.wholeMillisAboveZero()),
        remarks);
  }

  private static ExportText polly(Copies copies, Names names) {
    String delay = "TimeSpan.FromMilliseconds(%s)".formatted(Numbers.exact(copies.delayMillis()));
    String when =
        copies.always()
            ? "Delay = %s,".formatted(delay)
            : """
            DelayGenerator = static args => new ValueTask<TimeSpan>(
                        Random.Shared.NextDouble() < %s
                            ? %s
                            : Timeout.InfiniteTimeSpan),\
            """
                .formatted(Numbers.exact(copies.probability()), delay);
    return new ExportText(
        """
        // Only for requests that may run twice.
        var pipeline = new ResiliencePipelineBuilder<HttpResponseMessage>()
            .AddHedging(new HedgingStrategyOptions<HttpResponseMessage>
            {
                MaxHedgedAttempts = 1,
                %s
            })
            .Build();
        """
            .formatted(when),
        List.of(
            "Polly keeps no budget: if all requests are slow, it sends the share of them again that the probability permits",
            "a request that fails is sent again at once"));
  }

  private static ExportText failsafeGo(Copies copies, Names names) {
    String delay = goDuration(copies.delayNanos());
    String builder =
        copies.always()
            ? "hedgepolicy.NewBuilderWithDelay[*http.Response](%s)".formatted(delay)
            : """
            hedgepolicy.NewBuilderWithDelayFunc[*http.Response](
            \tfunc(failsafe.ExecutionAttempt[*http.Response]) time.Duration {
            \t\tif rand.Float64() < %s {
            \t\t\treturn %s
            \t\t}
            \t\treturn 24 * time.Hour // no copy
            \t})\
            """
                .formatted(Numbers.exact(copies.probability()), delay);
    return new ExportText(
        """
        // Only for requests that may run twice.
        extra := budget.NewBuilder().WithMaxRate(%s).Build()
        hedge := %s.
        \tWithMaxHedges(1).
        \tWithBudget(extra).
        \tBuild()
        """
            .formatted(Numbers.exact(copies.budget()), builder),
        List.of(
            "the budget of failsafe-go is a share of the active requests, not of all; use 0.9.7 or later, where a spent budget does not end requests",
            "the first attempt that ends wins, even if it failed: CancelIf defines which results count"));
  }

  private static ExportText hedgedHttp(Copies copies, Names names) {
    String delay = goDuration(copies.delayNanos());
    String next =
        copies.always()
            ? ""
            : """
            \tNext: func() (upto int, delay time.Duration) {
            \t\tif rand.Float64() < %s {
            \t\t\treturn 2, %s
            \t\t}
            \t\treturn 1, %s // no copy
            \t},
            """
                .formatted(Numbers.exact(copies.probability()), delay, delay);
    return new ExportText(
        """
        // Only for requests that may run twice.
        client, err := hedgedhttp.New(hedgedhttp.Config{
        \tTransport: http.DefaultTransport,
        \tUpto:      2,
        \tDelay:     %s,
        %s})
        """
            .formatted(delay, next),
        List.of(
            "hedgedhttp keeps no budget: if all requests are slow, it sends the share of them again that the probability permits"));
  }

  private static ExportText resilience4j(Copies copies, Names names) {
    return new ExportText(
        """
        // Only for calls that may run twice.
        HedgeConfig config =
            HedgeConfig.custom().preconfiguredDuration(Duration.ofNanos(%dL)).build();
        """
            .formatted(copies.delayNanos()),
        List.of(
            "Resilience4j keeps no budget, and ends only the future of the slower call: the call itself continues, so copies cost more than in the plan",
            "the first of both that ends wins, even if it failed"));
  }

  private static ExportText pubSub(Copies copies, Names names) {
    long millis = copies.wholeMillis();
    if (millis < LEAST_PUBSUB_MS || millis > MOST_PUBSUB_MS) {
      throw new UsageError(
          "--to pubsub: expected a delay from 100 ms to 10 s, as Pub/Sub accepts, found %s in the plan"
              .formatted(Numbers.time(copies.delayMillis())));
    }
    double ratio = Math.clamp(copies.budget(), LEAST_PUBSUB_RATIO, MOST_PUBSUB_RATIO);
    var remarks = new ArrayList<>(copies.rounding("Pub/Sub", millis));
    if (ratio != copies.budget()) {
      remarks.add(
          "Pub/Sub accepts budgets from %s to %s: %s is written as %s"
              .formatted(LEAST_PUBSUB_RATIO, MOST_PUBSUB_RATIO, copies.budget(), ratio));
    }
    remarks.add("after a quiet time %d copies can be sent at once".formatted(PUBSUB_TOKENS));
    return new ExportText(
        """
        // Subscribers must bear messages that come twice.
        HedgingSettings hedging =
            HedgingSettings.newBuilder()
                .setHedgeDelay(Duration.ofMillis(%d))
                .setMaxTokens(%d)
                .setRefillRatio(%sf)
                .build();
        """
            .formatted(millis, PUBSUB_TOKENS, Numbers.exact(ratio)),
        remarks);
  }

  private static String goDuration(long nanos) {
    return nanos % NANOS_PER_MICRO == 0
        ? nanos / NANOS_PER_MICRO + " * time.Microsecond"
        : nanos + " * time.Nanosecond";
  }
}
