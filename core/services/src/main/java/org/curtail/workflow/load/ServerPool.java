package org.curtail.workflow.load;

import java.util.function.IntToDoubleFunction;
import org.curtail.replicas.ReplicaChoice;

/** The servers of one responder of one or more stages, and the choice of one for an attempt. */
final class ServerPool {
  private final LoadServer[] servers;
  private int turn;

  ServerPool(StageServers size) {
    servers = new LoadServer[size.replicas()];
    for (int i = 0; i < servers.length; i++) {
      servers[i] = new LoadServer(size.slots());
    }
  }

  /** Rejects rules that need figures which this simulation does not have. */
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
   * Returns the server for the next attempt of a call. A copy gets another server than the original
   * if there is one.
   *
   * @param units function for two random numbers from 0 to less than 1, by index
   */
  LoadServer choose(ReplicaChoice choice, LoadCall call, IntToDoubleFunction units) {
    int tried = call.attempts.isEmpty() ? -1 : indexOf(call.attempts.getFirst().server);
    boolean isOpen = tried < 0 || servers.length == 1;
    int open = isOpen ? servers.length : servers.length - 1;
    if (open == 1) {
      return among(0, open, tried);
    }
    return switch (choice) {
      case ReplicaChoice.Random random -> among(pick(open, units, 0), open, tried);
      case ReplicaChoice.RoundRobin turns -> next(isOpen ? -1 : tried);
      case ReplicaChoice.TwoChoices two -> betterOfTwo(open, tried, units);
      case ReplicaChoice.ShortestQueue shortest -> shortest(open, tried, units);
      case ReplicaChoice.CubicRank rank -> throw unknown(rank);
      case ReplicaChoice.Prequal prequal -> throw unknown(prequal);
    };
  }

  private static int pick(int bound, IntToDoubleFunction units, int number) {
    return (int) (units.applyAsDouble(number) * bound);
  }

  /** Returns the i-th server that is open to the attempt. */
  private LoadServer among(int i, int open, int tried) {
    return servers[open < servers.length && i >= tried ? i + 1 : i];
  }

  private LoadServer next(int closed) {
    int taken = turn == closed ? (turn + 1) % servers.length : turn;
    turn = (taken + 1) % servers.length;
    return servers[taken];
  }

  private LoadServer betterOfTwo(int open, int tried, IntToDoubleFunction units) {
    int first = pick(open, units, 0);
    int second = pick(open - 1, units, 1);
    LoadServer one = among(first, open, tried);
    LoadServer other = among(second == first ? open - 1 : second, open, tried);
    return other.inSystem() < one.inSystem() ? other : one;
  }

  private LoadServer shortest(int open, int tried, IntToDoubleFunction units) {
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
    int taken = pick(equals, units, 0);
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
