package org.curtail.papers.experiments;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure;
import org.jspecify.annotations.Nullable;

/**
 * The findings of an experiment.
 *
 * @param measured runs in the setting of the paper; absent for replicated servers and workflows,
 *     which have runs only in the figures
 * @param cores number of cores; slots of replicated servers; 0 for workflows
 * @param variants runs in other settings
 * @param figures figures in the order of the paper
 * @param claims claims in the order of the paper
 * @param table planned interval table, if any
 * @param settings settings for people: name and value, in this order
 */
public record Findings(
    @Nullable Measurements measured,
    int cores,
    List<Measurements> variants,
    List<PaperFigure> figures,
    List<Claim> claims,
    @Nullable IntervalTable table,
    Map<String, Object> settings) {
  public Findings {
    variants = List.copyOf(variants);
    figures = List.copyOf(figures);
    claims = List.copyOf(claims);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** Creates findings with runs in the figures only, on cores or on slots of replicated servers. */
  static Findings ofFigures(
      int cores, List<PaperFigure> figures, List<Claim> claims, Map<String, Object> settings) {
    return new Findings(null, cores, List.of(), figures, claims, null, settings);
  }

  /** Creates findings on workflows, without a number of servers. */
  static Findings ofWorkflows(
      List<PaperFigure> figures, List<Claim> claims, Map<String, Object> settings) {
    return new Findings(null, 0, List.of(), figures, claims, null, settings);
  }

  /** Creates findings on policies of one server. */
  public Findings(
      Measurements measured,
      List<Measurements> variants,
      List<PaperFigure> figures,
      List<Claim> claims,
      @Nullable IntervalTable table,
      Map<String, Object> settings) {
    this(
        measured,
        measured.scenario().machine().cores(),
        variants,
        figures,
        claims,
        table,
        settings);
  }
}
