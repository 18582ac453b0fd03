package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.trust.SpeedupShape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DemandTest {
  private static final Profile TWO = Profile.of("", new double[][] {{10, 5}, {20, 16}});
  private static final Profile ONE = Profile.of("", new double[][] {{10, 5}});

  private static Demand demand(Profile all, Profile planned, @Nullable Integer bins) {
    return new Demand(Path.of("p.json"), all, planned, bins, false);
  }

  @Test
  void requestsAreCountedAsTheyAreListed() {
    assertThat(demand(TWO, TWO, null).text()).isEqualTo("2 requests");
    assertThat(demand(ONE, ONE, null).text()).isEqualTo("1 request");
    assertThat(demand(TWO, ONE, 1).text()).isEqualTo("2 requests in 1 bin");
    assertThat(new Demand(Path.of("p"), TWO, TWO, 5, true).text())
        .isEqualTo("2 requests in 2 bins with one speedup for all");
  }

  @Test
  void weightsAreOfListedRequests() {
    double[][] timesMs = Collections.nCopies(10, new double[] {7}).toArray(double[][]::new);
    double[] tenths = Collections.nCopies(10, 0.1).stream().mapToDouble(w -> w).toArray();
    Profile weighted = Profile.weighted("", timesMs, tenths);
    assertThat(demand(weighted, weighted, null).text())
        .isEqualTo("10 listed requests of total weight 1");
    Profile many = ONE.withWeights(new double[] {12_000});
    assertThat(demand(many, many, 3).text())
        .isEqualTo("1 listed request of total weight 12,000 in 1 bin");
    Profile heavy = ONE.withWeights(new double[] {1e300});
    assertThat(demand(heavy, heavy, null).text())
        .isEqualTo("1 listed request of total weight 1E+300");
  }

  @Test
  void predictionsAreOfAllRequestsAndNothingIsProvedOfThem() {
    Profile mean = Profile.weighted("", new double[][] {{15, 10.5}}, new double[] {2});
    var row = new IntervalTable.Row(1, List.of(0.0, 0.0), 10.5, 10.5, 2, 10.5, true);
    var found = new IntervalTable(1, 1, 2, 99, 1, List.of(1, 2), List.of(row), 1);
    assertThat(demand(TWO, TWO, null).onAll(found)).isEqualTo(found);
    IntervalTable.Row onAll = demand(TWO, mean, 1).onAll(found).row(1);
    assertThat(onAll.startsMs()).isEqualTo(row.startsMs());
    assertThat(onAll.tailMs()).isEqualTo(16);
    assertThat(onAll.boundMs()).isZero();
    assertThat(onAll.optimal()).isFalse();
  }

  @Test
  void threadsAboveTheTargetOnAllRequestsAreRemarkedOn() {
    var best = new IntervalTable.Row(1, List.of(0.0, 0.0), 10.5, 10.5, 2, 10.5, true);
    var next = new IntervalTable.Row(2, List.of(0.0, 9.0), 10.5, 10.5, 2, 10.5, false);
    var within = new IntervalTable.Row(1, List.of(0.0, 0.0), 16, 10.5, 2 + 1e-12);
    var above = new IntervalTable.Row(2, List.of(0.0, 9.0), 16, 10.5, 2.03125);
    var shape = new SpeedupShape(1, 1, 0, 0, List.of());
    List<String> remarks =
        PlanText.remarks(table(best, next), table(within, above), shape, demand(TWO, ONE, 1));
    assertThat(remarks)
        .containsExactly(
            "planned for 2 requests in 1 bin: rows are the best for these, without a proof for"
                + " the requests of p.json; predictions are for the requests",
            "all requests use more threads than the target of 2 at load 2: at most 0.031 more",
            "rows without a proof that they are the best on the grid even for these: load 2;"
                + " --effort continues the search");
  }

  private static IntervalTable table(IntervalTable.Row... rows) {
    return new IntervalTable(1, 2, 2, 99, 1, List.of(1, 2), List.of(rows), 2);
  }
}
