package org.curtail.benchkit.replicas;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Running replicas of a service. Thread-safe. */
public interface ServedReplicas extends Closeable {
  /**
   * Returns a new client of all replicas.
   *
   * @throws IOException if a replica does not answer
   */
  AttemptClient client() throws IOException, InterruptedException;

  /** Returns the CPU time so far of servers in processes of their own; otherwise 0. */
  default double processMillis() {
    return 0;
  }

  /** Disturbs the replicas from this moment on. */
  void startDisturbances(List<Disturbance> disturbances, long beginNanos);

  /**
   * Ends the disturbances, and waits until the replicas are idle.
   *
   * @return false if the replicas are still busy after the given time
   */
  boolean endDisturbances(long nanos) throws InterruptedException;
}
