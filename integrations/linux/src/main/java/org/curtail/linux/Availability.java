package org.curtail.linux;

import java.util.function.Function;

/**
 * Feature of the system, or the reason why it is missing.
 *
 * @param <T> type of the feature
 */
public sealed interface Availability<T> {
  /** The feature is available. */
  record Available<T>(T value) implements Availability<T> {}

  /**
   * The feature is missing.
   *
   * @param reason missing part, and a remedy if known; completes "unavailable, because"
   */
  record Unavailable<T>(String reason) implements Availability<T> {
    public Unavailable {
      if (reason.isBlank()) {
        throw new IllegalArgumentException("reason must say something: \"" + reason + "\"");
      }
    }
  }

  /** Computes a feature from this one. Keeps the reason if this one is missing. */
  default <R> Availability<R> then(Function<? super T, Availability<R>> next) {
    return switch (this) {
      case Available<T>(T value) -> next.apply(value);
      case Unavailable<T>(String reason) -> new Unavailable<>(reason);
    };
  }
}
