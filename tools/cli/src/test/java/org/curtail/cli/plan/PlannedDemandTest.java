package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.plan.Binning;
import org.curtail.plan.Effort;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TableForecast;
import org.curtail.plan.TablePlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannedDemandTest {
  private static final PlanGoal GOAL = new PlanGoal(4, 6, 3, List.of(1, 2, 3), 99, 5, 8);

  @TempDir Path folder;
  private Path file = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void places() {
    file = folder.resolve("profile.json");
    out = folder.resolve("table.json");
  }

  private Terminal plan(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("plan", "--profile", file, "--cores", 4, "--target-parallelism", 6));
    words.addAll(List.of("--step-ms", 5, "--max-load", 8, "--allow-harm"));
    words.addAll(List.of(more));
    Terminal run = curtail(words.toArray());
    assertDone(run);
    return run;
  }

  private static JsonNode planning(Terminal run) throws IOException {
    return new ObjectMapper().readTree(run.out()).get("planning");
  }

  /** Requests whose speedups differ, so that a mean of some hides the slowest. */
  private Profile write(int requests) throws IOException {
    var random = new SplittableRandom(5);
    double[][] timesMs = new double[requests][];
    for (int r = 0; r < requests; r++) {
      double timeMs = random.nextDouble(10, 300);
      double efficiency = random.nextDouble(0.4, 1);
      timesMs[r] =
          new double[] {timeMs, timeMs / (1 + efficiency), timeMs / (1 + 1.7 * efficiency)};
    }
    JsonFile.PROFILE.write(file, Profile.of("random", timesMs));
    return JsonFile.PROFILE.read(file);
  }

  @Test
  void aTableOfBinsHasThePredictionsOfAllRequests() throws IOException {
    Profile all = write(300);
    IntervalTable found = TablePlanner.plan(Binning.byDemand(all, 5), GOAL);
    IntervalTable expected = TableForecast.of(found, all, 99, 8);
    Terminal run = plan("--bins", 5, "--out", out, "--json");
    assertThat(JsonFile.TABLE.read(out)).isEqualTo(expected);
    assertThat(IntervalTableJson.read(new StringReader(run.out()), "out")).isEqualTo(expected);
    assertThat(expected.row(6).tailMs()).isGreaterThan(found.row(6).tailMs());
    assertThat(expected.rows()).noneMatch(IntervalTable.Row::optimal);
    assertThat(run.err()).contains("Planning for 300 requests in 5 bins at degrees [1, 2, 3]");
    JsonNode planning = planning(run);
    assertThat(planning.get("profile").asText()).isEqualTo(file.toString());
    assertThat(planning.get("bins").asInt()).isEqualTo(5);
    assertThat(planning.get("aggregateSpeedups").asBoolean()).isFalse();
    assertThat(planning.get("effortLimit").asLong()).isEqualTo(Effort.DEFAULT_LOOKS);
    assertThat(planning.at("/remarks/0").asText())
        .startsWith("planned for 300 requests in 5 bins: rows are the best for these");
    assertThat(planning.at("/tails/5/tailMs").asDouble()).isEqualTo(expected.row(6).tailMs());
    int longRequest = PlannedTimeline.requestAt(all, 99);
    assertThat(planning.at("/timelines/1/sequentialMs").asDouble())
        .isEqualTo(all.timeMs(longRequest, 1));
  }

  @Test
  void threadsAboveTheTargetAreSaidOfATableOfBins() throws IOException {
    Profile all = write(300);
    IntervalTable found = TablePlanner.plan(Binning.byDemand(all, 2), GOAL);
    IntervalTable expected = TableForecast.of(found, all, 99, 8);
    assertThat(expected.rows()).anyMatch(row -> row.averageParallelism() > 6.000_01);
    Terminal run = plan("--bins", 2, "--out", out);
    assertThat(run.err()).contains("all requests use more threads than the target of 6 at load ");
    assertThat(run.out()).doesNotContain(" %  ").contains("-\n");
  }

  @Test
  void aTableOfOneSpeedupHasThePredictionsOfTheRequestsAsMeasured() throws IOException {
    Profile all = write(100);
    IntervalTable found = TablePlanner.plan(Binning.aggregateSpeedups(all), GOAL);
    Terminal run = plan("--aggregate-speedups", "--out", out, "--json", "--split-half");
    assertThat(JsonFile.TABLE.read(out)).isEqualTo(TableForecast.of(found, all, 99, 8));
    assertThat(run.err()).contains("Planning for 100 requests with one speedup for all at");
    JsonNode planning = planning(run);
    assertThat(planning.get("aggregateSpeedups").asBoolean()).isTrue();
    assertThat(planning.get("bins").isNull()).isTrue();
    assertThat(planning.at("/splitHalf/firstOnSecond")).hasSize(8);
  }

  @Test
  void wholeWeightsPlanAsRequestsThatOccurAsOften() throws IOException {
    Profile three =
        Profile.of("", new double[][] {{20, 12, 10}, {20, 12, 10}, {20, 12, 10}, {90, 50, 40}});
    JsonFile.PROFILE.write(
        file,
        Profile.weighted("", new double[][] {{20, 12, 10}, {90, 50, 40}}, new double[] {3, 1}));
    Terminal run = plan("--out", out, "--json");
    assertThat(JsonFile.TABLE.read(out)).isEqualTo(TablePlanner.plan(three, GOAL));
    assertThat(run.err()).contains("Planning for 2 listed requests of total weight 4 at");
    assertThat(planning(run).get("remarks"))
        .hasSize(1)
        .allMatch(remark -> remark.asText().startsWith("--allow-harm: "));
  }

  @Test
  void weightsThatAddUpToOnePlanAsThoseThatCount() throws IOException {
    double[][] timesMs = {{20, 12, 10}, {40, 22, 18}, {90, 50, 40}};
    JsonFile.PROFILE.write(file, Profile.weighted("", timesMs, new double[] {0.5, 0.25, 0.25}));
    Terminal run = plan("--out", out);
    Profile counted = Profile.weighted("", timesMs, new double[] {2, 1, 1});
    assertThat(JsonFile.TABLE.read(out)).isEqualTo(TablePlanner.plan(counted, GOAL));
    assertThat(run.err()).contains("Planning for 3 listed requests of total weight 1 at");
    assertThat(plan("--out", out, "--overwrite", "--bins", 2).err())
        .contains("Planning for 3 listed requests of total weight 1 in 2 bins at");
  }

  @Test
  void whatMadeTheSearchSlowIsSaidInNumbers() throws IOException {
    JsonFile.PROFILE.write(file, Profile.of("", new double[][] {{90, 100, 40}, {50, 20, 18}}));
    assertThat(plan("--out", out).err())
        .contains(
            "branch and bound, with looser bounds, slower and proving less: of 2 requests 1 is"
                + " slower on more threads, 2 more than linearly faster");
    JsonFile.PROFILE.write(file, Profile.of("", new double[][] {{90, 45, 30}}));
    assertThat(plan("--out", out, "--overwrite").err())
        .contains("Planning for 1 request at", "branch and bound, with tight bounds: all requests");
  }
}
