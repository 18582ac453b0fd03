package org.curtail.runtime;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
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
   * The wishes of an engine's user.
   *
   * @param percentile of the latency to optimise, above 0 and below 100
   * @param targetNanos the bound of that percentile; empty if it is to be as small as possible
   * @param mostThreads most threads of the engine; {@link Policy#UNLIMITED} for any number
   * @param mostDegree most threads of one request; {@link Policy#UNLIMITED} for any number
   * @param cores that the service may use, at least 1
   * @param mostServed number of requests that have a thread at the same time where each has one and
   *     they take turns, at least 1
   * @param seed of all random choices
   * @param knowledge to begin with, as {@link #export} writes it; empty for none
   * @param knowledgeName the source of that knowledge, for messages
   * @param engineName prefix of the names of threads
   * @param planningThreads factory of the planning thread; empty for one of the least priority
   * @param clock of the engine
   */
  record Wanted(
      double percentile,
      OptionalLong targetNanos,
      int mostThreads,
      int mostDegree,
      int cores,
      int mostServed,
      long seed,
      Optional<String> knowledge,
      String knowledgeName,
      String engineName,
      Optional<ThreadFactory> planningThreads,
      LongSupplier clock) {
    public Wanted {
      if (cores < 1 || mostServed < 1 || mostThreads < 1 || mostDegree < 1) {
        throw new IllegalArgumentException(
            "cores, mostServed, mostThreads and mostDegree must be at least 1: cores=%d, mostServed=%d, mostThreads=%d, mostDegree=%d"
                .formatted(cores, mostServed, mostThreads, mostDegree));
      }
    }
  }

  /**
   * Something that it noticed or decided.
   *
   * @param atNanos when, by the clock of the engine
   * @param kind in one word, such as {@code Learned}, {@code Planned}, {@code Switched}, {@code
   *     FellBack} or {@code Drifted}
   * @param what in a few words
   * @param reason why, in a sentence
   * @param serving the name of the policy that is chosen from then on; {@link #SAFE} as long as
   *     there is no plan
   */
  record Decision(long atNanos, String kind, String what, String reason, String serving) {
    /** One thread for each request, while something is to be learned. */
    public static final String SAFE = "the safe policy";
  }

  /**
   * Makes autopilots. {@link Curtail#automatic} finds the implementation by {@link
   * java.util.ServiceLoader}: autopilots need the planner and the simulator, which need the engine.
   */
  interface Maker {
    /**
     * An autopilot for one engine, which has not started yet.
     *
     * @throws IllegalArgumentException if what it is to begin with cannot be read
     */
    Autopilot autopilotFor(Wanted wanted);
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

  /** Explains its present state and the reasons, in some plain lines. */
  String explain();

  /**
   * The duration of its latest plan, or of the present one so far, by the engine's clock and
   * without frozen time; 0 before the first.
   */
  long planningNanos();

  /** Its latest decisions in plain words, the latest last; a bounded number of them. */
  List<String> decisions();

  /** The same for programs; at least as many as there are {@link #decisions}. */
  List<Decision> history();

  /** Counts of its decisions so far. Waits for no thread; as new as its last look at requests. */
  Metrics.Decisions counts();

  /**
   * Writes what it knows as {@code curtail-automatic/1}, with a line break at the end.
   *
   * @param out neither flushed nor closed
   * @return false if it knows nothing yet; then nothing is written
   */
  boolean export(Writer out) throws IOException;
}
