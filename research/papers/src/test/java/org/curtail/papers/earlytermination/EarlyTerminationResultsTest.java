package org.curtail.papers.earlytermination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.papers.earlytermination.SampleEarlyTermination.CHUNKS;
import static org.curtail.papers.earlytermination.SampleEarlyTermination.QUERIES;
import static org.curtail.papers.earlytermination.SampleEarlyTermination.VISITED;
import static org.curtail.papers.earlytermination.SampleEarlyTermination.all;
import static org.curtail.papers.earlytermination.SampleEarlyTermination.measured;
import static org.curtail.papers.earlytermination.SampleEarlyTermination.results;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SearchText;
import org.curtail.benchkit.search.PerQuery;
import org.curtail.lucene.ranked.ChunkSharing;
import org.junit.jupiter.api.Test;

class EarlyTerminationResultsTest {
  private static Claim claim(Results results, String what) {
    return results.claims().stream()
        .filter(claim -> claim.what().contains(what))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theDistributionEndsAtAllQueriesAndIncludesItsLimits() {
    PaperFigure.Curve cdf = EarlyTerminationFigures.cdf(VISITED, CHUNKS);
    assertThat(cdf.points()).hasSize(21);
    assertThat(cdf.points().get(2)).isEqualTo(new PaperFigure.Point(10, 10, 10, 10));
    assertThat(cdf.points().get(10).y()).isEqualTo(50);
    assertThat(cdf.points().getLast().y()).isEqualTo(100);
  }

  @Test
  void thePapersNumbersStandBesideOurs() {
    Results results = results(1, 0);
    Claim tenth = claim(results, "at most a tenth");
    assertThat(tenth.paper()).isEqualTo(30.0);
    assertThat(tenth.ours()).isEqualTo(10.0);
    assertThat(tenth.difference()).isEqualTo(-20.0);
    assertThat(tenth.oursLow()).isLessThan(10.0);
    assertThat(claim(results, "never touch the second half").ours()).isEqualTo(50.0);
    assertThat(claim(results, "a query processes").ours()).isBetween(52.49, 52.51);
    assertThat(claim(results, "whole index").ours()).isBetween(4.99, 5.01);
    assertThat(results.verdict().details().getFirst())
        .startsWith("One thread visits 105 of 200 chunks on average; 10 % ");
  }

  @Test
  void claimsHoldWhereTheyShould() {
    Results results = results(1, 0);
    assertThat(claim(results, "degree 2: 99 of 100").holds()).isTrue();
    assertThat(claim(results, "degree 4 on 2 cores beside 2 busy").holds()).isTrue();
    assertThat(claim(results, "in vain than alternating").holds()).isTrue();
    assertThat(claim(results, "no more CPU").holds()).isTrue();
    assertThat(claim(results, "allocates no more").holds()).isFalse();
    assertThat(claim(results, "allocates no more").ours()).isEqualTo(1.5);
    assertThat(claim(results, "answers").holds()).isTrue();
    assertThat(claim(results, "speedup of all").ours()).isEqualTo(2.0);
    assertThat(results.verdict().details().getLast()).contains("here at degree 4");
  }

  /** Half of the queries of each length take a fifth longer, the others a fifth less. */
  private static PerQuery uneven(PerQuery ms) {
    return PerQuery.of(
        IntStream.range(0, QUERIES)
            .mapToDouble(q -> ms.get(q) * (0.8 + 0.4 * (q / 20 % 2)))
            .toArray());
  }

  @Test
  void claimsWhoseIntervalCoversBothAnswersAreNotDecided() {
    // Half of the queries waste 3 chunks at degree 2, where 1 may be; the other half none.
    EarlyTermination.Measured of = measured(1, 0, 0);
    PerQuery half =
        PerQuery.of(IntStream.range(0, QUERIES).mapToDouble(q -> q % 2 * 2.05).toArray());
    List<SharedCost> shared =
        of.shared().stream()
            .map(cost ->
                new SharedCost(
                    cost.way(),
                    cost.competing(),
                    cost.way().degree() == 1 ? cost.ms() : uneven(cost.ms()),
                    cost.cpuMs(),
                    cost.helpersMs(),
                    cost.visited(),
                    cost.way().sharing() == ChunkSharing.COARSE ? all(1) : half,
                    new ExtraChunks(1.025, 2.05, 2.05, 0.995, half)))
            .toList();
    PerQuery cost =
        PerQuery.of(IntStream.range(0, QUERIES).mapToDouble(q -> 0.5 + q % 3 * 0.51).toArray());
    Results results =
        results(
            new EarlyTermination.Measured(
                CHUNKS,
                VISITED,
                true,
                1000,
                0,
                shared,
                List.of(
                    new SearchCost(SearchCost.OURS, cost, all(20)),
                    new SearchCost(SearchCost.LUCENE, all(1), all(20))),
                of.noise()));
    for (String open :
        List.of(
            "degree 2: a search visits at most 1",
            "degree 2: 99 of 100",
            "in vain than coarse",
            "long searches gain more",
            "no more CPU")) {
      assertThat(claim(results, open).isTie()).as(open).isTrue();
      assertThat(claim(results, open).holds()).as(open).isFalse();
    }
    assertThat(claim(results, "allocates no more").holds()).isTrue();
    assertThat(claim(results, "in vain than alternating").holds()).isTrue();
    assertThat(results.verdict().headline()).contains("are not decided");
    assertThat(SearchText.lines(results)).anyMatch(line -> line.startsWith("  not decided  "));
  }

  @Test
  void onABusyMachineTimesDecideNothingAndThatIsSaid() {
    Results quiet = results(1, 0);
    assertThat(quiet.verdict().details()).noneMatch(detail -> detail.startsWith("Doubtful"));
    Results busy = results(measured(1, 0, 0.34));
    assertThat(claim(busy, "long searches gain more").isTie()).isTrue();
    assertThat(busy.verdict().headline())
        .endsWith(
            "Other processes took 34 % of the machine, so that times decide nothing: run again when it is quiet.");
    assertThat(busy.verdict().details().getLast())
        .startsWith("Doubtful: other processes took 34 % of the machine's CPU time");
    assertThat(busy.noise()).isNotNull();
  }

  @Test
  void claimsFailWhereTheyShould() {
    Results results = results(20, 3);
    assertThat(claim(results, "degree 2: 99 of 100").holds()).isFalse();
    assertThat(claim(results, "in vain than coarse").holds()).isFalse();
    assertThat(claim(results, "in vain than coarse").isTie()).isFalse();
    assertThat(claim(results, "answers").holds()).isFalse();
    assertThat(claim(results, "answers").evidence()).isEqualTo("3 of 1,000 differ");
  }

  @Test
  void tablesHaveANumberForEachColumn() {
    Results results = results(1, 0);
    assertThat(results.tables())
        .extracting(NumberTable::title)
        .containsExactly(
            "Index visited by one thread",
            "Sharing, alone on the machine",
            "Sharing beside a competing load of 2",
            "Speedup by degree",
            "Cost on one thread");
    assertThat(SearchText.lines(results))
        .contains("Speedup by degree")
        .anyMatch(line -> line.startsWith("coarse, degree 4 "));
  }
}
