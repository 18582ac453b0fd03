package org.curtail.cli.export;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.envoyproxy.envoy.config.cluster.v3.CircuitBreakers;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.type.v3.FractionalPercent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;

/** The texts for Envoy and Istio fit Envoy's own protocol buffers. */
class EnvoyTargetsTest {
  private static final Target ENVOY = EnvoyTargets.ENVOY;
  private static final Target ISTIO = EnvoyTargets.ISTIO;

  private static List<Route> routes(Map<String, Object> yaml) throws IOException {
    return EnvoyProtos.read(Map.of("routes", yaml.get("routes")), VirtualHost.newBuilder())
        .getRoutesList();
  }

  private static void assertHedges(Route route, long nanos) {
    assertThat(route.getRoute().getHedgePolicy().getHedgeOnPerTryTimeout()).isTrue();
    var timeout = route.getRoute().getRetryPolicy().getPerTryTimeout();
    assertThat(Duration.ofSeconds(timeout.getSeconds(), timeout.getNanos()).toNanos())
        .isEqualTo(nanos);
    assertThat(route.getRoute().getRetryPolicy().getNumRetries().getValue()).isEqualTo(1);
    assertThat(route.getRoute().getRetryPolicy().getRetryOn()).isNotEmpty();
    assertThat(route.getRoute().getRetryPolicy().getRetryHostPredicate(0).getName())
        .isEqualTo("envoy.retry_host_predicates.previous_hosts");
  }

  private static void assertBudget(CircuitBreakers breakers) {
    assertThat(breakers.getThresholds(0).getRetryBudget().getBudgetPercent().getValue())
        .isEqualTo(2);
    assertThat(breakers.getThresholds(0).getRetryBudget().getMinRetryConcurrency().getValue())
        .isEqualTo(3);
  }

  @Test
  void aProbabilityBecomesAShareOfTheRequestsThatTakeTheFirstOfTwoRoutes() throws IOException {
    Map<String, Object> yaml =
        EnvoyProtos.yaml(
            Plans.text(
                ENVOY,
                Plans.SINGLE_R,
                Name.CLUSTER,
                "catalog",
                Name.SERVICE,
                "shop.Catalog",
                Name.METHOD,
                "Get",
                Name.TIMEOUT_MS,
                "1500.0"));
    List<Route> routes = routes(yaml);
    assertThat(routes).hasSize(2);
    Route hedged = routes.getFirst();
    assertHedges(hedged, 43_000_000);
    FractionalPercent share = hedged.getMatch().getRuntimeFraction().getDefaultValue();
    assertThat(share.getNumerator()).isEqualTo(400_000);
    assertThat(share.getDenominator()).isEqualTo(FractionalPercent.DenominatorType.MILLION);
    assertThat(hedged.getMatch().getRuntimeFraction().getRuntimeKey()).isEqualTo("reissue.catalog");
    Route plain = routes.getLast();
    assertThat(plain.getMatch().hasRuntimeFraction()).isFalse();
    assertThat(plain.getRoute().hasHedgePolicy()).isFalse();
    for (Route route : routes) {
      assertThat(route.getMatch().getPrefix()).isEqualTo("/shop.Catalog/Get");
      assertThat(route.getRoute().getCluster()).isEqualTo("catalog");
      assertThat(route.getRoute().getTimeout().getSeconds()).isEqualTo(1);
    }
    Cluster cluster =
        EnvoyProtos.read(
                ((List<?>) requireNonNull(yaml.get("clusters"))).getFirst(), Cluster.newBuilder())
            .build();
    assertThat(cluster.getName()).isEqualTo("catalog");
    assertBudget(cluster.getCircuitBreakers());
  }

  @Test
  void withoutAProbabilityThereIsOneRoute() throws IOException {
    List<Route> routes =
        routes(EnvoyProtos.yaml(Plans.text(ENVOY, Plans.SINGLE_D, Name.CLUSTER, "catalog")));
    assertThat(routes).hasSize(1);
    assertHedges(routes.getFirst(), 152_000_000);
    assertThat(routes.getFirst().getMatch().getPrefix()).isEqualTo("/");
  }

