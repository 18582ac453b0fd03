package org.curtail.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.diagnose.UsualSpread.Excess;

/**
 * The cause that made a request slow.
 *
 * <p>A request above the usual has an excess, and so has each of its causes; together these are the
 * excess of the request. It is slow if the excess is at least half of the usual. Its main cause is
 * the one with the largest excess, of those that count: without it, the request would have come
 * nearest to the usual. A cause counts if its excess is at least a quarter of the whole, and above
 * its usual variation (three and a half standard deviations). The main cause is therefore not the
 * largest part, since a request may always spend most of its time on the same cause; nor the rarest
 * one, since a rare cause may have cost nothing; and if all parts are a bit larger than usual,
 * there is none. The request is compared with others of its kind; if it is not slow for these, its
 * kind is slow, and it is compared with all.
 *
 * @param cause cause with the largest excess
 * @param second cause with the next largest excess, if one counts
 * @param basis requests that it was compared with
 * @param excessNanos time of the request above the usual, above 0
 * @param causeNanos part of it by {@code cause}, above 0
 * @param sure true if {@code cause} would still be the first with the greatest possible errors
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

  /** Requests that a slow request was compared with. */
  public enum Basis {
    /** Slow for its kind. */
    ITS_LIKE,
    /** Its kind is slow. */
    ALL
  }

  /**
   * Returns the main cause of a request; empty if it was not slow, or within the usual variation.
   */
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
