package org.curtail.runtime;

/** Breaks engines, as memory does that runs out in their own code. */
public final class EngineBreaker {
  private EngineBreaker() {}

  /** The engine is broken by this error from now on. */
  public static void breaks(Curtail curtail, Error error) {
    curtail.engine().breaks(error);
  }
}
