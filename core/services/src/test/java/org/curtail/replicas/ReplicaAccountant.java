package org.curtail.replicas;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.curtail.replicas.Replicas.Discipline;

/** Counts all events of a run independently, and fails at the first mismatch. */
final class ReplicaAccountant implements ReplicaObserver {
  private static final double ROUNDING_MS = 1e-6;

  private final ReplicaSimulation simulation;
  private final Map<Integer, Double> arrivals = new HashMap<>();
  private final Map<Integer, Double> answers = new HashMap<>();
  private final Set<Copy> alive = new HashSet<>();
  private final Map<Server, List<Copy>> waiting = new HashMap<>();
  private double lastMillis;
  private double slotMillis;
  private int sent;
  private int ended;
  private int computing;

  ReplicaAccountant(ReplicaSimulation simulation) {
    this.simulation = simulation;
  }

  @Override
  public void arrived(Call call, double nowMillis) {
    assertThat(arrivals.put(call.index, nowMillis)).as("arrivals of a call before").isNull();
  }

  @Override
  public void sent(Copy copy, double nowMillis) {
    assertThat(copy.call.closed).as("sent for a call that is over").isFalse();
    assertThat(alive.add(copy)).isTrue();
    waiting.computeIfAbsent(copy.server, server -> new ArrayList<>()).add(copy);
    sent++;
    if (!(simulation.reissue() instanceof Reissuing.Laedge)) {
      long elsewhere =
          copy.call.copies.stream()
              .limit(copy.attempt)
              .filter(earlier -> earlier.server != copy.server)
              .count();
      assertThat(elsewhere)
          .as("copies at other replicas")
          .isGreaterThanOrEqualTo(
              Math.min(copy.attempt, Math.max(0, simulation.replicas().count() - 1)));
    }
  }

  @Override
  public void started(Copy copy, double nowMillis) {
    List<Copy> queue = queue(copy);
    assertThat(queue.getFirst()).as("who came first").isSameAs(copy);
    queue.removeFirst();
    assertThat(copy.startedMillis).isEqualTo(nowMillis);
  }

  private List<Copy> queue(Copy copy) {
    return requireNonNull(waiting.get(copy.server));
  }

  @Override
  public void completed(Copy copy, double nowMillis) {
    gone(copy);
    assertThat(nowMillis - copy.startedMillis)
        .as("time in service")
        .isGreaterThanOrEqualTo(copy.workMillis - ROUNDING_MS);
    boolean alone =
        simulation.replicas().discipline() == Discipline.FIRST_COME_FIRST_SERVED
            && simulation.replicas().pauses().share() == 0;
    if (alone) {
      assertThat(nowMillis).isEqualTo(copy.startedMillis + copy.workMillis);
    }
  }

  @Override
  public void dropped(Copy copy, double nowMillis) {
    queue(copy).remove(copy);
    gone(copy);
  }

  private void gone(Copy copy) {
    assertThat(alive.remove(copy)).as("ended before").isTrue();
    ended++;
  }

  @Override
  public void answered(Call call, Copy winner, double nowMillis) {
    assertThat(answers.put(call.index, nowMillis)).as("answers of a call before").isNull();
    assertThat(winner.call).isSameAs(call);
  }

  @Override
  public void settled(List<Server> servers, double nowMillis) {
    assertThat(nowMillis).isGreaterThanOrEqualTo(lastMillis);
    slotMillis += computing * (nowMillis - lastMillis);
    lastMillis = nowMillis;
    computing = 0;
    int present = 0;
    for (Server server : servers) {
      present += server.inSystem();
      if (server.waiting() > 0) {
        assertThat(server.inService()).as("served while others wait").isEqualTo(server.slots);
      }
      computing += server.isPaused() ? 0 : Math.min(server.inService(), server.slots);
    }
    assertThat(present).as("copies at servers").isEqualTo(alive.size());
  }

  /** At the end. */
  void close(ReplicaTrace trace, ReplicaResult result) {
    int shards = simulation.fanOut().shards();
    int calls = trace.size() * shards;
    assertThat(arrivals).hasSize(calls);
    assertThat(alive).isEmpty();
    assertThat(ended).isEqualTo(sent);
    assertThat(answers).hasSizeBetween(trace.size() * simulation.fanOut().needed(), calls);
    assertThat(result.servedMillis()).isCloseTo(slotMillis, withinPercentage(1e-6));
    for (int request = 0; request < trace.size(); request++) {
      double[] latencies = latencies(request, shards);
      assertThat(latencies.length).isGreaterThanOrEqualTo(simulation.fanOut().needed());
      assertThat(result.latencyMillis(request))
          .isEqualTo(latencies[simulation.fanOut().needed() - 1]);
    }
    int attempts = 0;
    for (int call = 0; call < calls; call++) {
      attempts += result.attempts(call);
      assertThat(result.winner(call) >= 0).isEqualTo(answers.containsKey(call));
      assertThat(result.winner(call)).isLessThan(result.attempts(call));
    }
    // Tied copies may be dropped before they reach a server.
    assertThat(attempts).isGreaterThanOrEqualTo(sent);
    assertThat(result.reissueFraction()).isCloseTo(attempts / (double) calls - 1, within(1e-9));
    assertThat((double) (attempts - calls))
        .isLessThanOrEqualTo(most(simulation.budget(), calls) + 1e-6);
  }

  private static double most(CopyBudget budget, int calls) {
    return switch (budget) {
      case CopyBudget.Unlimited unlimited -> Double.POSITIVE_INFINITY;
      case CopyBudget.TokenBucket bucket -> bucket.most() + calls * bucket.perRequest();
      case CopyBudget.Guarded guarded -> most(guarded.bucket(), calls);
    };
  }

  /** Of a request's calls, ascending. */
  private double[] latencies(int request, int shards) {
    return IntStream.range(request * shards, (request + 1) * shards)
        .filter(answers::containsKey)
        .mapToDouble(call -> Copy.elapsedMillis(time(arrivals, call), time(answers, call)))
        .sorted()
        .toArray();
  }

  private static double time(Map<Integer, Double> times, int call) {
    return requireNonNull(times.get(call));
  }
}
