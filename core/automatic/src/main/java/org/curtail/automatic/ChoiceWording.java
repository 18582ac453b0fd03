package org.curtail.automatic;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.automatic.Figures.Figure;

/** Why a candidate serves, in a sentence for people. */
final class ChoiceWording {
  private static final int SAFE = 0;

  private final List<Level> levels;
  private final Candidates candidates;
  private final Outcomes outcomes;
  private final Objective objective;
  private final Goal goal;

  ChoiceWording(
      List<Level> levels,
      Candidates candidates,
      Outcomes outcomes,
      Objective objective,
      Goal goal) {
    this.levels = levels;
    this.candidates = candidates;
    this.outcomes = outcomes;
    this.objective = objective;
    this.goal = goal;
  }

  /**
   * Why a candidate serves at some levels.
   *
   * @param at places of the levels; none if it serves only between levels
   */
  String reason(int candidate, int[] at) {
    if (candidate != SAFE) {
      return "simulated at %s, its %s is %s times that of %s, p95 %s times and the mean %s times"
          .formatted(
              loads(at),
              goal.percentileName(),
              range(Figure.TAIL, candidate, at),
              candidates.safe().name(),
              range(Figure.P95, candidate, at),
              range(Figure.MEAN, candidate, at));
    }
    if (at.length == 0) {
      return "between the loads that were simulated, what serves at one of them is not known to do"
          + " no harm at the other";
    }
    return "simulated at %s, nothing is clearly better without harm%s"
        .formatted(loads(at), nearest(at));
  }

  /** The best that was refused at the highest of these loads, if all its blocks were simulated. */
  private String nearest(int[] at) {
    int level = at[at.length - 1];
    return IntStream.range(1, candidates.all().size())
        .filter(candidate -> outcomes.blocks(level, candidate) == outcomes.blocks(level, SAFE))
        .filter(candidate -> !outcomes.isHopeless(level, candidate))
        .boxed()
        .min(Comparator.comparingDouble(candidate -> objective.rank(level, candidate)))
        .map(candidate ->
            "; the nearest at %s is %s: %s %s times, p95 %s and mean %s"
                .formatted(
                    loads(level),
                    candidates.all().get(candidate).name(),
                    goal.percentileName(),
                    outcomes.ratio(Figure.TAIL, level, candidate).ratio(),
                    outcomes.ratio(Figure.P95, level, candidate).ratio(),
                    outcomes.ratio(Figure.MEAN, level, candidate).ratio()))
        .orElse("");
  }

  private String loads(int... at) {
    return Arrays.stream(at)
            .mapToObj(
                level -> String.format(Locale.ROOT, "%.2g", 100 * levels.get(level).utilisation()))
            .collect(Collectors.joining(", "))
        + " % load";
  }

  private String range(Figure figure, int candidate, int[] at) {
    double[] ascending =
        Arrays.stream(at)
            .mapToDouble(level -> StrictMath.exp(outcomes.ratio(figure, level, candidate).mean()))
            .sorted()
            .toArray();
    String least = String.format(Locale.ROOT, "%.2f", ascending[0]);
    String most = String.format(Locale.ROOT, "%.2f", ascending[ascending.length - 1]);
    return least.equals(most) ? least : least + " to " + most;
  }
}
