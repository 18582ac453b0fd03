package org.curtail.papers.grid;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;

/**
 * Simulates every policy at every point, on all cores of this machine. At a point all policies
 * serve the same requests. The results depend only on the setting.
 */
public final class GridRuns implements AutoCloseable {
  private final GridSetting setting;
  private final Console console;
  private final Workers workers = new Workers();

  /** Policies of each family of speedups, by name. */
  private final IdentityHashMap<GridDemand.Family, Map<String, Policy>> policies =
      new IdentityHashMap<>();

  /**
   * A place for runs.
   *
   * @throws IllegalArgumentException if a policy cannot be made for a demand; the message gives the
   *     reason
   */
  public GridRuns(GridSetting setting, Console console) {
    this.setting = setting;
    this.console = console;
    for (GridDemand demand : setting.demands()) {
      demand.families().forEach(this::policiesOf);
    }
  }

  private Map<String, Policy> policiesOf(GridDemand.Family family) {
    return policies.computeIfAbsent(
        family,
        it -> {
          var made = new LinkedHashMap<String, Policy>();
          setting
              .policies()
              .forEach(name -> made.put(name, GridPolicies.named(name, it.profile())));
          return made;
        });
  }

  /**
   * Circumstances of runs.
   *
   * @param costs costs of parallel execution
   * @param seeds seed of each run
   */
  record Place(
      GridDemand demand,
      GridDemand.Family family,
      int cores,
      double perSecond,
      Costs costs,
      List<Long> seeds) {}

  /** A started run of a policy at a place. */
  private record Begun(String policy, List<Future<GridRun>> runs) {}

  /**
   * Returns all points of the grid: by demand, speedups, cores, load.
   *
   * @throws Interrupted if the user stopped the work
   */
  public List<GridPoint> points() throws InterruptedException {
    var places = new ArrayList<Place>();
    var loads = new ArrayList<Double>();
    for (GridDemand demand : setting.demands()) {
      for (GridDemand.Family family : demand.families()) {
        for (int cores : setting.cores()) {
          for (double load : setting.loads()) {
            double perSecond = load * Rate.capacity(family.profile(), cores);
            places.add(new Place(demand, family, cores, perSecond, Costs.NONE, setting.seeds()));
            loads.add(load);
          }
        }
      }
    }
    List<List<GridFigures>> figures = measure("points", places);
    var points = new ArrayList<GridPoint>();
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      points.add(
          new GridPoint(
              place.demand().name(),
              place.family().speedups(),
              place.cores(),
              loads.get(i),
              place.perSecond(),
              figures.get(i)));
    }
    return points;
  }

  /**
   * Runs all policies at these places.
   *
   * @param what words for the places, for the waiting user
   */
  List<List<GridFigures>> measure(String what, List<Place> places) throws InterruptedException {
    var begun = new IdentityHashMap<Place, List<Begun>>();
    // The longest runs are first, so that all cores end at about the same time.
    List<Place> order =
        places.stream().sorted(Comparator.comparingInt(Place::cores).reversed()).toList();
    var shared = new HashMap<List<Object>, Future<GridRun>>();
    var runs = new ArrayList<Future<GridRun>>();
    for (Place place : order) {
      var ofPlace = new ArrayList<Begun>();
      policiesOf(place.family())
          .forEach((name, policy) -> {
            var begunRuns = new ArrayList<Future<GridRun>>();
            for (long seed : place.seeds()) {
              Future<GridRun> run =
                  usesOneThread(place.demand(), name)
                      ? shared.computeIfAbsent(
                          List.of(
                              place.demand().name(),
                              place.cores(),
                              place.perSecond(),
                              place.costs(),
                              name,
                              seed),
                          _ -> begin(place, name, policy, seed, runs))
                      : begin(place, name, policy, seed, runs);
              begunRuns.add(run);
            }
            ofPlace.add(new Begun(name, begunRuns));
          });
      begun.put(place, ofPlace);
    }
    await(what, runs);
    return places.stream()
        .map(place -> requireNonNull(begun.get(place)).stream().map(GridRuns::figures).toList())
        .toList();
  }

  /** True if the gain of further threads makes no difference. */
  private boolean usesOneThread(GridDemand demand, String policy) {
    return demand.families().stream()
        .allMatch(family -> requireNonNull(policiesOf(family).get(policy)).maxDegree() == 1);
  }

  private Future<GridRun> begin(
      Place place, String name, Policy policy, long seed, List<Future<GridRun>> runs) {
    Profile profile = place.family().profile();
    var machine = new Machine(place.cores(), place.costs());
    Future<GridRun> run =
        workers.submit(
            () -> GridRun.of(name, policy, profile, machine, place.perSecond(), setting, seed));
    runs.add(run);
    return run;
  }

  private void await(String what, List<Future<GridRun>> runs) throws InterruptedException {
    boolean complete =
        Workers.await(
            runs,
            (done, of) ->
                console.progress("grid: %s, %,d of %,d runs done".formatted(what, done, of)));
    if (!complete) {
      throw new Interrupted("stopped; nothing was written");
    }
  }

  private static GridFigures figures(Begun begun) {
    List<GridRun> runs = begun.runs().stream().map(Future::resultNow).toList();
    boolean unstable =
        runs.stream().anyMatch(GridRun::isGivenUp) || runs.stream().allMatch(GridRun::backlogGrew);
    return new GridFigures(
        begun.policy(),
        mean(runs, Latency::meanMs),
        mean(runs, Latency::p50Ms),
        mean(runs, Latency::p95Ms),
        mean(runs, Latency::p99Ms),
        mean(runs, Latency::p999Ms),
        unstable ? true : null);
  }

  private static double mean(List<GridRun> runs, ToDoubleFunction<Latency> figure) {
    return runs.stream().map(GridRun::latency).mapToDouble(figure).average().orElseThrow();
  }

  @Override
  public void close() {
    workers.close();
  }
}
