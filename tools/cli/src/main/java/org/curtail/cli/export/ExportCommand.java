package org.curtail.cli.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code curtail export}: a plan of reissue as a configuration of the system that sends the
 * requests.
 */
@Command(
    name = "export",
    description = {
      "Writes a plan of reissue as a configuration of the system that sends the requests.",
      "Lists the parts that this system does not support: a probability, a budget, a fraction of a millisecond."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail export reissue.json --to grpc --service shop.Catalog --method Get",
      "  curtail export reissue.json --to envoy --cluster catalog --out routes.yaml",
      "  curtail export plan.json --to grpc",
      "  curtail export plan.json --stage search --to polly"
    })
public final class ExportCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  static final List<Target> TARGETS =
      List.of(
          new GrpcServiceConfig(),
          EnvoyTargets.ENVOY,
          EnvoyTargets.ISTIO,
          ClientTargets.CASSANDRA,
          ClientTargets.CASSANDRA_DRIVER,
          ClientTargets.HDFS,
          ClientTargets.CLICKHOUSE,
          ClientTargets.FINAGLE,
          ClientTargets.POLLY,
          ClientTargets.FAILSAFE_GO,
          ClientTargets.HEDGED_HTTP,
          ClientTargets.RESILIENCE4J,
          ClientTargets.PUBSUB);

  @Parameters(
      paramLabel = "PLAN",
      description =
          "The plan, as curtail reissue, curtail workflow plan or curtail traces plan writes it.")
  private Path file = Path.of("");

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description =
          "The system that reads it: grpc, envoy, istio, cassandra, cassandra-driver, hdfs, clickhouse,"
              + " finagle, polly, failsafe-go, hedgedhttp, resilience4j or pubsub.")
  private String to = "";

  @Option(
      names = "--stage",
      paramLabel = "NAME",
      description =
          "Of a plan for a workflow: the service whose calls are exported. Default, for grpc: all"
              + " calls that are sent again, if their names end as in shop.Catalog/Get.")
  private @Nullable String stage;

  @Option(
      names = "--workflow",
      paramLabel = "FILE",
      description =
          "With --stage: the workflow of the plan. Its times give the loss of a target without probabilities.")
  private @Nullable Path workflow;

  @Mixin private final NameOptions names = new NameOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    Target target = target(to);
    Names given = names.given();
    given.requireUsed(target);
    OutputOptions.spare("PLAN", file, "--out", output.out);
    OutputOptions.spare("--workflow", workflow, "--out", output.out);
    output.check(null);
    if (stage == null && PlanOfCalls.isIn(file)) {
      OptionRules.needs("--workflow", workflow != null, "--stage");
      PlanOfCalls plan = PlanOfCalls.of(file, target);
      ExportText exported = target.export(plan.calls(), given);
      say(target, exported, exported.remarks(), json -> addTo(json, plan));
      plan.gain().forEach(shared.console::say);
      return 0;
    }
    PlanForTarget plan = plan(target);
    ExportText exported = target.export(plan.copies(), given);
    var remarks = new ArrayList<>(plan.remarks());
    remarks.addAll(exported.remarks());
    say(target, exported, remarks, json -> addTo(json, plan));
    return 0;
  }

  private void say(
      Target target, ExportText exported, List<String> remarks, Consumer<ObjectNode> what)
      throws IOException {
    Path out = output.out;
    if (out != null) {
      OutputFile.write(out, writer -> writer.append(exported.text()));
      shared.console.say("Wrote %s to %s".formatted(target.what(), out));
    }
    if (shared.json) {
      ObjectNode json =
          JSON.createObjectNode()
              .put("target", target.name())
              .put("what", target.what())
              .put("text", exported.text());
      what.accept(json);
      json.set("remarks", JSON.valueToTree(remarks));
      shared.console.json(JSON.writeValueAsString(json));
    } else if (out == null) {
      shared.console.code(exported.text().stripTrailing());
    }
    remarks.forEach(shared.console::warn);
  }

  private PlanForTarget plan(Target target) {
    if (stage != null) {
      return StageOfPlan.of(file, stage, workflow, target);
    }
    OptionRules.needs("--workflow", workflow != null, "--stage");
    return PlanForTarget.of(JsonFile.REISSUE_PLAN.read(file), target, file);
  }

  private static void addTo(ObjectNode json, PlanForTarget plan) {
    addTo(json, plan.copies());
    json.put("predictedMs", plan.predictedMillis()).put("lostGain", plan.lostGain());
  }

  private static void addTo(ObjectNode json, PlanOfCalls plan) {
    ArrayNode calls = json.putArray("calls");
    plan.calls().forEach((name, copies) -> addTo(calls.addObject().put("name", name), copies));
    WorkflowPlanDocument.Expected expected = plan.expected();
    if (expected != null) {
      json.put("withoutMs", expected.p99().withoutMillis())
          .put("predictedMs", expected.p99().withMillis())
          .put("cost", expected.cost());
    }
  }

  private static void addTo(ObjectNode json, Copies copies) {
    json.put("delayMs", copies.delayMillis())
        .put("probability", copies.probability())
        .put("reissueFraction", copies.fraction());
  }

  /**
   * The target with a name.
   *
   * @throws UsageError if no target has this name
   */
  static Target target(String name) {
    return OptionRules.named("--to", name, TARGETS, Target::name);
  }

  static List<String> targetNames() {
    return TARGETS.stream().map(Target::name).toList();
  }
}
