package org.curtail.cli.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PageFrame;
import org.curtail.cli.chart.Palette;

/** Results as one HTML page. */
public final class HtmlReport {
  /** In the order they are read: the verdict first, how to repeat it last. */
  private static final List<Chapter.Section> SECTIONS =
      List.of(
          VerdictSection::write,
          KeyFigures::write,
          PaperFigureSection::write,
          StepSection::write,
          LatencySection::write,
          LateSection::write,
          RatioSection::write,
          EmulationSection::write,
          EnergySection::write,
          DecisionSection::write,
          PercentileSection::write,
          DemandSection::write,
          TableSection::write,
          DegreeSection::write,
          ThreadsSection::write,
          RankedSection::write,
          UtilisationSection::write,
          NoiseSection::write,
          ExactnessSection::write,
          SettingsSection::write);

  /** Of a paper that was reproduced. */
  private static final List<Chapter.Section> REPRODUCTION =
      List.of(
          VerdictSection::write,
          ClaimsSection::write,
          PaperFigureSection::write,
          LimitSection::write,
          DemandSection::write,
          TableSection::write,
          SettingsSection::write);

  /** Of searches that were measured one by one. */
  private static final List<Chapter.Section> SEARCHES =
      List.of(
          VerdictSection::write,
          ClaimsSection::write,
          NumberTableSection::write,
          PaperFigureSection::write,
          SettingsSection::write);

  /** Of what policies draw at the same tail. */
  private static final List<Chapter.Section> ENERGY =
      List.of(
          VerdictSection::write,
          PanelSection::write,
          NumberTableSection::write,
          SettingsSection::write);

  /** Of policies over demands, cores and loads. */
  private static final List<Chapter.Section> GRID =
      List.of(
          VerdictSection::write,
          GridSummarySection::write,
          GridMapSection::write,
          ClaimsSection::write,
          NumberTableSection::write,
          SettingsSection::write);

  /** Of what learns while it serves. */
  private static final List<Chapter.Section> AUTOMATIC =
      List.of(
          VerdictSection::write,
          ClaimsSection::write,
          GridMapSection::writeLearned,
          PanelSection::write,
          NumberTableSection::write,
          SettingsSection::write);

  /** Of requests that may be sent to a second replica. */
  private static final List<Chapter.Section> REPLICAS =
      List.of(
          VerdictSection::write,
          PaperFigureSection::write,
          LatencySection::write,
          PercentileSection::write,
          RatioSection::write,
          CopiesSection::write,
          NoiseSection::write,
          SettingsSection::write);

  /** Of requests that run through a graph of services. */
  private static final List<Chapter.Section> LIVE_WORKFLOW =
      List.of(
          VerdictSection::write,
          WorkflowRunSection::writeTails,
          PaperFigureSection::write,
          WorkflowRunSection::writeStages,
          PercentileSection::write,
          LatencySection::write,
          RatioSection::write,
          NoiseSection::write,
          SettingsSection::write);

  /** Of a workflow and the plan for it. */
  private static final List<Chapter.Section> WORKFLOW =
      List.of(
          VerdictSection::write,
          WorkflowSection::write,
          PanelSection::write,
          NumberTableSection::write,
          SettingsSection::write);

  /** Of requests and where their time went. */
  private static final List<Chapter.Section> DIAGNOSIS =
      List.of(
          VerdictSection::write,
          CauseSection::write,
          CauseAdviceSection::write,
          SlowRequestSection::write,
          NumberTableSection::write,
          InjectedSection::write,
          ObservingSection::write,
          NoiseSection::write,
          SettingsSection::write);

  private HtmlReport() {}

  /**
   * Writes the page. The writer stays open.
   *
   * @param all the results to be shown, one after the other; at least one
   * @throws IllegalArgumentException if there are none
   */
  public static void write(List<Results> all, Writer writer) throws IOException {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a report needs at least one result");
    }
    Palette palette = palette(all);
    all.stream()
        .flatMap(results -> Contest.of(results).recommended().stream())
        .findFirst()
        .ifPresent(palette::emphasize);
    List<Chapter> chapters = new ArrayList<>();
    for (Results results : all) {
      chapters.add(
          new Chapter(
              results, RunGrid.of(results.runs()), palette, "result-" + (chapters.size() + 1)));
    }
    var markup = new Markup();
    PageFrame.start(
        markup,
        "curtail: " + chapters.getFirst().results().verdict().headline(),
        degrees(chapters));
    body(markup, chapters);
    PageFrame.end(markup);
    writer.write(markup.toString());
  }

  /** The lines of each diagram: a paper's figures have few each, others all policies. */
  private static Palette palette(List<Results> all) {
    if (all.stream().allMatch(results -> results.figures().isEmpty())) {
      List<Run> runs = all.stream().flatMap(results -> results.runs().stream()).toList();
      return new Palette(
          Stream.concat(runs.stream().map(Run::policy), chosen(all)).distinct().toList(),
          runs.stream().filter(Run::knowsDemand).map(Run::policy).collect(Collectors.toSet()));
    }
    return Palette.ofDiagrams(
        Stream.concat(all.stream().flatMap(HtmlReport::diagrams), Stream.of(chosen(all).toList()))
            .toList());
  }

  /** What policies chose that choose themselves. */
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
    // Of a paper's runs, only the figures are drawn.
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
      degrees = Math.max(degrees, Math.max(parts, DegreeSection.degrees(chapter)));
      degrees = Math.max(degrees, EnergySection.shades(chapter));
    }
    return degrees;
  }

  private static void body(Markup markup, List<Chapter> chapters) {
    Optional<DoThis> whatToDo = DoThis.of(chapters.stream().map(Chapter::results).toList());
    if (chapters.size() > 1) {
      contents(markup, chapters, whatToDo.isPresent());
    }
    for (Chapter chapter : chapters) {
      markup.newLine();
      markup.start("article", "id", chapter.id());
      sections(chapter).forEach(section -> section.write(markup, chapter));
      markup.end();
    }
    whatToDo.ifPresent(what -> DoThisSection.write(markup, what));
  }

  private static List<Chapter.Section> sections(Chapter chapter) {
    if (CauseSection.isIn(chapter)) {
      return DIAGNOSIS;
    }
    if (WorkflowSection.isIn(chapter)) {
      return WORKFLOW;
    }
    if (CopiesSection.isIn(chapter)) {
      return REPLICAS;
    }
    if (WorkflowRunSection.isIn(chapter)) {
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
    return chapter.results().claims().isEmpty() ? SECTIONS : REPRODUCTION;
  }

  private static void contents(Markup markup, List<Chapter> chapters, boolean whatToDo) {
    markup.start("nav", "aria-label", "Results on this page");
    markup.start("ol");
    for (Chapter chapter : chapters) {
      markup.start("li");
      markup.element("a", chapter.results().verdict().headline(), "href", "#" + chapter.id());
      markup.end();
    }
    if (whatToDo) {
      DoThisSection.link(markup);
    }
    markup.end();
    markup.end();
  }
}
