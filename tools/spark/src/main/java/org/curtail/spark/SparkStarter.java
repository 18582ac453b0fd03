package org.curtail.spark;

import org.curtail.traces.tables.Engine;
import org.curtail.traces.tables.EngineStarter;

/** Entry point through which the command finds Spark. */
public final class SparkStarter implements EngineStarter {
  @Override
  public Engine start(String master) {
    return new SparkEngine(master);
  }
}
