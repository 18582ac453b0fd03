package org.curtail.linux;

import java.util.function.Function;

/**
 * What the system gives, or why it does not.
 *
 * @param <T> what was asked for
 */
public sealed interface Availability<T> {
  /** The system gives it. */
  record Available<T>(T value) implements Availability<T> {}

  /**
   * The system does not give it.
   *
   * @param reason what is missing, and if known what would help; fits behind "unavailable, because"
   */
  record Unavailable<T>(String reason) implements Availability<T> {
    public Unavailable {
      if (reason.isBlank()) {
        throw new IllegalArgumentException("reason must say something: \"" + reason + "\"");
      }
    }
  }

  /** What this makes possible; the same reason if there is nothing. */
  default <R> Availability<R> then(Function<? super T, Availability<R>> next) {
    return switch (this) {
      case Available<T>(T value) -> next.apply(value);
      case Unavailable<T>(String reason) -> new Unavailable<>(reason);
    };
  }
}
