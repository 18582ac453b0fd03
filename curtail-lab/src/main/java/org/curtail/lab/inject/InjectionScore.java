package org.curtail.lab.inject;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Percentile;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.MainCause;

/**
 * A diagnosis held against what was really done.
 *
 * <p>A request is slow if it took as long as the slowest twentieth of those that were not touched;
 * that does not depend on the diagnosis.
 *
 * @param slowFromNanos latency of a slow request
 * @param kinds one for each kind that was put in, in the order they were asked for
 * @param untouched requests to which, and beside which, nothing was done
 * @param matrix what slow requests had, and what was named
 */
public record InjectionScore(
    long slowFromNanos, List<KindScore> kinds, int untouched, List<Row> matrix) {
  private static final double SLOW_PERCENTILE = 95;

  /**
   * How well one kind was told.
   *
   * @param affected requests that had it, as their main injected cause
   * @param slow of them, those that were slow
   * @param right of these, those whose main cause was named rightly
   * @param secondRight of the slow ones with several injected causes, those whose second cause was
   *     named rightly too
   * @param falseAlarms of the untouched requests, slow ones for which the cause was named
   * @param measured of the slow ones, those of which it is known how much time it took
   * @param truthNanos that time, of all of these together
   * @param errorNanos by how much the time attributed to the cause was off, without regard to sign
   */
  public record KindScore(
      InjectionKind kind,
      int affected,
      int slow,
      int right,
      int secondRight,
      int falseAlarms,
      int measured,
      long truthNanos,
      long errorNanos) {
    /** Of the slow ones, the share that was named rightly; NaN without any. */
    public double rightShare() {
      return slow == 0 ? Double.NaN : (double) right / slow;
    }

    /** Error of the attributed time as a share of the true one; NaN without any. */
    public double timeError() {
      return truthNanos == 0 ? Double.NaN : (double) errorNanos / truthNanos;
    }
  }

  /**
   * A row of the confusion matrix.
   *
   * @param kind that was put in; empty for requests that were not touched
   * @param named how many slow requests had which cause named
   * @param unnamed slow requests that the diagnosis did not take for slow
   */
  public record Row(Optional<InjectionKind> kind, Map<Cause, Integer> named, int unnamed) {
    /** How often a cause was named. */
    public int named(Cause cause) {
      return named.getOrDefault(cause, 0);
    }
  }

  /**
   * What was said of one request.
   *
   * @param main empty if it was not taken for slow
   */
  public record Said(Breakdown breakdown, Optional<MainCause> main) {
    private boolean names(Cause cause) {
      return main.isPresent() && main.get().cause() == cause;
    }

    private boolean namesSecond(Cause cause) {
      return main.isPresent() && main.get().second().filter(cause::equals).isPresent();
    }
  }

  public InjectionScore {
    kinds = List.copyOf(kinds);
    matrix = List.copyOf(matrix);
  }

  /**
   * Judges.
   *
   * @param kinds that were put in
   * @param said of each request that counts, by its number; null for the others
   */
  public static InjectionScore of(List<InjectionKind> kinds, Truths truths, List<Optional<Said>> said) {
    List<Integer> counting = new ArrayList<>();
    for (int i = 0; i < said.size(); i++) {
      if (said.get(i).isPresent()) {
        counting.add(i);
      }
    }
    long[] untouchedNanos =
        counting.stream()
            .filter(i -> !truths.isTouched(i))
            .mapToLong(i -> said.get(i).orElseThrow().breakdown().latencyNanos())
            .sorted()
            .toArray();
    long slowFromNanos =
        untouchedNanos.length == 0
            ? 0
            : untouchedNanos[Percentile.rank(SLOW_PERCENTILE, untouchedNanos.length)];
    var judge = new Judge(truths, said, slowFromNanos, counting);
    return new InjectionScore(
        slowFromNanos,
        kinds.stream().map(judge::score).toList(),
        untouchedNanos.length,
        judge.matrix(kinds));
  }

  /** Looks at all requests, kind by kind. */
  private record Judge(
      Truths truths, List<Optional<Said>> said, long slowFromNanos, List<Integer> counting) {
    private Said said(int request) {
      return said.get(request).orElseThrow();
    }

    private boolean isSlow(int request) {
      return said(request).breakdown().latencyNanos() >= slowFromNanos;
    }

    KindScore score(InjectionKind kind) {
      int[] counts = new int[6];
      long truthNanos = 0;
      long errorNanos = 0;
      for (int request : counting) {
        Said one = said(request);
        if (!truths.isTouched(request)) {
          counts[4] += isSlow(request) && one.names(kind.cause()) ? 1 : 0;
        }
        if (truths.main(request).filter(kind::equals).isEmpty()) {
          continue;
        }
        counts[0]++;
        if (!isSlow(request)) {
          continue;
        }
        counts[1]++;
        counts[2] += one.names(kind.cause()) ? 1 : 0;
        counts[3] += namesAllOthers(request, one) ? 1 : 0;
        long truth = truths.nanos(request, kind.cause());
        if (truth > 0) {
          counts[5]++;
          truthNanos += truth;
          errorNanos += Math.abs(one.breakdown().nanos(kind.cause()) - truth);
        }
      }
      return new KindScore(
          kind,
          counts[0],
          counts[1],
          counts[2],
          counts[3],
          counts[4],
          counts[5],
          truthNanos,
          errorNanos);
    }

    private boolean namesAllOthers(int request, Said one) {
      List<Cause> others =
          truths.of(request).stream()
              .map(truth -> truth.kind().cause())
              .filter(cause -> !one.names(cause))
              .distinct()
              .toList();
      return truths.of(request).size() > 1 && others.stream().allMatch(one::namesSecond);
    }

    List<Row> matrix(List<InjectionKind> kinds) {
      var rows = new ArrayList<Row>();
      for (InjectionKind kind : kinds) {
        rows.add(
            row(
                Optional.of(kind),
                counting.stream()
                    .filter(i -> truths.main(i).filter(kind::equals).isPresent())
                    .toList()));
      }
      rows.add(
          row(Optional.empty(), counting.stream().filter(i -> !truths.isTouched(i)).toList()));
      return rows;
    }

    private Row row(Optional<InjectionKind> kind, List<Integer> requests) {
      var named = new EnumMap<Cause, Integer>(Cause.class);
      int unnamed = 0;
      for (int request : requests) {
        if (!isSlow(request)) {
          continue;
        }
        Optional<MainCause> main = said(request).main();
        if (main.isPresent()) {
          named.merge(main.get().cause(), 1, Integer::sum);
        } else {
          unnamed++;
        }
      }
      return new Row(kind, named, unnamed);
    }
  }
}
