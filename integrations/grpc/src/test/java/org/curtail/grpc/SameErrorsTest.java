package org.curtail.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.grpc.TestServer.Transport;
import org.curtail.hedge.Hedge;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The caller sees the same with and without the interceptor, for many behaviours of callers and
 * servers, with one or two attempts.
 */
@Timeout(300)
class SameErrorsTest {
  private enum Hedging {
    NONE,
    LATE,
    AT_ONCE
  }

  static List<Scenario> scenarios() {
    return Stream.of(ServerScenarios.all(), CallerScenarios.all(), StubScenarios.all())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void callerSeesTheSameWithTheInterceptor(Scenario scenario) throws Exception {
    for (Transport transport : Transport.values()) {
      List<String> expected = seen(scenario, transport, Hedging.NONE);
      assertThat(expected).as("%s, %s", scenario, transport).isNotEmpty();
      for (Hedging hedging : List.of(Hedging.LATE, Hedging.AT_ONCE)) {
        assertThat(seen(scenario, transport, hedging))
            .as("%s, %s, hedging %s", scenario, transport, hedging)
            .isEqualTo(expected);
      }
    }
  }

  private static List<String> seen(Scenario scenario, Transport transport, Hedging hedging)
      throws Exception {
    try (Hedge hedge = hedging == Hedging.AT_ONCE ? Hedges.atOnce() : Hedges.late();
        var server = TestServer.start(transport, scenario.server())) {
      ManagedChannel channel = server.channel();
      Channel used =
          hedging == Hedging.NONE
              ? channel
              : ClientInterceptors.intercept(channel, HedgingInterceptor.of(hedge));
      return scenario.client().run(new Scenario.Setting(server, channel, used)).stream()
          // The answering attempt is random.
          .map(event -> event.replaceAll("attempt \\d", "an attempt"))
          .toList();
    }
  }
}
