package org.curtail.workflow;

import java.util.function.DoubleSupplier;
import org.curtail.replicas.ReplicaChoice;

/** The servers of one responder, and which of them an attempt goes to. */
final class ServerPool {
  private final LoadServer[] servers;
  private final ReplicaChoice choice;
  private int turn;

  ServerPool(StageServers size, ReplicaChoice choice) {
    this.choice = choice;
    servers = new LoadServer[size.replicas()];
    for (int i = 0; i < servers.length; i++) {
      servers[i] = new LoadServer(size.slots());
    }
  }

  LoadServer[] servers() {
    return servers;
  }

  /** Rejects choices that need to know more of servers than there is here. */
  static void require(ReplicaChoice choice) {
    switch (choice) {
      case ReplicaChoice.Random random -> {}
      case ReplicaChoice.RoundRobin turns -> {}
      case ReplicaChoice.TwoChoices two -> {}
      case ReplicaChoice.ShortestQueue shortest -> {}
      case ReplicaChoice.CubicRank rank -> throw unknown(rank);
      case ReplicaChoice.Prequal prequal -> throw unknown(prequal);
    }
  }

  private static IllegalArgumentException unknown(ReplicaChoice choice) {
    return new IllegalArgumentException(
        "workflows are simulated with random, round-robin, two-choices or shortest-queue, not "
            + choice.name());
  }

  /**
   * The server for the next attempt of a call.
   *
   * @param units random numbers from 0 to less than 1, which are asked for only if needed
   */
  LoadServer choose(LoadCall call, DoubleSupplier units) {
    int tried = call.attempts.isEmpty() ? -1 : indexOf(call.attempts.getFirst().server);
    int open = tried >= 0 && servers.length > 1 ? servers.length - 1 : servers.length;
    if (open == 1) {
      return among(0, open, tried);
    }
    return switch (choice) {
      case ReplicaChoice.Random random -> among(pick(open, units), open, tried);
      case ReplicaChoice.RoundRobin turns -> next(open, tried);
      case ReplicaChoice.TwoChoices two -> betterOfTwo(open, tried, units);
      case ReplicaChoice.ShortestQueue shortest -> shortest(open, tried, units);
      case ReplicaChoice.CubicRank rank -> throw unknown(rank);
      case ReplicaChoice.Prequal prequal -> throw unknown(prequal);
    };
  }

  private static int pick(int bound, DoubleSupplier units) {
    return (int) (units.getAsDouble() * bound);
  }

  /** The i-th server of those that were not tried. */
  private LoadServer among(int i, int open, int tried) {
    return servers[open < servers.length && i >= tried ? i + 1 : i];
  }

  private LoadServer next(int open, int tried) {
    LoadServer server = servers[turn];
    turn = (turn + 1) % servers.length;
    return open < servers.length && server == servers[tried] ? next(open, tried) : server;
  }

  private LoadServer betterOfTwo(int open, int tried, DoubleSupplier units) {
    int first = pick(open, units);
    int second = pick(open - 1, units);
    LoadServer one = among(first, open, tried);
    LoadServer other = among(second == first ? open - 1 : second, open, tried);
    return other.inSystem() < one.inSystem() ? other : one;
  }

  private LoadServer shortest(int open, int tried, DoubleSupplier units) {
    int least = Integer.MAX_VALUE;
    int equals = 0;
    for (int i = 0; i < open; i++) {
      int inSystem = among(i, open, tried).inSystem();
      if (inSystem < least) {
        least = inSystem;
        equals = 0;
      }
      equals += inSystem == least ? 1 : 0;
    }
    int taken = pick(equals, units);
    for (int i = 0; i < open; i++) {
      LoadServer server = among(i, open, tried);
      if (server.inSystem() == least && taken-- == 0) {
        return server;
      }
    }
    throw new IllegalStateException("no server has the least of all");
  }

  private int indexOf(LoadServer server) {
    for (int i = 0; i < servers.length; i++) {
      if (servers[i] == server) {
        return i;
      }
    }
    throw new IllegalStateException("a server of another responder");
  }
}
