package org.curtail.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Chooses replicas during a run: a {@link ReplicaChoice} with its state. */
abstract sealed class Chooser permits PlainChooser, CubicRankChooser, PrequalChooser {
  private final List<List<Server>> shards;
  private final Coins coins;
  private final List<Server> candidates = new ArrayList<>();

  /**
   * Creates a chooser without any observation.
   *
   * @param shards servers of each shard
   * @param trace trace with the random numbers
   */
  Chooser(List<List<Server>> shards, ReplicaTrace trace) {
    this.shards = shards;
    coins = new Coins(trace.seed(), Coins.Purpose.REPLICA);
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

  /** Returns the server for the next copy of a call. */
  final Server choose(Call call, double nowMillis) {
    return choose(call, candidates(call), nowMillis);
  }

  /**
   * Returns the server for the next copy of a call.
   *
   * @param among at least one, in the order of the replicas; valid during the call only
   */
  abstract Server choose(Call call, List<Server> among, double nowMillis);

  /** Called when a copy has answered. */
  void answered(Copy copy, double nowMillis) {}

  final List<Server> servers(int shard) {
    return shards.get(shard);
  }

  /** Returns the servers without a copy of a call; all if every server has one. */
  private List<Server> candidates(Call call) {
    List<Server> all = shards.get(call.shard);
    if (call.copies.isEmpty()) {
      return all;
    }
    candidates.clear();
    for (Server server : all) {
      if (!call.tried(server)) {
        candidates.add(server);
      }
    }
    return candidates.isEmpty() ? all : candidates;
  }

  /** Returns one of them at random, equally likely. */
  final Server any(Call call, List<Server> among) {
    return among.get(coins.below(among.size(), call.index, call.copies.size()));
  }

  /** Returns the server with the least value; at random among equals. */
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
}
