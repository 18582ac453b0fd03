package org.curtail.cli.workflow;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.services.json.WorkflowJson;
import org.curtail.workflow.Workflow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail workflow generate}: makes a workflow by formulas, for experiments. */
@Command(
    name = "generate",
    description = {
      "Makes a workflow by formulas, for trying plans.",
      "The same options and seed make the same file on every machine."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail workflow generate --out workflow.json",
      "  curtail workflow generate --stages 30 --shape layered --out workflow.json",
      "  curtail workflow generate --stand-in 7 --out bing-7.json"
    })
final class GenerateCommand implements Callable<Integer> {
  @Mixin private final GeneratorOptions generator = new GeneratorOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    if (!shared.json) {
      output.required("the workflow");
    }
    output.check(null);
    Workflow workflow = generator.workflow();
    Path out = output.out;
    if (out != null) {
      JsonFile.WORKFLOW.write(out, workflow);
    }
    if (shared.json) {
      var text = new StringWriter();
      WorkflowJson.write(workflow, text);
      shared.console.json(text.toString().stripTrailing());
    } else {
      shared.console.result(WorkflowText.line(workflow));
    }
    if (out != null) {
      shared.console.say("Wrote the workflow to " + out);
      shared.sayNext("workflow", "show", out);
    }
    return 0;
  }
}
