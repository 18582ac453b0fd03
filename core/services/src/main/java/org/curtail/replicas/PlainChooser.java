package org.curtail.replicas;

import java.util.List;

/** Choices that depend only on the servers' numbers of requests. */
final class PlainChooser extends Chooser {
  private final ReplicaChoice choice;
  private final Coins others;

  /** Next server by shard. */
  private final int[] turns;

  PlainChooser(ReplicaChoice choice, List<List<Server>> shards, ReplicaTrace trace) {
    super(shards, trace);
    this.choice = choice;
    others = new Coins(trace.seed(), Coins.Purpose.OTHER_REPLICA);
    turns = new int[shards.size()];
  }

  @Override
  Server choose(Call call, List<Server> among, double nowMillis) {
    return switch (choice) {
      case ReplicaChoice.Random random -> any(call, among);
      case ReplicaChoice.RoundRobin turn -> next(call, among);
      case ReplicaChoice.TwoChoices two -> betterOfTwo(call, among);
      case ReplicaChoice.ShortestQueue shortest -> least(call, among, Server::inSystem);
      case ReplicaChoice.CubicRank rank -> throw new IllegalStateException(rank.name());
      case ReplicaChoice.Prequal prequal -> throw new IllegalStateException(prequal.name());
    };
  }

  private Server next(Call call, List<Server> among) {
    List<Server> all = servers(call.shard);
    while (true) {
      Server server = all.get(turns[call.shard]);
      turns[call.shard] = (turns[call.shard] + 1) % all.size();
      if (among.size() == all.size() || among.contains(server)) {
        return server;
      }
    }
  }

  private Server betterOfTwo(Call call, List<Server> among) {
    Server first = any(call, among);
    if (among.size() == 1) {
      return first;
    }
    int other = others.below(among.size() - 1, call.index, call.copies.size());
    Server second = among.get(other);
    if (second == first) {
      second = among.getLast();
    }
    return second.inSystem() < first.inSystem() ? second : first;
  }
}
