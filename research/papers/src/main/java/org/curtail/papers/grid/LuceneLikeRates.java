package org.curtail.papers.grid;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.sim.Costs;
import org.curtail.sim.SyntheticDemand;

/**
 * The policies on the demand and the cores of the Few-to-Many paper's Lucene experiments, at rates
 * near the capacity.
 *
 * @param points one for each of the {@link #RATES}
 */
record LuceneLikeRates(List<GridPoint> points) {
  static final int CORES = 15;

  /** Requests per second. */
  static final List<Double> RATES = List.of(36.0, 40.0, 43.0, 45.0, 48.0);

  /** The policy that others are compared with. */
  static final String PATIENT = "tail-index-patient";

  LuceneLikeRates {
    points = List.copyOf(points);
  }

  static LuceneLikeRates measure(GridRuns runs, GridSetting setting) throws InterruptedException {
    GridDemand demand = GridDemand.synthetic(SyntheticDemand.GAMMA, List.of(Speedups.GOOD));
    GridDemand.Family family = demand.families().getFirst();
    var places = new ArrayList<GridRuns.Place>();
    for (double perSecond : RATES) {
      places.add(new GridRuns.Place(demand, family, CORES, perSecond, Costs.NONE, setting.seeds()));
    }
    List<List<GridFigures>> figures = runs.measure("Lucene-like demand", places);
    var points = new ArrayList<GridPoint>();
    for (int i = 0; i < places.size(); i++) {
      points.add(
          new GridPoint(
              demand.name(),
              family.speedups(),
              CORES,
              RATES.get(i) * family.profile().meanMs(1) / 1000 / CORES,
              RATES.get(i),
              figures.get(i)));
    }
    return new LuceneLikeRates(points);
  }

  List<String> policies() {
    return points.getFirst().policies().stream().map(GridFigures::policy).toList();
  }

  /**
   * Returns the ratio of a policy's p99 to the patient policy's, by rate; infinite if it cannot
   * carry the rate.
   */
  List<Double> toPatient(String policy) {
    return points.stream()
        .map(point ->
            (Double)
                point.ratio(policy, PATIENT, GridStatistic.P99).orElse(Double.POSITIVE_INFINITY))
        .toList();
  }

  /** Returns the p99 of all policies. */
  NumberTable table() {
    return new NumberTable(
        "Lucene-like demand on %d cores: p99 in ms".formatted(CORES),
        "The demand of the Few-to-Many paper’s Lucene experiments; a column for each rate.",
        "policy",
        RATES.stream().map("%.0f requests/s"::formatted).toList(),
        policies().stream()
            .map(policy ->
                new NumberTable.Line(
                    policy,
                    points.stream()
                        .map(point -> point.figures(policy).orElseThrow().p99Ms())
                        .toList()))
            .toList());
  }
}
