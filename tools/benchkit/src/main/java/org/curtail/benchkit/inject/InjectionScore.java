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
 * Score of a diagnosis against the true injections.
 *
 * <p>A request is slow if its latency is that of the slowest twentieth of untouched requests. An
 * injection made a slow request slow if the request would not be slow without its cost. Both rules
 * are independent of the diagnosis.
 *
 * <p>For interference, a diagnosis gives its least detectable size. Smaller injections are too
 * weak, and are counted separately.
 *
 * @param slowFromNanos least latency of a slow request
 * @param kinds scores of injected kinds, in the given order
 * @param untouched number of requests without an injection, also at the same time
 * @param matrix injected and named causes of slow requests
 */
public record InjectionScore(
    long slowFromNanos, List<KindScore> kinds, int untouched, List<Row> matrix) {
  private static final double SLOW_PERCENTILE = 95;

  /**
   * Score of a kind.
   *
   * @param affected number of requests with this main injected cause
   * @param weak number of affected requests below the detectable size, which do not count further
   * @param slow number of affected requests that the injection made slow
   * @param right number of slow requests with the right named main cause
   * @param secondRight number of slow requests with several injected causes and the right second
   *     cause
   * @param falseAlarms number of slow untouched requests with this named cause
   * @param measured number of slow requests with a known true time
   * @param truthNanos sum of the true times
   * @param errorNanos sum of the absolute errors of the attributed times
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
    /** Returns the share of slow requests with the right cause; NaN without slow requests. */
    public double rightShare() {
      return slow == 0 ? Double.NaN : (double) right / slow;
    }

    /** Returns the error of attributed times as a share of true times; NaN without known times. */
    public double timeError() {
      return truthNanos == 0 ? Double.NaN : (double) errorNanos / truthNanos;
    }
  }

  /**
   * A row of the confusion matrix.
   *
   * @param kind kind that made requests slow; empty for untouched requests
   * @param named number of slow requests by named cause
   * @param unnamed number of slow requests that are not slow for the diagnosis
   */
  public record Row(Optional<InjectionKind> kind, Map<Cause, Integer> named, int unnamed) {
    /** Returns the number of requests with this named cause. */
    public int named(Cause cause) {
      return named.getOrDefault(cause, 0);
    }
  }

  /**
   * The diagnosis of a request.
   *
   * @param main main cause; empty if the request is not slow for the diagnosis
   * @param leastInterferenceNanos least detectable interference; {@code Long.MAX_VALUE} if none is
   *     detectable
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
   * Scores a diagnosis.
   *
   * @param kinds injected kinds
   * @param said diagnosis of each request by number; empty for requests that do not count
   */
  public static InjectionScore of(
      List<InjectionKind> kinds, GroundTruth truths, List<Optional<Said>> said) {
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

  /** Judge of all requests, by kind. */
  private record Judge(
      GroundTruth truths, List<Optional<Said>> said, long slowFromNanos, List<Integer> counting) {
    private Said said(int request) {
      return said.get(request).orElseThrow();
    }

    private boolean isSlow(int request) {
      return said(request).breakdown().latencyNanos() >= slowFromNanos;
    }

    /** True if a request is slow, but would not be slow without its injections. */
    private boolean isMadeSlow(int request) {
      long latencyNanos = said(request).breakdown().latencyNanos();
      return isSlow(request)
          && (isUnknown(request) || latencyNanos - truths.allNanos(request) < slowFromNanos);
    }

    private boolean isWeak(int request, InjectionKind kind) {
      long nanos = truths.nanos(request, kind);
      return kind.causes().contains(Cause.INTERFERENCE)
          && nanos != InjectionRecord.UNKNOWN
          && nanos < said(request).leastInterferenceNanos();
    }

    /** Returns the requests that a kind made slow, with a detectable size. */
    private List<Integer> slow(InjectionKind kind) {
      return affected(kind).stream()
          .filter(request -> isMadeSlow(request) && !isWeak(request, kind))
          .toList();
    }

    private boolean isUnknown(int request) {
      return truths.of(request).stream()
          .anyMatch(truth -> truth.nanos() == InjectionRecord.UNKNOWN);
    }

    /** Returns the requests with this main injected cause. */
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
              .map(GroundTruth.Truth::kind)
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
