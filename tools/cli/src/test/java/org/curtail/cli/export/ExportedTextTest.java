package org.curtail.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Targets whose own parsers are no libraries: the whole text, or its XML. */
class ExportedTextTest {
  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  @Test
  void hdfsGetsTwoProperties() throws Exception {
    Document document = xml(Plans.text(ClientTargets.HDFS, Plans.SINGLE_R, Name.THREADS, 8));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("configuration");
    Map<String, String> properties = new HashMap<>();
    var found = document.getElementsByTagName("property");
    for (int i = 0; i < found.getLength(); i++) {
      Element property = (Element) found.item(i);
      properties.put(
          property.getElementsByTagName("name").item(0).getTextContent(),
          property.getElementsByTagName("value").item(0).getTextContent());
    }
    assertThat(properties)
        .isEqualTo(
            Map.of(
                "dfs.client.hedged.read.threadpool.size",
                "8",
                "dfs.client.hedged.read.threshold.millis",
                "152"));
  }

  @Test
  void clickHouseGetsAProfile() throws Exception {
    Document document =
        xml(Plans.text(ClientTargets.CLICKHOUSE, Plans.SINGLE_R, Name.PROFILE, "reads"));
    Element profile = (Element) document.getElementsByTagName("reads").item(0);
    assertThat(profile.getParentNode().getNodeName()).isEqualTo("profiles");
    assertThat(profile.getElementsByTagName("use_hedged_requests").item(0).getTextContent())
        .isEqualTo("1");
    assertThat(profile.getElementsByTagName("receive_data_timeout_ms").item(0).getTextContent())
        .isEqualTo("152");
    assertThatThrownBy(
            () -> Plans.text(ClientTargets.CLICKHOUSE, Plans.SINGLE_R, Name.PROFILE, "<reads>"))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            "--profile: expected letters, digits, hyphens, dots and underscores, found '<reads>'");
  }

  @Test
  void finagleGetsTheShareAndTheLeastDelay() {
    assertThat(Plans.text(ClientTargets.FINAGLE, Plans.SINGLE_R))
        .isEqualTo(
            """
            // Only for requests that may run twice.
            client.methodBuilder(dest)
              .idempotent(maxExtraLoad = 0.0195, minSendBackupAfterMs = 152)
            """);
  }

  @Test
  void pollyTossesACoin() {
    assertThat(Plans.text(ClientTargets.POLLY, Plans.SINGLE_R))
        .isEqualTo(
            """
            // Only for requests that may run twice.
            var pipeline = new ResiliencePipelineBuilder<HttpResponseMessage>()
                .AddHedging(new HedgingStrategyOptions<HttpResponseMessage>
                {
                    MaxHedgedAttempts = 1,
                    DelayGenerator = static args => new ValueTask<TimeSpan>(
                        Random.Shared.NextDouble() < 0.4
                            ? TimeSpan.FromMilliseconds(42.1375)
                            : Timeout.InfiniteTimeSpan),
                })
                .Build();
            """);
    assertThat(Plans.text(ClientTargets.POLLY, Plans.SINGLE_D))
        .contains("        Delay = TimeSpan.FromMilliseconds(151.25),\n");
  }

  @Test
  void failsafeGoTossesACoinAndHasABudget() {
    assertThat(Plans.text(ClientTargets.FAILSAFE_GO, Plans.SINGLE_R))
        .isEqualTo(
            """
            // Only for requests that may run twice.
            extra := budget.NewBuilder().WithMaxRate(0.02).Build()
            hedge := hedgepolicy.NewBuilderWithDelayFunc[*http.Response](
            \tfunc(failsafe.ExecutionAttempt[*http.Response]) time.Duration {
            \t\tif rand.Float64() < 0.4 {
            \t\t\treturn 42137500 * time.Nanosecond
            \t\t}
            \t\treturn 24 * time.Hour // no copy
            \t}).
            \tWithMaxHedges(1).
            \tWithBudget(extra).
            \tBuild()
            """);
    assertThat(Plans.text(ClientTargets.FAILSAFE_GO, Plans.SINGLE_D))
        .contains("NewBuilderWithDelay[*http.Response](151250 * time.Microsecond).\n");
  }

  @Test
  void hedgedHttpTossesACoin() {
    assertThat(Plans.text(ClientTargets.HEDGED_HTTP, Plans.SINGLE_R))
        .isEqualTo(
            """
            // Only for requests that may run twice.
            client, err := hedgedhttp.New(hedgedhttp.Config{
            \tTransport: http.DefaultTransport,
            \tUpto:      2,
            \tDelay:     42137500 * time.Nanosecond,
            \tNext: func() (upto int, delay time.Duration) {
            \t\tif rand.Float64() < 0.4 {
            \t\t\treturn 2, 42137500 * time.Nanosecond
            \t\t}
            \t\treturn 1, 42137500 * time.Nanosecond // no copy
            \t},
            })
            """);
    assertThat(Plans.text(ClientTargets.HEDGED_HTTP, Plans.SINGLE_D))
        .endsWith("\tDelay:     151250 * time.Microsecond,\n})\n");
  }

  @Test
  void resilience4jGetsADuration() {
    assertThat(Plans.text(ClientTargets.RESILIENCE4J, Plans.SINGLE_R))
        .isEqualTo(
            """
            // Only for calls that may run twice.
            HedgeConfig config =
                HedgeConfig.custom().preconfiguredDuration(Duration.ofNanos(151250000L)).build();
            """);
  }

  @Test
  void pubSubGetsADelayAndATokenBucketWithinItsLimits() {
    assertThat(Plans.text(ClientTargets.PUBSUB, Plans.SINGLE_R))
        .isEqualTo(
            """
            // Subscribers must bear messages that come twice.
            HedgingSettings hedging =
                HedgingSettings.newBuilder()
                    .setHedgeDelay(Duration.ofMillis(152))
                    .setMaxTokens(50)
                    .setRefillRatio(0.02f)
                    .build();
            """);
    PlanDocument early =
        PlanDocument.of(
            new ReissuePlan(new ReissueGoal(99, 0.5), ReissuePolicy.singleD(5), 0.4, 16, 20, 10));
    assertThatThrownBy(() -> Plans.text(ClientTargets.PUBSUB, early))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            "--to pubsub: expected a delay from 100 ms to 10 s, as Pub/Sub accepts, found 5.00 ms in the plan");
  }
}
