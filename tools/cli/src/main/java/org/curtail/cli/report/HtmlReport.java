package org.curtail.cli.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PageFrame;
import org.curtail.cli.chart.Palette;

/** Results as one HTML page. */
public final class HtmlReport {
  /**
   * The sections of a chapter: the answer, then figures, then the measurement; the last two are
   * folded.
   */
  private record Layout(
      List<Chapter.Section> answer, List<Chapter.Section> figures, List<Chapter.Section> how) {
    /** A layout with these sections between the verdict and the settings. */
    static Layout of(List<Chapter.Section> answer, List<Chapter.Section> figures) {
      return new Layout(
          Stream.concat(Stream.of(AnswerSections::write), answer.stream()).toList(),
          figures,
          List.of(MeasuringSections::write, MeasuringSections::writeSettings));
    }
  }

  /** Policies of threads side by side. */
  private static final Layout POLICIES =
      Layout.of(
          List.of(
              AnswerSections::writeCards,
              FigureSections::write,
              LatencySections::writeSteps,
              LatencySections::writeVariants),
          List.of(
              LatencySections::write,
              RatioSection::write,
              LatencySections::writeLate,
              RatioSection::writeEmulated,
              EnergySection::write,
              DecisionSection::write,
              LatencySections::writePercentiles,
              DemandSection::write,
              DemandSection::writeTable,
              ThreadsSections::writeDegrees,
              ThreadsSections::write,
              ThreadsSections::writeRanked,
              ThreadsSections::writeUtilisation,
              MeasuringSections::writeExactness));

  /** A paper that was reproduced. */
  private static final Layout REPRODUCTION =
      Layout.of(
          List.of(ClaimsSection::write),
          List.of(
              FigureSections::write,
              LatencySections::writeLimits,
              DemandSection::write,
              DemandSection::writeTable));

  /** Searches that were measured one by one. */
  private static final Layout SEARCHES =
      Layout.of(
          List.of(FigureSections::write, FigureSections::writeTables),
          List.of(ClaimsSection::write));

  /** Energy of policies at the same tail. */
  private static final Layout ENERGY =
      Layout.of(List.of(FigureSections::writePanels), List.of(FigureSections::writeTables));

  /** Policies over demands, cores and loads. */
  private static final Layout GRID =
      Layout.of(
          List.of(GridSections::writeSummary),
          List.of(GridSections::write, ClaimsSection::write, FigureSections::writeTables));

  /** Policies that learn while they serve. */
  private static final Layout AUTOMATIC =
      Layout.of(
          List.of(ClaimsSection::write),
          List.of(
              GridSections::writeLearned,
              FigureSections::writePanels,
              FigureSections::writeTables));

  /** Requests that may be sent to a second replica. */
  private static final Layout REPLICAS =
      Layout.of(
          List.of(FigureSections::write, LatencySections::write),
          List.of(LatencySections::writePercentiles, RatioSection::write, CopiesSection::write));

  /** Requests through a graph of services. */
  private static final Layout LIVE_WORKFLOW =
      Layout.of(
          List.of(WorkflowSections::writeTails, FigureSections::write),
          List.of(
              WorkflowSections::writeStages,
              LatencySections::writePercentiles,
              LatencySections::write,
              RatioSection::write));

  /** A workflow and its plan. */
  private static final Layout WORKFLOW =
      Layout.of(
          List.of(
              WorkflowSections::writePlanned,
              FigureSections::writePanels,
              FigureSections::writeTables),
          List.of());

  /** Requests and the parts of their time. */
  private static final Layout DIAGNOSIS =
      Layout.of(
          List.of(DiagnosisSections::write, DiagnosisSections::writeAdvice),
          List.of(
              DiagnosisSections::writeSlowest,
              FigureSections::writeTables,
              DiagnosisSections::writeInjected,
              DiagnosisSections::writeObserving));

  /** Greatest number of chapters without a list of contents. */
  private static final int FEW_CHAPTERS = 4;

  private HtmlReport() {}

