package org.curtail.runtime;

/** Breaks engines, as an out-of-memory error in their own code does. */
public final class EngineBreaker {
  private EngineBreaker() {}

  /** Breaks the engine with this error from now on. */
  public static void breaks(Curtail curtail, Error error) {
    curtail.engine().breaks(error);
  }
}
