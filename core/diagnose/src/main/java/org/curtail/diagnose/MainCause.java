package org.curtail.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which cause made a request slow.
 *
 * <p>A request that takes more than is usual has an excess, and so has each of its causes; together
 * these are the excess of the request. It is slow if the excess is at least half of the usual. Its
 * main cause is the one with the largest excess, of those that count: without it, the request would
 * have come nearest to the usual. A cause counts if its excess is at least a quarter of the whole,
 * and more than it usually varies by (three and a half standard deviations). So it is not the
 * largest part, since a request may always spend most of its time on the same thing; nor the rarest
 * one, since a rare cause may have cost nothing; and where all parts are a bit larger than usual,
 * there is none. The request is compared with those that asked the same; if it is not slow for
 * them, what it asked takes long, and it is compared with all.
 *
 * @param cause with the largest excess
 * @param second the cause with the next largest excess, if one counts
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
  /** Share of the excess from which on a cause counts. */
  public static final double WORTH_NAMING = 0.25;

  /** Share of the usual latency from which excess on a request is slow. */
  public static final double SLOW_EXCESS = 0.5;

  /** What a slow request was compared with. */
  public enum Basis {
    /** It was slow for what it asked. */
    ITS_LIKE,
    /** What it asked takes long. */
    ALL
  }

  /** The main cause of a request; empty if it was not slow, or by no more than is usual. */
  static Optional<MainCause> of(Breakdown request, Usual usual) {
    Optional<MainCause> main =
        above(request, usual.ofLike(request), usual.amongLike(), Basis.ITS_LIKE);
    return main.isPresent() ? main : above(request, usual.ofAll(), usual.amongAll(), Basis.ALL);
  }

  private static Optional<MainCause> above(
      Breakdown request, CauseNanos usual, UsualSpread spread, Basis basis) {
    Excess excess = Excess.of(request, usual);
    if (excess.sum() <= SLOW_EXCESS * usual.sum()) {
      return Optional.empty();
    }
    List<Cause> counting =
        Stream.of(Cause.values())
            .filter(cause -> excess.of(cause) >= WORTH_NAMING * excess.sum())
            .filter(cause -> spread.isUnusual(excess, cause))
            .sorted(Comparator.comparingLong((Cause cause) -> excess.of(cause)).reversed())
            .toList();
    if (counting.isEmpty()) {
      return Optional.empty();
    }
    Cause main = counting.getFirst();
    long next =
        Stream.of(Cause.values())
            .filter(cause -> cause != main)
            .mapToLong(excess::of)
            .max()
            .orElseThrow();
    return Optional.of(
        new MainCause(
            main,
            counting.stream().skip(1).findFirst(),
            basis,
            excess.sum(),
            excess.of(main),
            // Each of the two may be off by that much.
            (excess.of(main) - next) / 2 >= request.uncertainNanos()));
  }
}
