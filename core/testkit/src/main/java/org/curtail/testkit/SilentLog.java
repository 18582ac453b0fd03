package org.curtail.testkit;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Turns off logging for tests in which users' code fails by the thousand. Used by {@link
 * ExtendWith}.
 */
public final class SilentLog implements BeforeAllCallback, AfterAllCallback {
  /** Held, or the level would be lost with the logger. */
  private static final Logger LOG = Logger.getLogger("org.curtail");

  @Override
  public void beforeAll(ExtensionContext context) {
    LOG.setLevel(Level.OFF);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    LOG.setLevel(null);
  }
}
