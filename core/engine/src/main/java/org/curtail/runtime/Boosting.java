package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The way in which boosted requests keep whole cores while there are more threads than cores
 * (Few-to-Many paper, section 4.2). Matters only to policies that {@linkplain
 * org.curtail.Traits#boosts boost}. Boosted threads are always fewer than cores.
 */
public final class Boosting {
  /** Not at all. */
  public static final Boosting OFF = new Boosting("off", null);

  /**
   * Of the threads that are not boosted, no more than the remaining cores compute; the others pause
   * at a chunk border and take turns. Needs no privilege, reacts within a chunk. It does nothing
   * about threads that are not the engine's.
   */
  public static final Boosting GATE = new Boosting("cooperative gate", null);

  private final String description;
  private final @Nullable ThreadBoost threads;

  private Boosting(String description, @Nullable ThreadBoost threads) {
    this.description = description;
    this.threads = threads;
  }

  /** Boosted threads are raised by the operating system. */
  public static Boosting by(ThreadBoost boost) {
    return new Boosting(requireNonNull(boost, "boost").description(), boost);
  }

  /** In a few words, what is in force. */
  public String description() {
    return description;
  }

  /** Raises and lowers a thread; null if boosting is done otherwise, or not at all. */
  @Nullable ThreadBoost threads() {
    return threads;
  }

  /**
   * Lets the calling thread go before others when threads compete for cores, by means of the
   * operating system. Safe for all threads; each acts on itself only.
   *
   * <p>Neither method throws: a thread that cannot be raised runs on as it is.
   */
  public interface ThreadBoost {
    /** In a few words what a raised thread has, for example {@code nice -20}. */
    String description();

    /** Puts the calling thread before threads that are not raised. */
    void raise();

    /** Undoes {@link #raise} of the calling thread. */
    void lower();
  }
}
