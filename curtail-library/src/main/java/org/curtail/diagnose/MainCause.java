package org.curtail.diagnose;

import java.util.Optional;

/**
 * Which cause made a request slow.
 *
 * @param cause with the largest excess over what is usual
 * @param second the cause with the next largest excess, if that is at least a third of the whole
 * @param basis what it was compared with
 * @param excessNanos what the request took above the usual, above 0
 * @param causeNanos of it, what {@code cause} took above its usual time
 * @param sure whether {@code cause} would still be the first if the parts were as wrong as they can
 *     be
 */
public record MainCause(
    Cause cause, Optional<Cause> second, Basis basis, long excessNanos, long causeNanos, boolean sure) {
  /** What a slow request was compared with. */
  public enum Basis {
    /** It was slow for what it asked. */
    ITS_LIKE,
    /** What it asked takes long. */
    ALL
  }

  /** The main cause of a request; empty if it was not slow. */
  public static Optional<MainCause> of(Breakdown request, Usual usual) {
    throw new UnsupportedOperationException();
  }
}
