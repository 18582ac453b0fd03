package org.curtail.benchkit.replicas;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Several HTTP servers that hold requests. */
public final class LiveReplicas implements ServedReplicas {
  private final List<ReplicaServer> servers;
  private final List<URI> addresses;

  private LiveReplicas(List<ReplicaServer> servers, List<URI> addresses) {
    this.servers = List.copyOf(servers);
    this.addresses = List.copyOf(addresses);
  }

  /** Starts replicas. */
  public static LiveReplicas start(int count, int slots) throws IOException {
    var servers = new ArrayList<ReplicaServer>();
    var addresses = new ArrayList<URI>();
    try {
      for (int number = 0; number < count; number++) {
        ReplicaServer server = ReplicaServer.start(number, slots);
        servers.add(server);
        addresses.add(server.address());
      }
      return new LiveReplicas(servers, addresses);
    } catch (IOException | RuntimeException e) {
      for (ReplicaServer server : servers) {
        server.close();
      }
      throw e;
    }
  }

  /** Returns the addresses of the replicas, by number. */
  public List<URI> addresses() {
    return addresses;
  }

  @Override
  public AttemptClient client() {
    return new ReplicaClient(addresses);
  }

  @Override
  public void startDisturbances(List<Disturbance> disturbances, long beginNanos) {
    for (int replica = 0; replica < servers.size(); replica++) {
      servers
          .get(replica)
          .setSpeeds(
              Disturbance.speeds(disturbances, replica).stream()
                  .map(change -> change.after(beginNanos))
                  .toList());
    }
  }

  @Override
  public boolean endDisturbances(long nanos) throws InterruptedException {
    servers.forEach(server -> server.setSpeeds(List.of()));
    long endNanos = System.nanoTime() + nanos;
    for (ReplicaServer server : servers) {
      if (!server.awaitIdle(endNanos - System.nanoTime())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of attempts that have arrived at all replicas. */
  public long arrived() {
    return tallies().stream().mapToLong(ReplicaServer.Tally::arrived).sum();
  }

  /** Pauses a replica from now on, or lets it go on. */
  public void pause(int replica, boolean isPaused) {
    servers
        .get(replica)
        .setSpeeds(isPaused ? List.of(new SpeedChange(System.nanoTime(), 0)) : List.of());
  }

  /** Returns the counts of each replica so far. */
  List<ReplicaServer.Tally> tallies() {
    return servers.stream().map(ReplicaServer::tally).toList();
  }

  @Override
  public void close() throws IOException {
    for (ReplicaServer server : servers) {
      server.close();
    }
  }
}
