package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The way in which boosted requests keep whole cores while there are more threads than cores
 * (Few-to-Many paper, section 4.2). Matters only to policies that {@linkplain
 * org.curtail.Traits#boosts boost}. Boosted threads are always fewer than cores.
 */
public final class Boosting {
  /** Boosted requests have no advantage. */
  public static final Boosting OFF = new Boosting("off", null);

  /**
   * Boosted threads keep whole cores. The other threads compute only on the remaining cores: if
   * there are too many, some pause at a chunk border, and they take turns. This kind needs no
   * privilege and reacts within a chunk. This kind has no effect on threads of other programs.
   */
  public static final Boosting GATE = new Boosting("cooperative gate", null);

  private final String description;
  private final @Nullable ThreadBoost threads;

  private Boosting(String description, @Nullable ThreadBoost threads) {
    this.description = description;
    this.threads = threads;
  }

  /** The operating system gives boosted threads a higher priority. */
  public static Boosting by(ThreadBoost boost) {
    return new Boosting(requireNonNull(boost, "boost").description(), boost);
  }

  /** Describes this kind in a few words. */
  public String description() {
    return description;
  }

  /** The means to raise a thread's priority; null for the other kinds. */
  @Nullable ThreadBoost threads() {
    return threads;
  }

  /**
   * Raises the priority of the calling thread, by means of the operating system. Safe for all
   * threads; each acts on itself only.
   *
   * <p>Neither method throws: a thread that cannot be raised runs on as it is.
   */
  public interface ThreadBoost {
    /** Describes the priority of a raised thread in a few words, for example {@code nice -20}. */
    String description();

    /**
     * Raises the calling thread: when threads compete for cores, it goes before threads that are
     * not raised.
     */
    void raise();

    /** Undoes {@link #raise} of the calling thread. */
    void lower();
  }
}
