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

  /** The kind of what {@code curtail automatic} makes. */
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

  /** Results that have no more than all results have. */
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

  /** Results that have no runs. */
  public Results(
      String kind,
      long seed,
      int cores,
      String command,
      Map<String, Object> settings,
      Verdict verdict) {
    this(kind, seed, cores, command, settings, null, null, null, List.of(), verdict);
  }

  /** The same with more details in the verdict. */
  public Results withDetails(List<String> more) {
    return with().verdict(verdict.with(more)).results();
  }

  /** The same, with where the user stopped. */
  public Results interrupted(Interruption stopped) {
    return with().interrupted(stopped).results();
  }

  /** The same with another verdict, such as one that says what to do next. */
  public Results judged(Verdict other) {
    return with().verdict(other).results();
  }

  /** The same with what policies decided that choose their policies themselves. */
  public Results withDecisions(List<Decisions> decided) {
    return with().decisions(decided).results();
  }

  /** The same of a load that changes: with a picture, its steps, and what they show. */
  public Results ofSteps(PaperFigure figure, List<Step> changing, Verdict shown) {
    return with().figures(List.of(figure)).steps(changing).verdict(shown).results();
  }

  /** The same, to be changed. */
  public Draft with() {
    return new Draft(this);
  }

  /** Results in the making. */
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

    /** What came of it. */
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