  @Test
  void envoyRejectsWhatIsBroken() {
    String text = Plans.text(ENVOY, Plans.SINGLE_D, Name.CLUSTER, "catalog");
    assertThatThrownBy(() -> routes(EnvoyProtos.yaml(text.replace("hedge_policy", "hedging"))))
        .isInstanceOf(InvalidProtocolBufferException.class);
    assertThatThrownBy(() -> routes(EnvoyProtos.yaml(text.replace("0.152s", "0.152"))))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  @Test
  void theClusterMustBeNamedAndPathsBeginWithASlash() {
    assertThatThrownBy(() -> Plans.text(ENVOY, Plans.SINGLE_R))
        .isInstanceOf(UsageError.class)
        .hasMessage("--cluster is missing: expected the cluster that receives Envoy's requests");
    assertThatThrownBy(
            () -> Plans.text(ENVOY, Plans.SINGLE_R, Name.CLUSTER, "c", Name.PREFIX, "catalog"))
        .isInstanceOf(UsageError.class)
        .hasMessage("--prefix: expected a path that begins with /, found 'catalog'");
  }

  @Test
  void istioPutsBothRoutesFirstInTheirOrder() throws IOException {
    Map<String, Object> yaml = istio().getFirst();
    assertThat(yaml)
        .containsEntry("apiVersion", "networking.istio.io/v1alpha3")
        .containsEntry("kind", "EnvoyFilter")
        .containsEntry("metadata", Map.of("name", "catalog-reissue", "namespace", "shop"));
    List<?> patches = (List<?>) at(yaml, "spec", "configPatches");
    assertThat(patches).hasSize(2);
    Route first =
        EnvoyProtos.read(at(patches.get(0), "patch", "value"), Route.newBuilder()).build();
    Route second =
        EnvoyProtos.read(at(patches.get(1), "patch", "value"), Route.newBuilder()).build();
    // Each patch is inserted at the front, so the one with the fraction is applied last.
    assertThat(first.getRoute().hasHedgePolicy()).isFalse();
    assertHedges(second, 43_000_000);
    for (Object patch : patches) {
      assertThat(at(patch, "applyTo")).isEqualTo("HTTP_ROUTE");
      assertThat(at(patch, "patch", "operation")).isEqualTo("INSERT_FIRST");
      assertThat(at(patch, "match", "context")).isEqualTo("SIDECAR_OUTBOUND");
      assertThat(at(patch, "match", "routeConfiguration", "vhost", "name"))
          .isEqualTo("catalog.shop.svc.cluster.local:8080");
    }
    assertThat(second.getRoute().getCluster())
        .isEqualTo("outbound|8080||catalog.shop.svc.cluster.local");
  }

  @Test
  void istioKeepsTheBudgetByARuleSinceItsOwnThresholdsComeBeforeThoseOfAFilter() {
    List<Map<String, Object>> documents = istio();
    assertThat(documents).hasSize(2);
    assertThat(documents.getLast())
        .containsEntry("apiVersion", "networking.istio.io/v1")
        .containsEntry("kind", "DestinationRule")
        .containsEntry("metadata", Map.of("name", "catalog-reissue", "namespace", "shop"))
        .containsEntry(
            "spec",
            Map.of(
                "host",
                "catalog.shop.svc.cluster.local",
                "trafficPolicy",
                Map.of("retryBudget", Map.of("percent", 2, "minRetryConcurrency", 3))));
  }

  /** The filter and the rule. */
  private static List<Map<String, Object>> istio() {
    return EnvoyProtos.documents(
        Plans.text(
            ISTIO,
            Plans.SINGLE_R,
            Name.HOST,
            "catalog.shop.svc.cluster.local",
            Name.PORT,
            "8080",
            Name.NAMESPACE,
            "shop"));
  }

  @Test
  void istioWantsNamesOfKubernetes() {
    assertThatThrownBy(() -> Plans.text(ISTIO, Plans.SINGLE_R, Name.HOST, "Catalog_1"))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            "--host: expected a host name such as catalog.shop.svc.cluster.local, found 'Catalog_1'");
  }

  private static Object at(Object tree, String... path) {
    Object at = tree;
    for (String field : path) {
      at = requireNonNull(((Map<?, ?>) at).get(field), field);
    }
    return at;
  }
}
