package org.curtail.replicas;

import java.util.List;
import java.util.stream.Stream;

/** C3. Servers without an answer rank first. */
final class CubicRankChooser extends Chooser {
  /** Moving averages of a server's reports. */
  private record Averages(MovingMean response, MovingMean service, MovingMean queue) {
    static Averages unknown(double weight) {
      return new Averages(new MovingMean(weight), new MovingMean(weight), new MovingMean(weight));
    }
  }

  private final List<Averages> byServer;

  CubicRankChooser(ReplicaChoice.CubicRank choice, List<List<Server>> shards, ReplicaTrace trace) {
    super(shards, trace);
    byServer =
        Stream.generate(() -> Averages.unknown(choice.weight()))
            .limit(shards.stream().mapToInt(List::size).sum())
            .toList();
  }

  @Override
  Server choose(Call call, List<Server> among, double nowMillis) {
    Server chosen = least(call, among, this::score);
    Averages best = byServer.get(chosen.index);
    for (Server server : among) {
      Averages averages = byServer.get(server.index);
      if (server != chosen && averages.response().isKnown()) {
        averages.response().add((averages.response().mean() + best.response().mean()) / 2);
        averages.queue().add((averages.queue().mean() + best.queue().mean()) / 2);
      }
    }
    return chosen;
  }

  private double score(Server server) {
    Averages averages = byServer.get(server.index);
    double service = averages.service().mean();
    double queue = 1 + server.inSystem() + averages.queue().mean();
    return averages.response().mean() - service + queue * queue * queue * service;
  }

  @Override
  void answered(Copy copy, double nowMillis) {
    Averages averages = byServer.get(copy.server.index);
    averages.response().add(copy.responseMillis(nowMillis));
    averages.service().add(nowMillis - copy.startedMillis);
    averages.queue().add(copy.server.waiting());
  }

  /** An exponentially weighted moving average. The first value has weight 1. */
  private static final class MovingMean {
    private final double weight;
    private double mean;
    private boolean known;

    /**
     * Creates a mean without values.
     *
     * @param weight weight of the newest value: more than 0, at most 1
     */
    MovingMean(double weight) {
      this.weight = weight;
    }

    void add(double value) {
      mean = known ? mean + weight * (value - mean) : value;
      known = true;
    }

    boolean isKnown() {
      return known;
    }

    /** Returns the mean; 0 if unknown. */
    double mean() {
      return mean;
    }
  }
}
