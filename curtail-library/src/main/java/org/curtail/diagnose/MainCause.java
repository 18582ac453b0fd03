package org.curtail.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which cause made a request slow.
 *
 * <p>A slow request takes more than {@link Usual usual}: it has an excess, and so has each of its
 * causes; together these are the excess of the request. The cause with the largest excess is the
 * main one: without it, the request would have come nearest to the usual. Not the largest part, since
 * a request may always spend most of its time on the same thing; and not the rarest one, since a
 * rare cause may have cost nothing. First it is compared with those that asked the same; if it was
 * not slow for them, what it asked takes long, and it is compared with all.
 *
 * @param cause with the largest excess
 * @param second the cause with the next largest excess, if that is at least {@link #WORTH_NAMING}
 *     of the whole
 * @param basis what it was compared with
 * @param excessNanos what the request took above the usual, above 0
 * @param causeNanos of it, what {@code cause} took above its usual time, above 0
 * @param sure whether {@code cause} would still be the first if the parts were as wrong as they can
 *     be
 */
public record MainCause(
    Cause cause,
    Optional<Cause> second,
    Basis basis,
    long excessNanos,
    long causeNanos,
    boolean sure) {
  /** Share of the excess from which on a second cause is named. */
  public static final double WORTH_NAMING = 0.25;

  /** What a slow request was compared with. */
  public enum Basis {
    /** It was slow for what it asked. */
    ITS_LIKE,
    /** What it asked takes long. */
    ALL
  }

  /** The main cause of a request; empty if it was not slow. */
  public static Optional<MainCause> of(Breakdown request, Usual usual) {
    if (usual.isSlowForItsLike(request)) {
      return Optional.of(above(request, usual.ofLike(request), Basis.ITS_LIKE));
    }
    return usual.isSlowAmongAll(request)
        ? Optional.of(above(request, usual.ofAll(), Basis.ALL))
        : Optional.empty();
  }

  private static MainCause above(Breakdown request, CauseNanos usual, Basis basis) {
    CauseNanos excess = request.nanos().minus(usual);
    List<Cause> causes =
        Stream.of(Cause.values())
            .sorted(Comparator.comparingLong((Cause cause) -> excess.of(cause)).reversed())
            .toList();
    long first = excess.of(causes.get(0));
    long next = excess.of(causes.get(1));
    return new MainCause(
        causes.get(0),
        next >= WORTH_NAMING * excess.sum() ? Optional.of(causes.get(1)) : Optional.empty(),
        basis,
        excess.sum(),
        first,
        // Each of the two may be off by that much.
        (first - next) / 2 >= request.uncertainNanos());
  }
}
