package org.curtail.replicas;

import java.util.List;
import java.util.stream.Stream;

/** C3. Servers without any answer yet rank first. */
final class CubicRankChooser extends Chooser {
  /** Averages of a server's reports. */
  private record Told(MovingMean response, MovingMean service, MovingMean queue) {
    static Told nothing(double weight) {
      return new Told(new MovingMean(weight), new MovingMean(weight), new MovingMean(weight));
    }
  }

  private final List<Told> byServer;

  CubicRankChooser(ReplicaChoice.CubicRank choice, List<List<Server>> shards, ReplicaTrace trace) {
    super(shards, trace);
    byServer =
        Stream.generate(() -> Told.nothing(choice.weight()))
            .limit(shards.stream().mapToInt(List::size).sum())
            .toList();
  }

  @Override
  Server choose(Call call, List<Server> among, double nowMillis) {
    Server chosen = least(call, among, this::score);
    Told best = byServer.get(chosen.index);
    for (Server server : among) {
      Told told = byServer.get(server.index);
      if (server != chosen && told.response().isKnown()) {
        told.response().add((told.response().mean() + best.response().mean()) / 2);
        told.queue().add((told.queue().mean() + best.queue().mean()) / 2);
      }
    }
    return chosen;
  }

  private double score(Server server) {
    Told told = byServer.get(server.index);
    double service = told.service().mean();
    double queue = 1 + server.inSystem() + told.queue().mean();
    return told.response().mean() - service + queue * queue * queue * service;
  }

  @Override
  void answered(Copy copy, double nowMillis) {
    Told told = byServer.get(copy.server.index);
    told.response().add(copy.responseMillis(nowMillis));
    told.service().add(nowMillis - copy.startedMillis);
    told.queue().add(copy.server.waiting());
  }
}
