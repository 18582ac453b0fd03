package org.curtail.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.NameResolver.ConfigOrError;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.internal.AutoConfiguredLoadBalancerFactory;
import io.grpc.internal.JsonParser;
import io.grpc.internal.ScParser;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;

/** gRPC's own parsers read the text. */
class GrpcServiceConfigTest {
  private static final Target GRPC = new GrpcServiceConfig();

  @SuppressWarnings("unchecked") // A service config is an object.
  private static Map<String, Object> parsed(String text) throws IOException {
    return (Map<String, Object>) JsonParser.parse(text);
  }

  private static ConfigOrError read(Map<String, ?> config) {
    return new ScParser(true, 5, 5, new AutoConfiguredLoadBalancerFactory("pick_first"))
        .parseServiceConfig(config);
  }

  @Test
  void aChannelTakesIt() throws IOException {
    String text =
        Plans.text(GRPC, Plans.SINGLE_R, Name.SERVICE, "shop.Catalog", Name.METHOD, "Get");
    Map<String, Object> config = parsed(text);
    ConfigOrError read = read(config);
    assertThat(read.getError()).isNull();
    assertThat(String.valueOf(read.getConfig()))
        .contains(
            "shop.Catalog/Get", "maxAttempts=2", "hedgingDelayNanos=151250000", "UNAVAILABLE");
    ManagedChannel channel =
        InProcessChannelBuilder.forName("nobody").defaultServiceConfig(config).build();
    channel.shutdownNow();
  }

  @Test
  void allFieldsAreThose() throws IOException {
    Map<String, Object> config =
        parsed(
            Plans.text(
                GRPC, Plans.SINGLE_R, Name.SERVICE, "shop.Catalog", Name.TIMEOUT_MS, "1500.0"));
    assertThat(config)
        .isEqualTo(
            Map.of(
                "methodConfig",
                List.of(
                    Map.of(
                        "name",
                        List.of(Map.of("service", "shop.Catalog")),
                        "timeout",
                        "1.5s",
                        "hedgingPolicy",
                        Map.of(
                            "maxAttempts",
                            2.0,
                            "hedgingDelay",
                            "0.15125s",
                            "nonFatalStatusCodes",
                            List.of("UNAVAILABLE")))),
                "retryThrottling",
                Map.of("maxTokens", 10.0, "tokenRatio", 0.1)));
  }

  @Test
  void severalMethodsAreOneConfig() throws IOException {
    Map<String, Copies> calls = new LinkedHashMap<>();
    calls.put("front to catalog shop.Catalog/Get", new Copies(42.5, 1, 0.02, 0.02));
    calls.put("front to ads /Ads/List", new Copies(7, 1, 0.02, 0.02));
    ExportText exported = GRPC.export(calls, new Names(Map.of()));
    ConfigOrError read = read(parsed(exported.text()));
    assertThat(read.getError()).isNull();
    assertThat(String.valueOf(read.getConfig()))
        .contains(
            "shop.Catalog/Get",
            "hedgingDelayNanos=42500000",
            "Ads/List",
            "hedgingDelayNanos=7000000");
    assertThat(exported.remarks().getFirst()).contains("Ads is the service's name in traces");
    calls.put("back to catalog shop.Catalog/Get", new Copies(1, 1, 0.02, 0.02));
    assertThatThrownBy(() -> GRPC.export(calls, new Names(Map.of())))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("are one method, shop.Catalog/Get, of different clients");
    assertThatThrownBy(() ->
            GRPC.export(
                Map.of("front to db SELECT", new Copies(1, 1, 0.02, 0.02)), new Names(Map.of())))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("found 'front to db SELECT'");
  }

  @Test
  void gRpcRejectsWhatIsBroken() throws IOException {
    String text = Plans.text(GRPC, Plans.SINGLE_R, Name.SERVICE, "shop.Catalog");
    assertThat(read(parsed(text.replace("\"maxAttempts\" : 2", "\"maxAttempts\" : 1"))).getError())
        .isNotNull();
    assertThat(read(parsed(text.replace("0.15125s", "0.15125"))).getError()).isNotNull();
  }

  @Test
  void namesOfTheUserStayTextWhateverTheyHold() throws IOException {
    Map<String, Object> config =
        parsed(Plans.text(GRPC, Plans.SINGLE_R, Name.SERVICE, "a\"b\\c\n"));
    assertThat(config.toString()).contains("a\"b\\c\n");
  }

  @Test
  void aMethodBelongsToAService() {
    assertThatThrownBy(() -> Plans.text(GRPC, Plans.SINGLE_R, Name.METHOD, "Get"))
        .isInstanceOf(UsageError.class)
        .hasMessage("--method works only with --service, which is missing");
  }
}
