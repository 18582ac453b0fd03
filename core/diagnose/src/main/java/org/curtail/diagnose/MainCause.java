package org.curtail.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.diagnose.UsualSpread.Excess;

/**
 * The cause that made a request slow.
 *
 * <p>The excess of a request is its latency minus the usual latency. Each cause has an excess, too,
 * and these add up to the excess of the request. A request is slow if its excess is above half of
 * the usual latency.
 *
 * <p>A cause counts if its excess is at least a quarter of the request's excess and above its usual
 * variation (three and a half standard deviations). The main cause is the counting cause with the
 * largest excess. The main cause need not be the largest part, as a request may always spend most
 * of its time on the same cause. The main cause need not be a rare cause, as a rare cause may have
 * cost little. There is no main cause if all parts are a bit larger than usual.
 *
 * <p>The usual is first that of the same kind of requests. If the request is not slow for its kind,
 * it is compared with all requests.
 *
 * @param cause cause with the largest excess
 * @param second counting cause with the next largest excess; empty if there is none
 * @param basis requests of the comparison
 * @param excessNanos excess of the request, above 0
 * @param causeNanos excess of {@code cause}, above 0
 * @param sure true if {@code cause} has the largest excess even with the greatest possible errors
 */
public record MainCause(
    Cause cause,
    Optional<Cause> second,
    Basis basis,
    long excessNanos,
    long causeNanos,
    boolean sure) {
  /** Least share of the request's excess for a cause that counts. */
  public static final double WORTH_NAMING = 0.25;

  /** Greatest excess of a request that is not slow, as a share of the usual latency. */
  public static final double SLOW_EXCESS = 0.5;

  /** Requests of a comparison. */
  public enum Basis {
    /** Requests of the same kind: the request is slow for its kind. */
    SAME_KIND,
    /** All requests: the kind of the request is slow. */
    ALL
  }

  /**
   * Returns the main cause of a request; empty if the request was not slow, or all causes are
   * within their usual variation.
   */
  static Optional<MainCause> of(Breakdown request, Usual usual) {
    Optional<MainCause> main =
        above(request, usual.ofKind(request), usual.amongKind(), Basis.SAME_KIND);
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
            // Both times may have that error.
            (excess.of(main) - next) / 2 >= request.uncertainNanos()));
  }
}
