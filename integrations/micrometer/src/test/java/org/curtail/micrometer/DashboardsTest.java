package org.curtail.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.curtail.hedge.Hedge;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.yaml.snakeyaml.Yaml;

/** The dashboard and the alert rules ask only for what a scrape has. */
@SuppressWarnings("try") // Meters are closed by their blocks and not named in them.
@Timeout(300)
class DashboardsTest {
  private static final Path FOLDER = Path.of("dashboards");
  private static final Pattern METRIC = Pattern.compile("\\bcurtail_[a-z_]+");
  private static final Pattern SELECTED = Pattern.compile("(curtail_[a-z_]+)\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)(?:=~|!=|!~|=)\"([^\"]*)\"");
  private static final Pattern GROUPED = Pattern.compile("\\b(?:by|on) \\(([a-z_, ]*)\\)");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(?: \\$labels\\.)?([a-z_]+) ?}}");

  /** Labels that Prometheus adds. */
  private static final Set<String> ADDED = Set.of("job", "instance");

  /** Names of meters in the guide: the first column of its table. */
  private static final Pattern DOCUMENTED =
      Pattern.compile("(?m)^\\| `(curtail\\.[a-z.]+)` \\| (?:timer|counter|gauge)");

  private static final Set<String> METERS = new TreeSet<>();
  private static Scrape scrape;

  @BeforeAll
  static void serveAndScrape() throws Exception {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (Curtail curtail = Curtail.automatic().name("search").start();
        EngineMeters engine = EngineMeters.of(curtail).target(99, Duration.ofMillis(100));
        Hedge hedge = Hedge.of(ReissuePolicy.singleD(1)).idempotent().start();
        HedgeMeters calls = HedgeMeters.bind(hedge, registry)) {
      engine.bindTo(registry);
      curtail.run(SharedWork.of(3, chunk -> 1, Integer::sum));
      hedge.call(attempt -> CompletableFuture.completedFuture("answer")).get();
      scrape = Scrape.of(registry);
      registry.getMeters().forEach(meter -> METERS.add(meter.getId().getName()));
    }
  }

  /** A query, and the text beside it that names labels. */
  private record Query(String expression, String text) {}

  private static List<Query> dashboard() throws Exception {
    JsonNode all =
        JsonMapper.builder().build().readTree(Files.readString(FOLDER.resolve("grafana.json")));
    var queries = new ArrayList<Query>();
    for (JsonNode panel : all.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(new Query(target.get("expr").asText(), target.get("legendFormat").asText()));
      }
    }
    for (JsonNode variable : all.get("templating").get("list")) {
      if (variable.get("type").asText().equals("query")) {
        queries.add(new Query(variable.get("definition").asText(), ""));
      }
    }
    return queries;
  }

  private static List<Query> alerts() throws Exception {
    JsonNode all =
        JsonMapper.builder()
            .build()
            .valueToTree(new Yaml().load(Files.readString(FOLDER.resolve("alerts.yml"))));
    var queries = new ArrayList<Query>();
    for (JsonNode group : all.get("groups")) {
      for (JsonNode rule : group.get("rules")) {
        String summary = rule.get("annotations").get("summary").asText();
        queries.add(new Query(rule.get("expr").asText(), summary));
      }
    }
    return queries;
  }

  @Test
  void everyQueryNamesMetricsAndLabelsThatTheScrapeHas() throws Exception {
    List<Query> queries = new ArrayList<>(dashboard());
    assertThat(queries).hasSizeGreaterThan(30);
    queries.addAll(alerts());
    for (Query query : queries) {
      List<String> metrics =
          METRIC.matcher(query.expression).results().map(MatchResult::group).toList();
      assertThat(metrics).as("%s", query).isNotEmpty();
      assertThat(scrape.names()).as("%s", query).containsAll(metrics);
      var labels = new TreeSet<>(ADDED);
      metrics.forEach(metric -> labels.addAll(scrape.labels(metric)));
      GROUPED
          .matcher(query.expression)
          .results()
          .forEach(
              group -> assertThat(labels).as("%s", query).contains(group.group(1).split(", ")));
      LEGEND
          .matcher(query.text)
          .results()
          .forEach(label -> assertThat(labels).as("%s", query).contains(label.group(1)));
      SELECTED
          .matcher(query.expression)
          .results()
          .forEach(selected ->
              LABEL
                  .matcher(selected.group(2))
                  .results()
                  .forEach(label ->
                      assertThat(
                              ADDED.contains(label.group(1))
                                  || scrape.labels(selected.group(1)).contains(label.group(1)))
                          .as("%s of %s", label.group(), query)
                          .isTrue()));
    }
  }

  /** Series of Kubernetes and of Spring have further labels, such as {@code pod}. */
  @Test
  void everyAlertComparesSeriesByLabelsThatItNames() throws Exception {
    for (Query alert : alerts()) {
      assertThat(alert.expression)
          .doesNotContainPattern("\\band (?!on \\()")
          .doesNotContainPattern("[<>] (?!on \\(|[0-9])");
    }
  }

  @Test
  void theGuideListsEveryMeterAndAlert() throws Exception {
    String guide = Files.readString(Path.of("../../docs/observe.md"));
    String section = guide.substring(guide.indexOf("## Micrometer"), guide.indexOf("## Open"));
    assertThat(DOCUMENTED.matcher(section).results().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(METERS);
    String alerts = Files.readString(FOLDER.resolve("alerts.yml"));
    assertThat(Pattern.compile("alert: (\\w+)").matcher(alerts).results())
        .isNotEmpty()
        .allSatisfy(alert -> assertThat(guide).contains("`" + alert.group(1) + "`"));
  }

  @Test
  void everyMetricIsOnTheDashboardOrNamedHere() throws Exception {
    var shown = new TreeSet<String>();
    for (Query query : dashboard()) {
      METRIC.matcher(query.expression).results().forEach(metric -> shown.add(metric.group()));
    }
    var hidden = new TreeSet<>(scrape.names());
    hidden.removeAll(shown);
    assertThat(hidden)
        .containsExactlyInAnyOrder(
            "curtail_arrived_requests_total",
            "curtail_hedge_call_seconds_count",
            "curtail_hedge_call_seconds_sum",
            "curtail_hedge_failed_attempts_total",
            "curtail_hedge_failed_listeners",
            "curtail_hedge_lost_attempts_total",
            "curtail_hedge_running_calls",
            "curtail_pool_size_threads",
            "curtail_preemptions_total",
            "curtail_queue_limit_requests",
            "curtail_started_requests_total");
  }
}
