package org.curtail.springboot;

import java.time.Duration;
import org.curtail.runtime.Curtail;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Closes all engines at shutdown, after the web server has answered its last requests. Other beans
 * still exist then.
 */
final class EngineShutdown implements SmartLifecycle {
  /** Spring Boot's web server stops in two earlier phases, down to {@code DEFAULT_PHASE - 2048}. */
  private static final int AFTER_WEB_SERVER = DEFAULT_PHASE - 4096;

  private final ObjectProvider<Curtail> engines;
  private final Duration grace;
  private volatile boolean isRunning;

  EngineShutdown(ObjectProvider<Curtail> engines, Duration grace) {
    this.engines = engines;
    this.grace = grace;
  }

  @Override
  public int getPhase() {
    return AFTER_WEB_SERVER;
  }

  @Override
  public void start() {
    isRunning = true;
  }

  /** Waits for running requests, and cancels them after the grace. */
  @Override
  public void stop() {
    isRunning = false;
    engines.forEach(engine -> engine.close(grace));
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }
}