  /**
   * Writes the page. The writer stays open.
   *
   * @param all the results to show, one after the other; at least one
   * @throws IllegalArgumentException if there are no results
   */
  public static void write(List<Results> all, Writer writer) throws IOException {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a report needs at least one result");
    }
    Optional<DoThis> whatToDo = DoThis.of(all);
    List<Chapter> chapters = chapters(all, whatToDo);
    var markup = new Markup();
    String heading = DoThis.heading(all).orElse(chapters.getFirst().results().verdict().headline());
    PageFrame.start(markup, "curtail: " + heading, degrees(chapters));
    whatToDo.ifPresentOrElse(
        what -> AnswerSections.writeAnswer(markup, what, heading, chapters.getFirst()),
        () -> {
          if (chapters.size() > 1) {
            markup.element("h1", "%d results".formatted(chapters.size()));
          }
        });
    if (chapters.size() > FEW_CHAPTERS) {
      contents(markup, chapters);
    }
    chapters.forEach(chapter -> article(markup, chapter));
    PageFrame.end(markup);
    writer.write(markup.toString());
  }

  /**
   * The chapters: the answer first, then judged results, then others, and results of a busy machine
   * last. A note is only in its first chapter.
   */
  private static List<Chapter> chapters(List<Results> all, Optional<DoThis> whatToDo) {
    List<Finding> findings = DoThis.findings(all);
    Results answer = findings.isEmpty() ? null : DoThis.answer(findings).results();
    List<Results> ordered =
        all.stream()
            .sorted(
                Comparator.comparing((Results results) -> !results.equals(answer))
                    .thenComparing(results -> !results.verdict().isGiven())
                    .thenComparing(results ->
                        !results.verdict().isGiven()
                            && Evidence.of(results).equals(Optional.of(Evidence.LIVE))))
            .toList();
    Palette palette = palette(ordered);
    ordered.stream()
        .flatMap(results -> Ranking.of(results).recommended().stream())
        .findFirst()
        .ifPresent(palette::emphasize);
    Set<Next> next = new HashSet<>();
    whatToDo.map(DoThis::next).ifPresent(next::add);
    Set<String> said = new HashSet<>();
    List<Chapter> chapters = new ArrayList<>();
    for (Results results : ordered) {
      chapters.add(
          new Chapter(
              results,
              RunGrid.of(results.runs()),
              palette,
              "result-" + (chapters.size() + 1),
              results.verdict().details().stream().filter(said::add).toList(),
              Stream.ofNullable(results.verdict().next())
                  .filter(next::add)
                  .findFirst()
                  .orElse(null),
              whatToDo.isEmpty() && all.size() == 1));
    }
    return chapters;
  }

  /** Colours of the lines: a paper's figures have few lines each, others have all policies. */
  private static Palette palette(List<Results> all) {
    if (all.stream().allMatch(results -> results.figures().isEmpty())) {
      List<Run> runs = all.stream().flatMap(results -> results.runs().stream()).toList();
      return new Palette(
          Stream.concat(runs.stream().map(Run::policy), chosen(all)).distinct().toList(),
          runs.stream().filter(Run::knowsDemand).map(Run::policy).collect(Collectors.toSet()),
          Ranking.of(all.getFirst()).subject().orElse(""));
    }
    return Palette.ofDiagrams(
        Stream.concat(all.stream().flatMap(HtmlReport::diagrams), Stream.of(chosen(all).toList()))
            .toList());
  }

  /** The policies chosen by policies that choose their policies themselves. */
  private static Stream<String> chosen(List<Results> all) {
    return all.stream()
        .flatMap(results -> results.decisions().stream())
        .flatMap(decided -> decided.periods().stream())
        .map(period -> DecisionSection.coloured(period.serving()))
        .distinct();
  }

  private static Stream<List<String>> diagrams(Results results) {
    Stream<List<String>> drawn =
        results.figures().stream()
            .flatMap(figure -> figure.panels().stream())
            .map(panel -> panel.curves().stream().map(PaperFigure.Curve::name).toList());
    // Of a paper's results, only the figures are drawn, not the runs.
    return results.claims().isEmpty()
        ? Stream.concat(
            drawn, Stream.of(results.runs().stream().map(Run::policy).distinct().toList()))
        : drawn;
  }

  private static int degrees(List<Chapter> chapters) {
    int degrees = 1;
    for (Chapter chapter : chapters) {
      IntervalTable table = chapter.results().table();
      int planned = table == null ? 1 : table.maxDegree();
      int parts = Math.max(planned, CopiesSection.shades(chapter));
      degrees = Math.max(degrees, Math.max(parts, ThreadsSections.degrees(chapter)));
      degrees = Math.max(degrees, EnergySection.shades(chapter));
    }
    return degrees;
  }

  private static void article(Markup markup, Chapter chapter) {
    Layout layout = layout(chapter);
    markup.newLine();
    markup.start("article", "id", chapter.id());
    layout.answer().forEach(section -> section.write(markup, chapter));
    folded(markup, chapter, "All figures", layout.figures());
    folded(markup, chapter, "How it was measured, and the command", layout.how());
    markup.end();
  }

  private static void folded(
      Markup markup, Chapter chapter, String summary, List<Chapter.Section> sections) {
    var inner = new Markup();
    sections.forEach(section -> section.write(inner, chapter));
    String written = inner.toString();
    if (!written.isEmpty()) {
      markup.newLine();
      markup.start("details", "class", "more");
      markup.element("summary", summary);
      markup.verbatim(written);
      markup.end();
    }
  }

  private static Layout layout(Chapter chapter) {
    if (DiagnosisSections.isIn(chapter)) {
      return DIAGNOSIS;
    }
    if (WorkflowSections.isPlanned(chapter)) {
      return WORKFLOW;
    }
    if (CopiesSection.isIn(chapter)) {
      return REPLICAS;
    }
    if (WorkflowSections.isIn(chapter)) {
      return LIVE_WORKFLOW;
    }
    if (chapter.results().kind().equals(Results.AUTOMATIC)) {
      return AUTOMATIC;
    }
    if (chapter.results().kind().equals(EnergyResults.KIND)) {
      return ENERGY;
    }
    if (chapter.results().grid() != null) {
      return GRID;
    }
    if (!chapter.results().tables().isEmpty()) {
      return SEARCHES;
    }
    return chapter.results().claims().isEmpty() ? POLICIES : REPRODUCTION;
  }

  private static void contents(Markup markup, List<Chapter> chapters) {
    markup.start("nav", "aria-label", "Results on this page");
    markup.start("ol");
    for (Chapter chapter : chapters) {
      markup.start("li");
      markup.element("a", chapter.results().verdict().headline(), "href", "#" + chapter.id());
      markup.end();
    }
    markup.end();
    markup.end();
  }
}
