package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.concurrent.Callable;
import org.curtail.benchkit.text.Output;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.tables.Contents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail traces import}: reads a recording once, so that later commands are fast. */
@Command(
    name = "import",
    description = {
      "Reads recorded requests into Parquet files beside them, which all commands then use.",
      "Creates IN.curtail. If the files change, they are read again."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces import traces/",
      "  curtail traces import traces/ --memory 2g"
    })
final class ImportCommand implements Callable<Integer> {
  @Mixin private final InputOptions input = new InputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    RecordingSource source = input.source(shared.console);
    Contents contents = source.keep();
    input.say(contents, shared.console);
    shared.show(
        new Output()
            .field("requests", contents.requests())
            .field("spans", contents.spans())
            .field("folder", source.kept().folder().toString())
            .field("bytes", source.kept().bytes())
            .field("damage", DamageText.fields(contents.damage()))
            .line(source.keptLine()));
    shared.sayNext("traces", "show", input.words());
    return 0;
  }
}
