package org.curtail.cli.bench.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.Console;
import org.junit.jupiter.api.Test;

class ClusterWarmUpTest {
  private static final ClusterContender STOCK =
      new ClusterContender("stock-auto", Map.of("curtail.enabled", "false"));
  private static final ClusterContender CURTAIL =
      new ClusterContender("curtail", Map.of("curtail.enabled", "true"));

  private final List<String> turns = new ArrayList<>();
  private long nowNanos;

  private ClusterWarmUp of(ClusterContender... contenders) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new ClusterWarmUp(
        List.of(contenders), new Console(nowhere, nowhere, false), () -> nowNanos);
  }

  @Test
  void contendersServeInTurnUntilNoneIsFasterThanBefore() throws InterruptedException {
    var speeds =
        Map.of(
            STOCK, List.of(100.0, 104.0, 100.0, 107.0, 99.0),
            CURTAIL, List.of(40.0, 80.0, 90.0, 94.0, 98.0));
    of(STOCK, CURTAIL)
        .run((one, most, mostNanos) -> {
          turns.add(one.name());
          return requireNonNull(speeds.get(one)).get((turns.size() - 1) / 2);
        });
    assertThat(turns).hasSize(8).startsWith("stock-auto", "curtail", "stock-auto", "curtail");
  }

  @Test
  void eachHasTwoTurnsAtLeast() throws InterruptedException {
    of(STOCK)
        .run((one, most, mostNanos) -> {
          turns.add(one.name());
          return 100 - turns.size();
        });
    assertThat(turns).hasSize(2);
  }

  @Test
  void aMachineThatIsFasterEachTimeIsWaitedForTwoMinutesAndNoLonger() throws InterruptedException {
    of(STOCK)
        .run((one, most, mostNanos) -> {
          turns.add(one.name());
          nowNanos += mostNanos;
          return Math.pow(2, turns.size());
        });
    assertThat(nowNanos / 1_000_000_000L).isBetween(120L, 126L);
  }
}
