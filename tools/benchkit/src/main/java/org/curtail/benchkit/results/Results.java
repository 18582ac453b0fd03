package org.curtail.benchkit.results;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.jspecify.annotations.Nullable;

/**
 * One result file.
 *
 * @param kind what made it: {@code bench}, {@code simulate}, {@code reproduce}, {@code
 *     tune-chunks}, {@code early-termination}, {@code grid}, {@code automatic}, {@code workflow};
 *     of a diagnosis, the name of its command
 * @param seed arrivals, order of policies and resampling follow from it
 * @param cores cores that served requests; 0 of workflows, whose servers are not counted
 * @param command the command that makes this file again
 * @param settings what was measured, for people: name and value, in this order
 * @param demand the profile in short, if the measurement was given one
 * @param table the interval table in force, if any
 * @param noise what the machine did besides; absent from a simulation, which has none
 * @param runs one for each policy and load, by load, then in the order the policies were named
 * @param verdict what the runs show, in plain words
 * @param claims of the paper that was reproduced; empty otherwise, as all that follows
 * @param figures of that paper
 * @param repeats the single runs of which the runs are means
 * @param variants the same under other circumstances
 * @param emulated the runs on emulated cores beside the simulator's; empty of other runs
 * @param steps the policies in each step of a load that changes, by step; empty if it does not
 * @param tables what was measured of searches; empty of runs, which have tables of their own
 * @param interrupted where the user stopped the measurement; absent if it went to its end
 * @param grid policies over demands, cores and loads; absent of all that is not of kind {@code
 *     grid} or {@code automatic}
 * @param workflow the graph of services that was planned for; absent of all that is not of kind
 *     {@code workflow}
 * @param diagnosis where the time of requests went; absent of all that is not of kind {@code
 *     diagnose}
 * @param decisions of policies that choose their policies themselves; empty without one
 */
