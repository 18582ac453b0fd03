package org.curtail.app.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.app.commandline.OutputOptions;
import org.curtail.app.commandline.SharedOptions;
import org.curtail.measurement.files.ReissuePlanFile;
import org.curtail.measurement.terminal.OptionRules;
import org.curtail.measurement.terminal.OutputFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail export}: a plan of reissue as the configuration of what sends the requests. */
@Command(
    name = "export",
    description = {
      "Writes a plan of reissue as the configuration of what sends the requests.",
      "Says what it cannot say there: a probability, a budget, a fraction of a millisecond."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail export reissue.json --to grpc --service shop.Catalog --method Get",
      "  curtail export reissue.json --to envoy --cluster catalog --out routes.yaml",
      "  curtail export plan.json --stage search --to polly"
    })
public final class ExportCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Parameters(
      paramLabel = "PLAN",
      description = "The plan, as curtail reissue or curtail workflow plan writes it.")
  private Path file = Path.of("");

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description =
          "What reads it: grpc, envoy, istio, cassandra, cassandra-driver, hdfs, clickhouse,"
              + " finagle, polly, failsafe-go, hedgedhttp, resilience4j or pubsub.")
  private String to = "";

  @Option(
      names = "--stage",
      paramLabel = "NAME",
      description = "Of a plan for a workflow: the service whose calls are meant.")
  private @Nullable String stage;

  @Option(
      names = "--workflow",
      paramLabel = "FILE",
      description =
          "With --stage: the workflow of the plan. Its times tell what a target loses that knows no"
              + " probability.")
  private @Nullable Path workflow;

  @Mixin private final NameOptions names = new NameOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    Target target = Targets.named(to);
    Names given = names.given();
    given.requireUsed(target);
    OutputOptions.spare("PLAN", file, "--out", output.out);
    OutputOptions.spare("--workflow", workflow, "--out", output.out);
    output.check(null);
    PlanForTarget plan = plan(target);
    Exported exported = target.export(plan.copies(), given);
    var remarks = new ArrayList<>(plan.remarks());
    remarks.addAll(exported.remarks());
    Path out = output.out;
    if (out != null) {
      OutputFile.write(out, writer -> writer.append(exported.text()));
      shared.console.say("Wrote %s to %s".formatted(target.what(), out));
    }
    if (shared.json) {
      shared.console.json(json(target, plan, exported, remarks));
    } else if (out == null) {
      shared.console.code(exported.text().stripTrailing());
    }
    remarks.forEach(shared.console::warn);
    return 0;
  }

  private PlanForTarget plan(Target target) {
    if (stage != null) {
      return StageOfPlan.of(file, stage, workflow, target);
    }
    if (workflow != null) {
      throw OptionRules.needs("--workflow", "--stage");
    }
    return PlanForTarget.of(ReissuePlanFile.read(file), target, file);
  }

  private static String json(
      Target target, PlanForTarget plan, Exported exported, List<String> remarks)
      throws IOException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("target", target.name())
            .put("what", target.what())
            .put("text", exported.text())
            .put("delayMs", plan.copies().delayMillis())
            .put("probability", plan.copies().probability())
            .put("reissueFraction", plan.copies().fraction())
            .put("predictedMs", plan.predictedMillis())
            .put("lostGain", plan.lostGain());
    json.set("remarks", JSON.valueToTree(remarks));
    return JSON.writeValueAsString(json);
  }
}
