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
 * Chooses the policies of one engine while it serves. An autopilot listens to the engine's
 * requests, and replaces the policy when it has a reason. {@link Curtail#automatic} starts an
 * engine with an autopilot, {@link Curtail#autopilot} returns the autopilot. Safe for all threads.
 *
 * <p>The knowledge of an autopilot can be {@linkplain #export exported}, and {@linkplain
 * AutomaticSetup#knowing given} to the engine of the next start.
 */
public interface Autopilot extends RequestListener {
  /**
   * The wishes of an engine's user.
   *
   * @param percentile percentile of the latency to optimise, above 0 and below 100
   * @param targetNanos the bound of that percentile; empty if it is to be as small as possible
   * @param mostThreads most threads of the engine; {@link Policy#UNLIMITED} for any number
   * @param mostDegree most threads of one request; {@link Policy#UNLIMITED} for any number
   * @param cores number of cores that the service may use, at least 1
   * @param mostServed most requests with a thread at the same time, while requests have one thread
   *     each and take turns; at least 1
   * @param seed seed of all random choices
   * @param knowledge first knowledge, as {@link #export} writes it; empty for none
   * @param knowledgeName the source of that knowledge, for messages
   * @param engineName prefix of the names of threads
   * @param planningThreads factory of the planning thread; empty for one of the least priority
   * @param clock clock of the engine
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
   * Something that an autopilot noticed or decided.
   *
   * @param atNanos the moment, by the clock of the engine
   * @param kind one word, such as {@code Learned}, {@code Planned}, {@code Switched}, {@code
   *     FellBack} or {@code Drifted}
   * @param what a few words
   * @param reason the reason, in a sentence
   * @param serving name of the chosen policy from then on; {@link #SAFE} as long as there is no
   *     plan
   */
  record Decision(long atNanos, String kind, String what, String reason, String serving) {
    /** Name of the policy that gives each request one thread. */
    public static final String SAFE = "the safe policy";
  }

  /**
   * Makes autopilots. {@link Curtail#automatic} finds the implementation by {@link
   * java.util.ServiceLoader}: autopilots need the planner and the simulator, which need the engine.
   */
  interface Maker {
    /**
     * Returns an autopilot for one engine, which has not started yet.
     *
     * @throws IllegalArgumentException if the first knowledge cannot be read
     */
    Autopilot autopilotFor(Wanted wanted);
  }

  /** The first policy. */
  Policy policy();

  /** Number of threads that any later policy may need; at least 1. */
  int threads();

  /** Chooses the policies from now on: the engine has started. The engine calls this once. */
  void engage(Curtail curtail);

  /** Chooses no policy any more, and ends the autopilot's threads: the engine is closing. */
  void disengage();

  /**
   * Learns, compares and plans nothing until the call of {@link #thaw}. The present policy stays.
   */
  void freeze();

  /** Learns, compares and plans again, and continues where {@link #freeze} stopped. */
  void thaw();

  /** Explains the present state and its reasons, in some plain lines. */
  String explain();

  /**
   * The duration of the latest plan, or of the present plan so far. Frozen time does not count; 0
   * before the first plan.
   */
  long planningNanos();

  /** The latest decisions in plain words, the latest last; their number is bounded. */
  List<String> decisions();

  /** The latest decisions for programs; at least as many as {@link #decisions}. */
  List<Decision> history();

  /**
   * Counts of the decisions so far, as of the autopilot's last look at requests. Waits for no
   * thread.
   */
  Metrics.Decisions counts();

  /**
   * Writes the knowledge as {@code curtail-automatic/1}, with a line break at the end.
   *
   * @param out neither flushed nor closed
   * @return false if there is no knowledge yet; then nothing is written
   */
  boolean export(Writer out) throws IOException;
}
