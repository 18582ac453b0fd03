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
import org.curtail.measurement.terminal.OutputFile;
import org.curtail.reissue.NotedPlan;
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
      "  curtail export reissue.json --to envoy --cluster catalog --out routes.yaml"
    })
public final class ExportCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Parameters(paramLabel = "PLAN", description = "The plan, as curtail reissue writes it.")
  private Path file = Path.of("");

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description =
          "What reads it: grpc, envoy, istio, cassandra, cassandra-driver, hdfs, clickhouse,"
              + " finagle, polly, failsafe-go, hedgedhttp, resilience4j or pubsub.")
  private String to = "";

  @Mixin private final NameOptions names = new NameOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    Target target = Targets.named(to);
    Names given = names.given();
    given.requireUsed(target);
    OutputOptions.spare("PLAN", file, "--out", output.out);
    output.check(null);
    NotedPlan noted = ReissuePlanFile.read(file);
    PlanForTarget plan = PlanForTarget.of(noted, target, file);
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
