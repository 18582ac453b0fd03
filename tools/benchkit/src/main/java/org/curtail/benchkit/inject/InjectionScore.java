package org.curtail.benchkit.inject;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.MainCause;

/**
 * A diagnosis held against what was really done.
 *
 * <p>A request is slow if it took as long as the slowest twentieth of those that were not touched.
 * It was made slow by what was put in if it is slow, and would not be without it. Neither depends
 * on the diagnosis. A request that would be slow anyhow has a cause of its own, which nobody knows.
 *
 * <p>Of interference a diagnosis says from which size on it can be told. What took less was put in
 * too weakly: it is counted apart.
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
   * @param weak of them, those from which it took less than can be told; these count no further
   * @param slow of them, those that were made slow by what was put in
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
      int weak,
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
   * @param kind that made requests slow; empty for requests that were not touched
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
   * @param leastInterferenceNanos from which on interference can be told in it; {@code
   *     Long.MAX_VALUE} if it cannot be told at all
   */
  public record Said(Breakdown breakdown, Optional<MainCause> main, long leastInterferenceNanos) {
    private boolean names(Collection<Cause> causes) {
      return main.isPresent() && causes.contains(main.get().cause());
    }

    private boolean namesSecond(Collection<Cause> causes) {
      return main.isPresent() && main.get().second().filter(causes::contains).isPresent();
    }

    private long nanos(Collection<Cause> causes) {
      return causes.stream().mapToLong(breakdown::nanos).sum();
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
   * @param said of each request that counts, by its number; empty for the others
   */
  public static InjectionScore of(
      List<InjectionKind> kinds, Truths truths, List<Optional<Said>> said) {
    List<Integer> counting =
        IntStream.range(0, said.size()).filter(i -> said.get(i).isPresent()).boxed().toList();
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

    /** Slow, and not slow without what was put in. */
    private boolean isMadeSlow(int request) {
      long latencyNanos = said(request).breakdown().latencyNanos();
      return isSlow(request)
          && (isUnknown(request) || latencyNanos - truths.allNanos(request) < slowFromNanos);
    }

    private boolean isWeak(int request, InjectionKind kind) {
      long nanos = truths.nanos(request, kind);
      return kind.causes().contains(Cause.INTERFERENCE)
          && nanos != Deed.UNKNOWN
          && nanos < said(request).leastInterferenceNanos();
    }

    /** Those that were made slow by a kind, and could be told to be. */
    private List<Integer> slow(InjectionKind kind) {
      return affected(kind).stream()
          .filter(request -> isMadeSlow(request) && !isWeak(request, kind))
          .toList();
    }

    private boolean isUnknown(int request) {
      return truths.of(request).stream().anyMatch(truth -> truth.nanos() == Deed.UNKNOWN);
    }

    /** Those that had a kind as their main injected cause. */
    private List<Integer> affected(InjectionKind kind) {
      return counting.stream()
          .filter(i -> truths.main(i).filter(kind::equals).isPresent())
          .toList();
    }

    private List<Integer> untouched() {
      return counting.stream().filter(i -> !truths.isTouched(i)).toList();
    }

    KindScore score(InjectionKind kind) {
      List<Integer> affected = affected(kind);
      List<Integer> slow = slow(kind);
      List<Integer> measured =
          slow.stream().filter(request -> truths.nanos(request, kind) > 0).toList();
      return new KindScore(
          kind,
          affected.size(),
          (int) affected.stream().filter(request -> isWeak(request, kind)).count(),
          slow.size(),
          (int) slow.stream().filter(request -> said(request).names(kind.causes())).count(),
          (int) slow.stream().filter(this::namesAllOthers).count(),
          (int)
              untouched().stream()
                  .filter(request -> isSlow(request) && said(request).names(kind.causes()))
                  .count(),
          measured.size(),
          measured.stream().mapToLong(request -> truths.nanos(request, kind)).sum(),
          measured.stream().mapToLong(request -> errorNanos(request, kind)).sum());
    }

    private long errorNanos(int request, InjectionKind kind) {
      return Math.abs(said(request).nanos(kind.causes()) - truths.nanos(request, kind));
    }

    private boolean namesAllOthers(int request) {
      Said one = said(request);
      List<InjectionKind> others =
          truths.of(request).stream()
              .map(Truths.Truth::kind)
              .filter(kind -> !one.names(kind.causes()))
              .toList();
      return truths.of(request).size() > 1
          && others.size() < truths.of(request).size()
          && others.stream().allMatch(kind -> one.namesSecond(kind.causes()));
    }

    List<Row> matrix(List<InjectionKind> kinds) {
      var rows = new ArrayList<Row>();
      for (InjectionKind kind : kinds) {
        rows.add(row(Optional.of(kind), slow(kind)));
      }
      rows.add(row(Optional.empty(), untouched().stream().filter(this::isSlow).toList()));
      return rows;
    }

    private Row row(Optional<InjectionKind> kind, List<Integer> requests) {
      var named = new EnumMap<Cause, Integer>(Cause.class);
      int unnamed = 0;
      for (int request : requests) {
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
