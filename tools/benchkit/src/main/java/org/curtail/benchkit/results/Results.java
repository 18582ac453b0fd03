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
 * @param kind command that made it: {@code bench}, {@code simulate}, {@code reproduce}, {@code
 *     tune-chunks}, {@code early-termination}, {@code grid}, {@code automatic}, {@code workflow};
 *     of a diagnosis, the name of its command
 * @param seed seed of arrivals, order of policies and resampling
 * @param cores number of serving cores; 0 for workflows
 * @param command command line that creates this file again
 * @param settings settings of the measurement as names and values, in order
 * @param demand summary of the profile; absent without one
 * @param table interval table in use; absent without one
 * @param noise other activity of the machine; absent for a simulation
 * @param runs one run for each policy and load, in the order of loads, then of policies
 * @param verdict findings
 * @param claims claims of the reproduced paper; empty without one
 * @param figures figures of the paper; may be empty
 * @param repeats single runs, of which {@code runs} are means; may be empty
 * @param variants results under other conditions; may be empty
 * @param emulated runs on emulated cores with the simulator's figures; empty for other runs
 * @param steps results of policies in each step of a changing load; empty for a steady load
 * @param tables measurements of searches; empty for runs
 * @param interrupted progress at which the user stopped the measurement; absent for a complete one
 * @param grid policies over demands, cores and loads; only for the kinds {@code grid} and {@code
 *     automatic}
 * @param workflow the graph of services that was planned for; only for the kind {@code workflow}
 * @param diagnosis composition of the time of requests; only for results of {@code curtail
 *     diagnose}
 * @param decisions decisions of automatic policies; may be empty
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

  /** The kind of results of {@code curtail automatic}. */
  public static final String AUTOMATIC = "automatic";

  public Results {
    // Map.copyOf would lose the order of the settings.
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

  /** Creates results without optional parts. */
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
        List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, null,
        List.of());
  }

  /** Creates results without runs. */
  public Results(
      String kind,
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      Verdict verdict) {
    this(kind, seed, cores, command, settings, null, null, null, List.of(), verdict);
  }

  /** Returns these results with more details in the verdict. */
  public Results withDetails(List<String> more) {
    return with().verdict(verdict.with(more)).results();
  }

  /** Returns these results with the progress at which the user stopped. */
  public Results interrupted(Interruption stopped) {
    return with().interrupted(stopped).results();
  }

  /** Returns these results with another verdict. */
  public Results judged(Verdict other) {
    return with().verdict(other).results();
  }

  /** Returns these results with decisions of automatic policies. */
  public Results withDecisions(List<Decisions> decided) {
    return with().decisions(decided).results();
  }

  /** Returns these results for a load in steps, with a figure, the steps, and findings on them. */
  public Results ofSteps(PaperFigure figure, List<Step> changing, Verdict shown) {
    return with().figures(List.of(figure)).steps(changing).verdict(shown).results();
  }

  /** Returns a draft with the same values. */
  public Draft with() {
    return new Draft(this);
  }

  /** A mutable draft of results. */
  public static final class Draft {
    private final Results begun;
    private Verdict verdict;
    private List<Claim> claims;
    private List<PaperFigure> figures;
    private List<Repeat> repeats;
    private List<Variant> variants;
    private List<Emulated> emulated;
    private List<Step> steps;
    private List<NumberTable> tables;
    private @Nullable Interruption interrupted;
    private @Nullable Grid grid;
    private @Nullable DrawnWorkflow workflow;
    private @Nullable Diagnosed diagnosis;
    private List<Decisions> decisions;

    private Draft(Results begun) {
      this.begun = begun;
      verdict = begun.verdict;
      claims = begun.claims;
      figures = begun.figures;
      repeats = begun.repeats;
      variants = begun.variants;
      emulated = begun.emulated;
      steps = begun.steps;
      tables = begun.tables;
      interrupted = begun.interrupted;
      grid = begun.grid;
      workflow = begun.workflow;
      diagnosis = begun.diagnosis;
      decisions = begun.decisions;
    }

    public Draft verdict(Verdict other) {
      verdict = other;
      return this;
    }

    public Draft claims(List<Claim> other) {
      claims = other;
      return this;
    }

    public Draft figures(List<PaperFigure> other) {
      figures = other;
      return this;
    }

    public Draft repeats(List<Repeat> other) {
      repeats = other;
      return this;
    }

    public Draft variants(List<Variant> other) {
      variants = other;
      return this;
    }

    public Draft emulated(List<Emulated> other) {
      emulated = other;
      return this;
    }

    public Draft steps(List<Step> other) {
      steps = other;
      return this;
    }

    public Draft tables(List<NumberTable> other) {
      tables = other;
      return this;
    }

    public Draft interrupted(@Nullable Interruption other) {
      interrupted = other;
      return this;
    }

    public Draft grid(@Nullable Grid other) {
      grid = other;
      return this;
    }

    public Draft workflow(@Nullable DrawnWorkflow other) {
      workflow = other;
      return this;
    }

    public Draft diagnosis(@Nullable Diagnosed other) {
      diagnosis = other;
      return this;
    }

    public Draft decisions(List<Decisions> other) {
      decisions = other;
      return this;
    }

    /** Returns the results. */
    public Results results() {
      return new Results(
          begun.kind,
          begun.seed,
          begun.cores,
          begun.command,
          begun.settings,
          begun.demand,
          begun.table,
          begun.noise,
          begun.runs,
          verdict,
          claims,
          figures,
          repeats,
          variants,
          emulated,
          steps,
          tables,
          interrupted,
          grid,
          workflow,
          diagnosis,
          decisions);
    }
  }
}
