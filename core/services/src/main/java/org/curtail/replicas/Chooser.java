package org.curtail.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** State and logic of a {@link ReplicaChoice} during a run. */
abstract sealed class Chooser permits Chooser.PlainChooser, CubicRankChooser, PrequalChooser {
  private final List<List<Server>> shards;
  private final ReplicaRandom coins;
  private final List<Server> candidates = new ArrayList<>();

  /**
   * Creates a chooser without observations.
   *
   * @param shards servers of each shard
   * @param trace trace with the random numbers
   */
  Chooser(List<List<Server>> shards, ReplicaTrace trace) {
    this.shards = shards;
    coins = new ReplicaRandom(trace.seed(), ReplicaRandom.Purpose.REPLICA);
  }

  static Chooser of(ReplicaChoice choice, List<List<Server>> shards, ReplicaTrace trace) {
    return switch (choice) {
      case ReplicaChoice.CubicRank rank -> new CubicRankChooser(rank, shards, trace);
      case ReplicaChoice.Prequal prequal -> new PrequalChooser(prequal, shards, trace);
      case ReplicaChoice.Random random -> new PlainChooser(random, shards, trace);
      case ReplicaChoice.RoundRobin turns -> new PlainChooser(turns, shards, trace);
      case ReplicaChoice.TwoChoices two -> new PlainChooser(two, shards, trace);
      case ReplicaChoice.ShortestQueue shortest -> new PlainChooser(shortest, shards, trace);
    };
  }

  /** Returns the server for the next attempt of a call. */
  final Server choose(Call call, double nowMillis) {
    return choose(call, candidates(call), nowMillis);
  }

  /**
   * Returns the server for the next attempt of a call.
   *
   * @param among at least one server, in the order of the replicas; the list is valid during this
   *     method only
   */
  abstract Server choose(Call call, List<Server> among, double nowMillis);

  /** Called when a copy has answered. */
  void answered(Copy copy, double nowMillis) {}

  final List<Server> servers(int shard) {
    return shards.get(shard);
  }

  /** Returns the servers without a copy of a call; all servers if each has a copy. */
  private List<Server> candidates(Call call) {
    List<Server> all = shards.get(call.shard);
    if (call.copies.isEmpty()) {
      return all;
    }
    candidates.clear();
    for (Server server : all) {
      if (!call.wasSentTo(server)) {
        candidates.add(server);
      }
    }
    return candidates.isEmpty() ? all : candidates;
  }

  /** Returns a server at random, with equal probabilities. */
  final Server any(Call call, List<Server> among) {
    return among.get(coins.below(among.size(), call.index, call.copies.size()));
  }

  /** Returns the server with the least value. Chooses at random among equal values. */
  final Server least(Call call, List<Server> among, ToDoubleFunction<Server> what) {
    double least = Double.POSITIVE_INFINITY;
    int equals = 0;
    for (Server server : among) {
      double value = what.applyAsDouble(server);
      if (value < least) {
        least = value;
        equals = 1;
      } else if (value == least) {
        equals++;
      }
    }
    int taken = coins.below(equals, call.index, call.copies.size());
    for (Server server : among) {
      if (what.applyAsDouble(server) == least && taken-- == 0) {
        return server;
      }
    }
    throw new IllegalStateException("no server has the least value of all");
  }

  /** Chooser of the policies without state beside turns. */
  private static final class PlainChooser extends Chooser {
    private final ReplicaChoice choice;
    private final ReplicaRandom others;

    /** Next server by shard. */
    private final int[] turns;

    PlainChooser(ReplicaChoice choice, List<List<Server>> shards, ReplicaTrace trace) {
      super(shards, trace);
      this.choice = choice;
      others = new ReplicaRandom(trace.seed(), ReplicaRandom.Purpose.OTHER_REPLICA);
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
}
