package org.curtail.signals;

import static java.util.Objects.requireNonNull;

/**
 * One kind of signal: whether this machine gives it, and what one reading costs.
 *
 * @param name in words, for example {@code CPU time}
 * @param reason why it is not available; where it is, where it comes from
 * @param costNanos of one reading, about; -1 if it is not available or was not measured
 */
public record Rung(String name, boolean available, String reason, long costNanos) {
  public Rung {
    requireNonNull(name, "name");
    if (reason.isBlank()) {
      throw new IllegalArgumentException("reason must say something: \"" + reason + "\"");
    }
    if (costNanos < -1) {
      throw new IllegalArgumentException("costNanos must be at least -1: " + costNanos);
    }
  }

  /** One that there is. */
  public static Rung available(String name, String source, long costNanos) {
    return new Rung(name, true, source, costNanos);
  }

  /** One that is missing. */
  public static Rung missing(String name, String reason) {
    return new Rung(name, false, reason, -1);
  }

  /** One line for people. */
  @Override
  public String toString() {
    String cost = costNanos < 0 ? "" : " (%,d ns)".formatted(costNanos);
    return available
        ? "%s: %s%s".formatted(name, reason, cost)
        : "%s: not available, because %s".formatted(name, reason);
  }
}
