package org.curtail.benchkit.replicas;

import java.util.concurrent.Executor;

/** Sends attempts of requests to replicas, over connections of its own. Thread-safe. */
public interface AttemptClient extends AutoCloseable {
  /**
   * Sends an attempt without waiting for its answer.
   *
   * @param copy 0 for the original, 1 for the copy
   * @param replica number of the replica
   */
  ReplicaClient.Copy send(LiveTrace trace, int request, int copy, int replica);

  /** Returns threads for actions after answers. */
  Executor threads();

  @Override
  void close();
}
