package org.curtail.traces.compare;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.ExtraSpans;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.RandomApplication.Weather;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceSet;
import org.curtail.traces.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests whether the faulty service of random applications is found. */
@Timeout(300)
class ComparisonPropertyTest {
  private static final int SECONDS = 2_400;
  private static final int REQUESTS_PER_MINUTE = 100;
  private static final double FAULT_FROM = 1_800;
  private static final double FAULT_SECONDS = 180;
  private static final int FEWEST_MET = 30;
  private static final Window BEFORE = seconds(FAULT_FROM - 180, FAULT_FROM);
  private static final Window AFTER = seconds(FAULT_FROM, FAULT_FROM + FAULT_SECONDS);

  private static Window seconds(double from, double to) {
    return new Window(Math.round(from * 1e9), Math.round(to * 1e9));
  }

  private static TraceSet recording(RandomApplication application) {
    var damage = new DamageCounts();
    List<Trace> traces = new ArrayList<>();
    long spans = 0;
    for (List<Span> request : application.requests(SECONDS / 60 * REQUESTS_PER_MINUTE, SECONDS)) {
      traces.add(TraceAssembly.of(request, damage));
      spans += request.size();
    }
    assertThat(damage.counts()).isEmpty();
    return new TraceSet(traces, damage, spans, List.of(), TimeUnit.NANOSECONDS);
  }

  private record Ranking(Fault fault, int rank, int naiveRank, String seen) {}

  private static @Nullable Ranking found(
      long seed, Fault fault, int services, Weather weather, ExtraSpans extraSpans) {
    var application =
        new RandomApplication(
            seed, services, fault, FAULT_FROM, FAULT_FROM + FAULT_SECONDS, weather, extraSpans);
    TraceSet recording = recording(application);
    if (!isMet(recording, application.faulty())) {
      return null;
    }
    Comparison comparison = Comparison.of(recording, BEFORE, AFTER);
    int rank =
        comparison.services().stream()
            .filter(service -> service.name().equals(application.faulty()))
            .map(ServiceChange::rank)
            .findFirst()
            .orElse(services);
    return new Ranking(
        fault,
        rank,
        naiveRank(recording, application.faulty()),
        "seed %d, %s of %s: %s"
            .formatted(
                seed,
                fault,
                application.faulty(),
                comparison.services().subList(0, Math.min(4, comparison.services().size()))));
  }

  /** Ranks by the difference of the mean own time per request, without regard to workflows. */
  private static int naiveRank(TraceSet recording, String faulty) {
    Map<String, Double> more = new HashMap<>();
    for (Window window : List.of(BEFORE, AFTER)) {
      List<Trace> traces = recording.in(window);
      double sign = (window.equals(AFTER) ? 1.0 : -1.0) / traces.size();
      for (Trace trace : traces) {
        for (int i = 0; i < trace.size(); i++) {
          more.merge(trace.service(i), sign * SelfTimes.nanos(trace, i), Double::sum);
        }
      }
    }
    double ofFaulty = more.getOrDefault(faulty, 0.0);
    return 1 + (int) more.values().stream().filter(other -> other > ofFaulty).count();
  }

  /** A fault that affects very few requests cannot be found and is not counted. */
  private static boolean isMet(TraceSet recording, String faulty) {
    return List.of(BEFORE, AFTER).stream()
        .allMatch(window ->
            recording.in(window).stream()
                    .filter(trace ->
                        IntStream.range(0, trace.size())
                            .anyMatch(i -> trace.service(i).equals(faulty)))
                    .count()
                >= FEWEST_MET);
  }

  private static List<Ranking> trials(int perFault, long firstSeed, ExtraSpans extraSpans) {
    List<Ranking> trials = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      long seed = firstSeed;
      for (int made = 0; made < perFault; seed++) {
        Ranking found = found(seed, fault, 8 + 4 * (int) (seed % 6), Weather.FAIR, extraSpans);
        if (found != null) {
          trials.add(found);
          made++;
        }
      }
    }
    return trials;
  }

  private static double share(List<Ranking> trials, int most) {
    return trials.stream().filter(trial -> trial.rank <= most).count() / (double) trials.size();
  }

  @Test
  void faultyServiceIsAmongTheFirstDespiteMixtureAndDrift() {
    List<Ranking> trials = trials(1, 100, ExtraSpans.NONE);
    assertThat(share(trials, 3)).as(trials.toString()).isGreaterThanOrEqualTo(0.75);
  }

  @Test
  void slowServiceIsFirstDespiteFilters() {
    List<Ranking> found = new ArrayList<>();
    for (Fault fault : List.of(Fault.SLOW, Fault.FAR)) {
      for (long seed = 300; found.size() < (fault == Fault.SLOW ? 2 : 4); seed++) {
        Ranking one = found(seed, fault, 8, Weather.FAIR, ExtraSpans.FILTERS);
        if (one != null) {
          found.add(one);
        }
      }
    }
    assertThat(share(found, 1)).as(found.toString()).isEqualTo(1);
  }

  @Test
  @Tag("long")
  void nineInTenFaultsAreFoundFirstDespiteFilters() {
    List<Ranking> trials = trials(25, 60_000, ExtraSpans.FILTERS);
    String missed =
        trials.stream()
            .filter(trial -> trial.rank > 1)
            .map(Ranking::toString)
            .collect(joining("\n"));
    assertThat(share(trials, 1)).as(missed).isGreaterThanOrEqualTo(0.9);
    assertThat(share(trials, 3)).as(missed).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  @Tag("long")
  void nineInTenFaultsOfManyApplicationsAreFoundFirst() {
    List<Ranking> trials = trials(25, 1_000, ExtraSpans.NONE);
    String missed =
        trials.stream()
            .filter(trial -> trial.rank > 1)
            .map(Ranking::toString)
            .collect(joining("\n"));
    for (Fault fault : Fault.values()) {
      List<Ranking> ofFault = trials.stream().filter(trial -> trial.fault == fault).toList();
      assertThat(share(ofFault, 1)).as("%s%n%s", fault, missed).isGreaterThanOrEqualTo(0.8);
    }
    assertThat(share(trials, 1)).as(missed).isGreaterThanOrEqualTo(0.9);
    assertThat(share(trials, 3)).as(missed).isGreaterThanOrEqualTo(0.95);
    // The result of the difference of means shows that the task is not trivial.
    assertThat(trials.stream().filter(trial -> trial.naiveRank == 1).count())
        .isLessThan(trials.size() * 6L / 10);
  }

  @Test
  @Tag("long")
  void sevenInTenFaultsOfLargeApplicationsInBadWeatherAreFoundFirst() {
    List<Ranking> trials = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      long seed = 5_000;
      for (int made = 0; made < 20; seed++) {
        Ranking found = found(seed, fault, 28, Weather.BAD, ExtraSpans.NONE);
        if (found != null) {
          trials.add(found);
          made++;
        }
      }
    }
    String missed =
        trials.stream()
            .filter(trial -> trial.rank > 1)
            .map(Ranking::toString)
            .collect(joining("\n"));
    assertThat(share(trials, 1)).as(missed).isGreaterThanOrEqualTo(0.7);
    assertThat(share(trials, 3)).as(missed).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void windowsWithoutAFaultExplainAlmostNothing() {
    var application = new RandomApplication(7, 12, Fault.SLOW, SECONDS, SECONDS + 1);
    Comparison comparison = Comparison.of(recording(application), BEFORE, AFTER);
    assertThat(comparison.services().getFirst().explainedMillis())
        .isLessThan(0.05 * comparison.beforeMillis());
  }
}
