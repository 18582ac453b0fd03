package org.curtail.runtime;

/**
 * How requests are boosted that a policy wants to keep whole cores while there are more threads
 * than cores (Few-to-Many paper, section 4.2). It matters only to policies that {@linkplain
 * org.curtail.Traits#boosts boost}. Boosted threads are always fewer than cores.
 */
public sealed interface Boosting {
  /** Not at all. */
  Boosting OFF = new Off();

  /**
   * Of the threads that are not boosted, no more than the remaining cores compute; the others pause
   * at a chunk border and take turns. Needs no privilege, reacts within a chunk. It does nothing
   * about threads that are not the engine's.
   */
  Boosting GATE = new Gate();

  /** Boosted threads are raised by the operating system. */
  static Boosting by(ThreadBoost boost) {
    return new ByPriority(boost);
  }

  /** In a few words, what is in force. */
  String description();

  /** See {@link Boosting#OFF}. */
  record Off() implements Boosting {
    @Override
    public String description() {
      return "off";
    }
  }

  /** See {@link Boosting#GATE}. */
  record Gate() implements Boosting {
    @Override
    public String description() {
      return "cooperative gate";
    }
  }

  /**
   * See {@link Boosting#by}.
   *
   * @param boost raises and lowers a thread
   */
  record ByPriority(ThreadBoost boost) implements Boosting {
    @Override
    public String description() {
      return boost.description();
    }
  }
}