public record Results(
    String kind,
    long seed,
    int cores,
    String command,
    Map<String, Object> settings,
    @Nullable Demand demand,
    @Nullable IntervalTable table,
    @Nullable Noise noise,
    List<Run> runs,
    Verdict verdict,
    @JsonInclude(NON_EMPTY) List<Claim> claims,
    @JsonInclude(NON_EMPTY) List<PaperFigure> figures,
    @JsonInclude(NON_EMPTY) List<Repeat> repeats,
    @JsonInclude(NON_EMPTY) List<Variant> variants,
    @JsonInclude(NON_EMPTY) List<Emulated> emulated,
    @JsonInclude(NON_EMPTY) List<Step> steps,
    @JsonInclude(NON_EMPTY) List<NumberTable> tables,
    @Nullable Interruption interrupted,
    @Nullable Grid grid,
    @Nullable DrawnWorkflow workflow,
    @Nullable Diagnosed diagnosis,
    @JsonInclude(NON_EMPTY) List<Decisions> decisions) {
  /** First field of every result file. */
  public static final String FORMAT = "curtail-results/1";

  /** The kind of what {@link #ofAutomatic} makes. */
  public static final String AUTOMATIC = "automatic";

  public Results {
    // Map.copyOf would lose the order, which people read.
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    runs = List.copyOf(runs);
    claims = List.copyOf(claims);
    figures = List.copyOf(figures);
    repeats = List.copyOf(repeats);
    variants = List.copyOf(variants);
    emulated = List.copyOf(emulated);
    steps = List.copyOf(steps);
    tables = List.copyOf(tables);
    decisions = List.copyOf(decisions);
  }

  /** Results of a grid of policies. */
  public static Results ofGrid(
      long seed,
      String command,
      Map<String, Object> settings,
      Grid grid,
      Verdict verdict,
      List<Claim> claims,
      List<NumberTable> tables) {
    int most = grid.points().stream().mapToInt(GridPoint::cores).max().orElseThrow();
    return new Results(
        "grid", seed, most, command, settings, null, null, null, List.of(), verdict, claims,
        List.of(), List.of(), List.of(), List.of(), List.of(), tables, null, grid, null, null,
        List.of());
  }

  /**
   * Results of what learns while it serves.
   *
   * @param grid of steady loads; null if none was measured
   * @param interrupted null if it went to its end
   */
  public static Results ofAutomatic(
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      @Nullable Grid grid,
      Verdict verdict,
      List<Claim> claims,
      List<PaperFigure> figures,
      List<NumberTable> tables,
      @Nullable Interruption interrupted) {
    return new Results(
        AUTOMATIC,
        seed,
        cores,
        command,
        settings,
        null,
        null,
        null,
        List.of(),
        verdict,
        claims,
        figures,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        tables,
        interrupted,
        grid,
        null,
        null,
        List.of());
  }

  /** Results of a workflow: its graph, the plan that is drawn on it, and figures. */
  public static Results ofWorkflow(
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      DrawnWorkflow workflow,
      Verdict verdict,
      List<PaperFigure> figures,
      List<NumberTable> tables) {
    return new Results(
        "workflow",
        seed,
        cores,
        command,
        settings,
        null,
        null,
        null,
        List.of(),
        verdict,
        List.of(),
        figures,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        tables,
        null,
        null,
        workflow,
        null,
        List.of());
  }

  /** Results of a diagnosis. */
  public static Results ofDiagnosis(
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      @Nullable Noise noise,
      Diagnosed diagnosis,
      Verdict verdict,
      List<NumberTable> tables,
      @Nullable Interruption interrupted) {
    return new Results(
        "diagnose",
        seed,
        cores,
        command,
        settings,
        null,
        null,
        noise,
        List.of(),
        verdict,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        tables,
        interrupted,
        null,
        null,
        diagnosis,
        List.of());
  }

  /** Results of a measurement that went to its end. */
  public Results(
      String kind,
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      @Nullable Demand demand,
      @Nullable IntervalTable table,
      @Nullable Noise noise,
      List<Run> runs,
      Verdict verdict,
      List<Claim> claims,
      List<PaperFigure> figures,
      List<Repeat> repeats,
      List<Variant> variants,
      List<Emulated> emulated,
      List<Step> steps,
      List<NumberTable> tables) {
    this(
        kind, seed, cores, command, settings, demand, table, noise, runs, verdict, claims, figures,
        repeats, variants, emulated, steps, tables, null, null, null, null, List.of());
  }

  /** Results of no emulation. */
  public Results(
      String kind,
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      @Nullable Demand demand,
      @Nullable IntervalTable table,
      @Nullable Noise noise,
      List<Run> runs,
      Verdict verdict,
      List<Claim> claims,
      List<PaperFigure> figures,
      List<Repeat> repeats,
      List<Variant> variants) {
    this(
        kind, seed, cores, command, settings, demand, table, noise, runs, verdict, claims, figures,
        repeats, variants, List.of(), List.of(), List.of());
  }

  /** The same of a load that changes: with a picture, its steps, and what they show. */
  public Results ofSteps(PaperFigure figure, List<Step> changing, Verdict shown) {
    return new Results(
        kind,
        seed,
        cores,
        command,
        settings,
        demand,
        table,
        noise,
        runs,
        shown,
        claims,
        List.of(figure),
        repeats,
        variants,
        emulated,
        changing,
        tables,
        interrupted,
        grid,
        workflow,
        diagnosis,
        decisions);
  }

  /** The same, with where the user stopped. */
  public Results interrupted(Interruption stopped) {
    return copy(verdict, stopped, decisions);
  }

  /** The same with another verdict, such as one that says what to do next. */
  public Results judged(Verdict other) {
    return copy(other, interrupted, decisions);
  }

  private Results copy(Verdict judged, @Nullable Interruption stopped, List<Decisions> decided) {
    return new Results(
        kind, seed, cores, command, settings, demand, table, noise, runs, judged, claims, figures,
        repeats, variants, emulated, steps, tables, stopped, grid, workflow, diagnosis, decided);
  }

  /** The same with more details in the verdict. */
  public Results withDetails(List<String> more) {
    return copy(verdict.with(more), interrupted, decisions);
  }

  /** The same with what policies decided that choose their policies themselves. */
  public Results withDecisions(List<Decisions> decided) {
    return copy(verdict, interrupted, decided);
  }

  /** Results that reproduce no paper. */
  public Results(
      String kind,
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      @Nullable Demand demand,
      @Nullable IntervalTable table,
      @Nullable Noise noise,
      List<Run> runs,
      Verdict verdict) {
    this(
        kind, seed, cores, command, settings, demand, table, noise, runs, verdict, List.of(),
        List.of(), List.of(), List.of());
  }
}
