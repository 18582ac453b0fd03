package org.curtail.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class ExportCommandTest {
  @TempDir private Path folder;

  static List<String> targets() {
    return ExportCommand.targetNames();
  }

  private static Object[] line(Path plan, String target) {
    return switch (target) {
      case "envoy" -> new Object[] {"export", plan, "--to", target, "--cluster", "catalog"};
      case "istio" -> new Object[] {"export", plan, "--to", target, "--host", "catalog.shop"};
      case "cassandra" -> new Object[] {"export", plan, "--to", target, "--table", "shop.catalog"};
      default -> new Object[] {"export", plan, "--to", target};
    };
  }

  private static Object[] with(Object[] line, Object... more) {
    return Stream.of(line, more).flatMap(Arrays::stream).toArray();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void everyTargetPrintsWhatItWritesAndItsJsonHasIt(String target) throws IOException {
    Path plan = Plans.written(Plans.SINGLE_R, folder);
    Path out = folder.resolve("out");
    Terminal printed = assertDone(curtail(line(plan, target)));
    assertDone(curtail(with(line(plan, target), "--out", out)));
    assertThat(out).hasContent(printed.out());
    JsonNode json =
        new ObjectMapper().readTree(assertDone(curtail(with(line(plan, target), "--json"))).out());
    assertThat(json.get("text").asText()).isEqualTo(Files.readString(out));
    assertThat(json.get("target").asText()).isEqualTo(target);
    assertThat(json.get("remarks")).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aProbabilityIsSaidOrItsLossIs(String target) throws IOException {
    Terminal run = curtail(line(Plans.written(Plans.SINGLE_R, folder), target));
    boolean said = ExportCommand.target(target).saysProbability();
    String lost =
        target
            + " cannot send a copy with a probability, here 0.400: instead it always sends one,"
            + " after 151 ms, for the same budget. p99 becomes 160 ms instead of 120 ms, from 200 ms"
            + " without: 50 % of the gain is lost";
    assertThat(run.err().contains("note: " + lost)).as(run.err()).isEqualTo(!said);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aPlanThatSendsNothingIsRefused(String target) throws IOException {
    Path plan =
        Plans.written(
            PlanDocument.of(
                new ReissuePlan(new ReissueGoal(99, 0.02), ReissuePolicy.NONE, 0, 200, 200, 200)),
            folder);
    Terminal run = curtail(line(plan, target));
    Terminal.assertUsageError(run, "curtail: ");
    assertThat(run.complaint())
        .isEqualTo(
            "curtail: %s: expected a plan that sends requests again, found one that sends none"
                .formatted(plan));
  }

  @Test
  void withoutAnotherPlanInTheFileTheProbabilityIsRefused() throws IOException {
    Path plan = Plans.written(Plans.SINGLE_R.withSingleD(null), folder);
    Terminal run = curtail("export", plan, "--to", "grpc");
    Terminal.assertUsageError(run, "curtail: ");
    assertThat(run.complaint())
        .isEqualTo(
            "curtail: %s: --to grpc cannot send a copy with a probability, here 0.400, and the file has no plan that always sends one; plan again with curtail reissue --single-d"
                .formatted(plan));
  }

  @Test
  void severalCopiesBecomeOne() throws IOException {
    var several = new ReissuePolicy(List.of(new Reissue(10, 0.5), new Reissue(20, 1)));
    Path plan =
        Plans.written(
            PlanDocument.of(new ReissuePlan(new ReissueGoal(99, 0.1), several, 0.1, 120, 200, 100))
                .withSingleD(new PlanDocument.SingleD(15, 0.1, 130)),
            folder);
    Terminal run = assertDone(curtail("export", plan, "--to", "failsafe-go"));
    assertThat(run.err())
        .contains("note: failsafe-go cannot send 2 copies at the plan's times: instead it always");
    assertThat(run.out()).contains("15000 * time.Microsecond");
  }

  @Test
  void whatHasNoPlaceIsRefused() throws IOException {
    Path plan = Plans.written(Plans.SINGLE_R, folder);
    Terminal run = curtail("export", plan, "--to", "grpc", "--table", "a.b");
    Terminal.assertUsageError(run, "curtail: ");
    assertThat(run.complaint())
        .isEqualTo(
            "curtail: --table cannot be given together with --to grpc, which does not use it");
  }

  @Test
  void aTargetThatIsNoneIsNamedWithTheNearest() throws IOException {
    Path plan = Plans.written(Plans.SINGLE_R, folder);
    Terminal run = curtail("export", plan, "--to", "envoi");
    Terminal.assertUsageError(run, "curtail: ");
    assertThat(run.complaint())
        .isEqualTo(
            "curtail: --to: expected grpc, envoy, istio, cassandra, cassandra-driver, hdfs, clickhouse, finagle, polly, failsafe-go, hedgedhttp, resilience4j or pubsub, found 'envoi'; did you mean envoy?");
  }

  @Test
  void aFileThatIsNoPlanIsNamedWithLineAndField() throws IOException {
    Path plan =
        Files.writeString(folder.resolve("plan.json"), "{\"format\":\"curtail-profile/1\"}");
    Terminal run = curtail("export", plan, "--to", "grpc");
    Terminal.assertUsageError(run, plan.toString(), "format", "curtail-reissue/1");
  }

  @Test
  void roundingIsSaid() throws IOException {
    Path plan = Plans.written(Plans.SINGLE_D, folder);
    assertThat(curtail("export", plan, "--to", "cassandra-driver").err())
        .contains(
            "note: the driver counts whole milliseconds: the delay of 151.25 ms is written as 152 ms, later rather than earlier, so that no more copies are sent");
  }

  @Test
  void nothingIsReplacedUnasked() throws IOException {
    Path plan = Plans.written(Plans.SINGLE_D, folder);
    Terminal run = curtail("export", plan, "--to", "grpc", "--out", plan, "--overwrite");
    Terminal.assertUsageError(run, "--out: expected another file than that of PLAN");
    assertThat(JsonFile.REISSUE_PLAN.read(plan)).isEqualTo(Plans.SINGLE_D);
  }

  @Test
  void helpNamesAllTargets() {
    String words = new CommandLine(new ExportCommand()).getUsageMessage().replaceAll("\\s+", " ");
    for (String target : ExportCommand.targetNames()) {
      assertThat(words).contains(target);
    }
  }
}
