package org.curtail.workflow.partial;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.estimate.OrderStatistics;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures in the note on partial answers are those of the library. */
class DocumentedPartialAnswersTest {
  private static final double LOSS = 0.001;
  private static final int QUERIES = 10_000;

  /**
   * Returns the cells of a table, row by row.
   *
   * @param header begin of the table's header
   */
  private static List<List<String>> rows(String header) throws IOException {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("research/notes/partial-answers.md"))) {
      at = requireNonNull(at.getParent(), "research/notes/partial-answers.md");
    }
    List<String> lines = Files.readAllLines(at.resolve("research/notes/partial-answers.md"));
    int first = 0;
    while (!lines.get(first).startsWith(header)) {
      first++;
    }
    var rows = new ArrayList<List<String>>();
    for (String line : lines.subList(first + 2, lines.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      rows.add(List.of(line.substring(1).split("\\|")).stream().map(String::strip).toList());
    }
    return rows;
  }

  @Test
  void waitingForAFractionOfIndependentServersBringsWhatTheTableSays() throws IOException {
    Map<String, ContinuousDistribution> laws =
        Map.of(
            "normal, mean 1, deviation 10",
            NormalDistribution.of(1, 10),
            "log-normal, mu 1, sigma 2",
            LogNormalDistribution.of(1, 2));
    List<List<String>> rows = rows("| times | n | r |");
    assertThat(rows).hasSize(6);
    ContinuousDistribution law = NormalDistribution.of(0, 1);
    for (List<String> row : rows) {
      law = row.getFirst().isEmpty() ? law : requireNonNull(laws.get(row.getFirst()));
      int servers = Integer.parseInt(row.get(1).replace(",", ""));
      double lost = Double.parseDouble(row.get(2).replace(" %", "")) / 100;
      assertThat(tenths(reduction(law, servers, lost, 95))).as("%s", row).isEqualTo(row.get(3));
      assertThat(tenths(reduction(law, servers, lost, 99))).as("%s", row).isEqualTo(row.get(5));
    }
  }

  /** Returns the fall of a percentile in percent if a share of the servers is not awaited. */
  private static double reduction(
      ContinuousDistribution law, int servers, double lost, double percentile) {
    double all = new OrderStatistics(servers, servers).shareAbove(percentile);
    double some =
        new OrderStatistics(servers, Responders.share(servers, 1 - lost).needed())
            .shareAbove(percentile);
    return 100 * (1 - law.inverseSurvivalProbability(some) / law.inverseSurvivalProbability(all));
  }

  private static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** Cedar takes seconds for so many queries. */
  @Tag("long")
  @Test
  void theRulesAtTheSameLossDoWhatTheTableSays() throws IOException {
    var search = new SyntheticVisits(200, 20, 0.3, 0.3, 0.1, 0.005, 8, 400);
    Visits training = Visits.of(search.stage("search", List.of(), 1, QUERIES, 1), QUERIES, 1);
    Visits test = Visits.of(search.stage("search", List.of(), 1, QUERIES, 2), QUERIES, 1);
    StageTimes upstream = StageTimes.independent(new double[] {5, 10, 20, 40});
    Map<String, StopRule> rules =
        Map.of(
            "wait for all", PartialAnswer.NONE,
            "wait for a fraction", PartialAnswers.waitForFraction(training, LOSS),
            "fixed time-out", PartialAnswers.fixedTimeOut(training, LOSS),
            "Cedar", PartialAnswers.cedar(training, upstream, LOSS),
            "time, then fraction", PartialAnswers.timeThenFraction(training, LOSS),
            "T_c, T_d and p, least variance", PartialAnswers.leastVariance(training, LOSS));
    List<List<String>> rows = rows("| rule | loss |");
    assertThat(rows).hasSize(rules.size());
    for (List<String> row : rows) {
      StopOutcome outcome = test.under(requireNonNull(rules.get(row.getFirst())));
      assertThat(printed(outcome)).as(row.getFirst()).isEqualTo(row.subList(1, row.size()));
    }
  }

  private static List<String> printed(StopOutcome outcome) {
    double loss = 100 * outcome.loss();
    return List.of(
        (loss == 0 ? "0" : String.format(Locale.ROOT, "%.3f", loss)) + " %",
        tenths(outcome.meanMillis()),
        tenths(outcome.percentileMillis(90)),
        tenths(outcome.percentileMillis(95)),
        tenths(outcome.percentileMillis(99)),
        String.format(Locale.ROOT, "%,.0f", outcome.varianceMillisSquared()));
  }
}
