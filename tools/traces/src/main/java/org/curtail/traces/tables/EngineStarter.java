package org.curtail.traces.tables;

/**
 * Starts an engine on a cluster. Implementations are found by {@link java.util.ServiceLoader},
 * since their libraries are too large for everybody.
 */
public interface EngineStarter {
  /**
   * Starts one.
   *
   * @param master of the cluster, as in spark://host:7077, or local[2]
   */
  Engine start(String master);
}
