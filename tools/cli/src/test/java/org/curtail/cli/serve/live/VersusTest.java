package org.curtail.cli.serve.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleBiFunction;
import org.curtail.cli.serve.live.Versus.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Comparisons with known latencies. */
@Timeout(300)
class VersusTest {
  private static final int QUERIES = 500;

  private final List<Standing> standings = new ArrayList<>();
  private final Map<String, List<Integer>> served = new HashMap<>();

  private static Versus.Setting setting() {
    return new Versus.Setting(
        "tail-index", "Tail index", "sequential", "One thread each", 20_000, 50, QUERIES, 1);
  }

  /** Runs a comparison with a latency for each policy and query. */
  private Standing run(ToDoubleBiFunction<String, Integer> latencyMs) throws InterruptedException {
    var turns =
        new Versus.Turns() {
          private String present = "";

          @Override
          public void serveBy(String policy) {
            present = policy;
          }

          @Override
          public CompletableFuture<Double> send(int query, long intendedNanos) {
            served.computeIfAbsent(present, policy -> new ArrayList<>()).add(query);
            double ms = latencyMs.applyAsDouble(present, query);
            return ms < 0
                ? CompletableFuture.failedFuture(new IllegalStateException("full"))
                : CompletableFuture.completedFuture(ms);
          }
        };
    new Versus(setting(), turns, () -> false, standings::add).run();
    return standings.getLast();
  }

  private static double demandMs(int query) {
    return 1 + query % 97;
  }

  @Test
  void bothServeTheSameQueries() throws InterruptedException {
    run((policy, query) -> demandMs(query));

    assertThat(served.get("tail-index")).isEqualTo(served.get("sequential"));
  }

  @Test
  void halfTheLatencyIsAVerdict() throws InterruptedException {
    Standing end =
        run((policy, query) -> demandMs(query) * (policy.equals("sequential") ? 1 : 0.5));

    assertThat(end.running()).isFalse();
    assertThat(end.pairs()).isEqualTo(Versus.PAIRS);
    assertThat(end.verdict())
        .isEqualTo("Tail index lowers the p99 by 50 % against One thread each, at load 50 %.");
    assertThat(standings.stream().filter(Standing::running).map(Standing::verdict))
        .containsOnly("");
  }

  @Test
  void equalLatenciesAreATie() throws InterruptedException {
    Standing end = run((policy, query) -> demandMs(query));

    assertThat(end.verdict())
        .isEqualTo("No difference is shown between Tail index and One thread each at load 50 %.");
  }

  @Test
  void failedRequestsForbidAVerdict() throws InterruptedException {
    Standing end = run((policy, query) -> query == 7 ? -1 : demandMs(query));

    assertThat(end.verdict()).endsWith("failed: no verdict.");
  }

  @Test
  void aP99NeedsAThousandRequests() throws InterruptedException {
    run((policy, query) -> demandMs(query));

    Standing second = standings.stream().filter(it -> it.pairs() == 2).findFirst().orElseThrow();
    assertThat(second.figures().getFirst().name()).isEqualTo("p99");
    assertThat(second.figures().getFirst().ratio()).isNull();
    assertThat(standings.getLast().figures().getFirst().ratio()).isNotNull();
  }

  @Test
  void aStopEndsWithoutAVerdict() throws InterruptedException {
    var turns =
        new Versus.Turns() {
          @Override
          public void serveBy(String policy) {}

          @Override
          public CompletableFuture<Double> send(int query, long intendedNanos) {
            return CompletableFuture.completedFuture(1.0);
          }
        };

    new Versus(setting(), turns, () -> true, standings::add).run();

    assertThat(standings.getLast().verdict()).isEqualTo("Stopped: no verdict.");
  }

  @Test
  void aPolicyIsNotComparedWithItself() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Versus.Setting("a", "A", "a", "A", 1, 50, 1, 1))
        .withMessage("expected two policies, found twice A");
  }
}
