package org.curtail.benchkit.workflow;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.replicas.LiveReplicas;

/** The servers of all stages. Thread-safe. */
final class WorkflowServers implements Closeable {
  private final List<LiveReplicas> stages;

  private WorkflowServers(List<LiveReplicas> stages) {
    this.stages = List.copyOf(stages);
  }

  /** Starts the servers of each stage, in the order of its responders. */
  static WorkflowServers start(WorkflowSetting setting) throws IOException {
    var stages = new ArrayList<LiveReplicas>();
    try {
      for (int stage = 0; stage < setting.servers().size(); stage++) {
        stages.add(
            LiveReplicas.start(setting.serverCount(stage), setting.servers().get(stage).slots()));
      }
      return new WorkflowServers(stages);
    } catch (IOException | RuntimeException e) {
      for (LiveReplicas replicas : stages) {
        replicas.close();
      }
      throw e;
    }
  }

  /** Returns the addresses of the servers of a stage, by index. */
  List<URI> addresses(int stage) {
    return stages.get(stage).addresses();
  }

  /** Disturbs the servers from this moment on. */
  void startDisturbances(WorkflowTrace trace, long beginNanos) {
    for (int stage = 0; stage < stages.size(); stage++) {
      stages.get(stage).startDisturbances(trace.disturbances(stage), beginNanos);
    }
  }

  /**
   * Ends the disturbances, and waits until the servers are idle.
   *
   * @return false if the servers are still busy after the given time
   */
  boolean endDisturbances(long nanos) throws InterruptedException {
    long endNanos = System.nanoTime() + nanos;
    for (LiveReplicas replicas : stages) {
      if (!replicas.endDisturbances(endNanos - System.nanoTime())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of attempts that have arrived at the servers of a stage. */
  long arrived(int stage) {
    return stages.get(stage).arrived();
  }

  @Override
  public void close() throws IOException {
    for (LiveReplicas replicas : stages) {
      replicas.close();
    }
  }
}
