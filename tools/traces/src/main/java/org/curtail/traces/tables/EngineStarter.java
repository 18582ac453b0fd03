package org.curtail.traces.tables;

/**
 * Starts an engine on a cluster. {@link java.util.ServiceLoader} finds implementations, which are
 * not included because their libraries are large.
 */
public interface EngineStarter {
  /**
   * Starts an engine.
   *
   * @param master master of the cluster, such as spark://host:7077, or local[2]
   */
  Engine start(String master);
}
