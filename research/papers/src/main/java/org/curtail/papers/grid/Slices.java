package org.curtail.papers.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.sim.Costs;

/**
 * Points of the grid with chunks and switches, compared with the same points without them. The
 * points show the distance between slices and ideal sharing.
 *
 * @param ideal points, each on the requests of one run
 * @param sliced the same points on the same requests, with {@link #COSTS}
 */
record Slices(List<GridPoint> ideal, List<GridPoint> sliced) {
  /** Chunks of 100 µs; a preempted request computes 2 µs after it resumes. */
  static final Costs COSTS = new Costs(0, 100_000).withSwitchNanos(2_000);

  /** Numbers of cores, with the loads in percent for each. */
  private static final int[][] MACHINES = {{2, 70}, {4, 85}, {8, 50}, {15, 85}, {64, 70}};

  /** Demands with increasing and with decreasing hazard rate. */
  private static final List<String> WORKLOADS = List.of("gamma good", "pareto poor");

  Slices {
    ideal = List.copyOf(ideal);
    sliced = List.copyOf(sliced);
  }

  private static boolean isMeasured(GridPoint point) {
    return WORKLOADS.contains(point.demand() + " " + point.speedups())
        && IntStream.range(0, MACHINES.length)
            .anyMatch(i ->
                MACHINES[i][0] == point.cores()
                    && MACHINES[i][1] == Math.round(100 * point.load()));
  }

  /** Measures the ten points, as far as the grid has them. */
  static Slices measure(GridRuns runs, GridSetting setting, List<GridPoint> all)
      throws InterruptedException {
    List<GridPoint> points = all.stream().filter(Slices::isMeasured).toList();
    return new Slices(
        measure(runs, setting, points, Costs.NONE, "the same without slices"),
        measure(runs, setting, points, COSTS, "slices"));
  }

  private static List<GridPoint> measure(
      GridRuns runs, GridSetting setting, List<GridPoint> points, Costs costs, String what)
      throws InterruptedException {
    var places = new ArrayList<GridRuns.Place>();
    for (GridPoint point : points) {
      GridDemand demand =
          setting.demands().stream()
              .filter(it -> it.name().equals(point.demand()))
              .findFirst()
              .orElseThrow();
      GridDemand.Family family =
          demand.families().stream()
              .filter(it -> it.speedups().equals(point.speedups()))
              .findFirst()
              .orElseThrow();
      places.add(
          new GridRuns.Place(
              demand,
              family,
              point.cores(),
              point.perSecond(),
              costs,
              setting.seeds().subList(0, 1)));
    }
    List<List<GridFigures>> figures = runs.measure(what, places);
    return IntStream.range(0, points.size())
        .mapToObj(i -> {
          GridPoint point = points.get(i);
          return new GridPoint(
              point.demand(),
              point.speedups(),
              point.cores(),
              point.load(),
              point.perSecond(),
              figures.get(i));
        })
        .toList();
  }

  /** Returns the ratios of a policy's mean and p99 to the ideal figures at each point. */
  List<NumberTable> tables() {
    return ideal.isEmpty()
        ? List.of()
        : List.of(table(GridStatistic.MEAN), table(GridStatistic.P99));
  }

  private NumberTable table(GridStatistic statistic) {
    List<String> policies = ideal.getFirst().policies().stream().map(GridFigures::policy).toList();
    return new NumberTable(
        "Slices: %s beside its ideal".formatted(statistic.words()),
        "How many times the figure without costs: with chunks of 100 µs, slices of at least 1 ms and"
            + " 2 µs for each request that goes on after it was set aside; one run each, on the same"
            + " requests.",
        "point",
        policies,
        IntStream.range(0, ideal.size())
            .mapToObj(i ->
                new NumberTable.Line(
                    ideal.get(i).words(),
                    policies.stream().map(policy -> ratio(i, policy, statistic)).toList()))
            .toList());
  }

  private Double ratio(int point, String policy, GridStatistic statistic) {
    return statistic.ms(sliced.get(point).figures(policy).orElseThrow())
        / statistic.ms(ideal.get(point).figures(policy).orElseThrow());
  }
}
