package org.curtail.cli.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws results: a page to read, a picture to show. */
@Command(
    name = "report",
    description = "Draws result files: one HTML page that needs no network, or one SVG picture.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  curtail report results.json --out report.html",
      "  curtail report results.json --picture latency.svg"
    })
public final class ReportCommand implements Callable<Integer> {
  @Mixin private SharedOptions shared = new SharedOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "RESULTS",
      description =
          "Result files of curtail bench, simulate, grid, automatic, tune-chunks, early-termination, workflow,"
              + " energy or diagnose.")
  private List<Path> files = new ArrayList<>();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Where an SVG of tail and mean against load goes; for one result file.")
  private @Nullable Path picture;

  @Override
  public Integer call() throws IOException {
    Path out = output.out;
    if (out == null && picture == null) {
      throw OptionRules.missing(
          "--out FILE or --picture FILE", "the file where the report or the picture goes, or both");
    }
    if (picture != null && files.size() > 1) {
      throw new UsageError("--picture: expected one result file to draw, found " + files.size());
    }
    keepResults(out);
    keepResults(picture);
    output.check(picture);
    List<Results> all = files.stream().map(ResultsFile::read).toList();
    if (picture != null && all.getFirst().runs().isEmpty()) {
      throw new UsageError(
          "--picture: expected results with runs of policies, found none in %s, which is of kind %s"
              .formatted(files.getFirst(), all.getFirst().kind()));
    }
    ObjectNode written = new ObjectMapper().createObjectNode();
    if (out != null) {
      OutputFile.write(out, writer -> HtmlReport.write(all, writer));
      say(written, "report", out);
    }
    if (picture != null) {
      OutputFile.write(picture, writer -> SvgPicture.write(all.getFirst(), writer));
      say(written, "picture", picture);
    }
    if (shared.json) {
      shared.console.json(written.toString());
    }
    return 0;
  }

  private void keepResults(@Nullable Path place) {
    if (place == null) {
      return;
    }
    for (Path file : files) {
      if (file.toAbsolutePath().normalize().equals(place.toAbsolutePath().normalize())) {
        throw new UsageError(place + ": this is a result file; choose another place");
      }
    }
  }

  private void say(ObjectNode written, String name, Path place) {
    written.put(name, place.toString());
    shared.console.say("wrote " + place);
  }
}
