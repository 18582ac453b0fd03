package org.curtail.cli.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.StandaloneSvg;
import org.curtail.cli.chart.Svg;
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
  private static final double MARGIN = StandaloneSvg.MARGIN;

  /** Wide enough for names beside the lines, and legible on a phone. */
  private static final double PANEL = 680;

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
      description = "File for an SVG of the tail against load; for one result file.")
  private @Nullable Path picture;

  @Override
  public Integer call() throws IOException {
    Path out = output.out;
    if (out == null && picture == null) {
      throw OptionRules.missing(
          "--out FILE or --picture FILE", "the file for the report or the picture, or both");
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
      OutputFile.write(picture, writer -> write(all.getFirst(), writer));
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
        throw new UsageError(place + ": this is a result file; choose another file");
      }
    }
  }

  private void say(ObjectNode written, String name, Path place) {
    written.put(name, place.toString());
    shared.console.say("wrote " + place);
  }

  /** Writes the picture. The writer stays open. */
  public static void write(Results results, Writer writer) throws IOException {
    RunGrid runs = RunGrid.of(results.runs());
    Palette palette = Palette.of(runs.runs());
    Ranking.of(results).recommended().ifPresent(palette::emphasize);
    var chapter = new Chapter(results, runs, palette, "picture", List.of(), null, true);
    Chart tail = LoadChart.tail(chapter);
    double width = 2 * MARGIN + PANEL;
    double height = 2 * MARGIN + StandaloneSvg.panelHeight(tail, PANEL) + 34;
    Markup markup =
        StandaloneSvg.start(
            results.verdict().headline(),
            String.join(" ", results.verdict().details()),
            1,
            width,
            height);
    StandaloneSvg.panel(markup, tail, MARGIN, MARGIN, PANEL);
    new Svg(markup, width, height).text("foot", MARGIN, height - MARGIN + 6, foot(chapter));
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }

  private static String foot(Chapter chapter) {
    int requests =
        chapter.results().runs().stream().mapToInt(run -> run.requests()).min().orElse(0);
    Interruption interrupted = chapter.results().interrupted();
    return "%s on %d cores; at least %s requests per policy and load%s%s"
        .formatted(
            chapter.results().kind(),
            chapter.results().cores(),
            Numbers.count(requests),
            LoadChart.tailPercentile(chapter.runs()) == 99
                ? "; whiskers: " + whiskers(chapter)
                : "",
            interrupted == null ? "" : "; " + interrupted.inWords());
  }

  private static String whiskers(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? "the least and the greatest of several runs"
        : "95 % intervals from resampled blocks";
  }
}
