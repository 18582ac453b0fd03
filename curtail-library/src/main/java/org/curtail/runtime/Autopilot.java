package org.curtail.runtime;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.curtail.Policy;

/**
 * Chooses the policies of one engine while it serves: it listens to the engine's requests, and puts
 * another policy in force when it has a reason. {@link Curtail#automatic} starts an engine with
 * one, {@link Curtail#autopilot} returns it. Safe for all threads.
 *
 * <p>What it knows can be {@linkplain #export exported} and {@linkplain AutomaticSetup#knowing
 * given} to the engine of the next start.
 */
public interface Autopilot extends RequestListener {
  /**
   * Makes autopilots. {@link Curtail#automatic} finds the one that is there by {@link
   * java.util.ServiceLoader}, since choosing needs planner and simulator, of which the engine knows
   * nothing; so neither depends on the other.
   */
  interface Maker {
    /**
     * An autopilot for one engine, which has not started yet.
     *
     * @throws IllegalArgumentException if what it is given to know cannot be read
     */
    Autopilot autopilotFor(AutomaticSetup setup);
  }

  /** The policy to begin with. */
  Policy policy();

  /** Threads that the engine needs for every policy that may come; at least 1. */
  int threads();

  /** The engine has started: chooses its policies from now on. Called once, by the engine. */
  void engage(Curtail curtail);

  /** The engine is closing: chooses nothing any more, and ends its threads. */
  void disengage();

  /**
   * Learns, compares and plans nothing until it is {@linkplain #thaw thawed}. The policy that is in
   * force stays.
   */
  void freeze();

  /** Goes on where it was frozen. */
  void thaw();

  /** What it does at this moment, and why: some lines in plain words. */
  String explain();

  /** Its latest decisions in plain words, the latest last; a bounded number of them. */
  List<String> decisions();

  /**
   * Writes what it knows as {@code curtail-automatic/1}, with a line break at the end.
   *
   * @param out neither flushed nor closed
   * @return false if it knows nothing yet; then nothing is written
   */
  boolean export(Writer out) throws IOException;
}
