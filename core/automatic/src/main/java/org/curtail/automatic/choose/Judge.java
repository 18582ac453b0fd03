package org.curtail.automatic.choose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.automatic.choose.MapChoice.ChoiceWording;
import org.curtail.automatic.choose.Outcomes.Figures;
import org.curtail.automatic.choose.Outcomes.Figures.Figure;
import org.curtail.automatic.choose.SuccessiveHalving.Round;
import org.curtail.automatic.choose.SuccessiveHalving.SimulationRun;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.jspecify.annotations.Nullable;

/**
 * Simulates candidates on a profile and chooses among them, one piece of work at a time.
 *
 * <p>At each of a few loads all candidates serve the same requests at the same times, and the worse
 * ones are dropped early. A candidate must be shown to be harmless at a load: neither mean nor 95th
 * percentile is more than 3 % above the baseline's. It must also be clearly better in the goal's
 * percentile. Alternatively, it is clearly better in mean and 95th percentile. Then the goal's
 * percentile must be better by estimate and shown to be at most 3 % above. All conclusions use 99 %
 * intervals. Of equally good candidates the simplest is chosen, and the map has as few entries as
 * possible. Arrivals are Poisson.
 *
 * <p>Not thread-safe. The result depends on the setting alone, not on the times of the steps.
 */
public final class Judge {
  /** Number of running requests per core beyond which a candidate has fallen behind. */
  private static final int MOST_RUNNING_PER_CORE = 100;

  private static final int MOST_RUNNING = 1000;
  private static final int BASELINE = 0;
  private static final double HARM_PERCENTILE = 95;
  private static final int REHEARSED_DEGREES = 4;
  private static final int REHEARSED_DEMANDS = 50;
  private static final int REHEARSED_REQUESTS = 200;
  private static final double REHEARSED_LOAD = 0.8;

  private final JudgeSetting setting;

  /** Called very often during the work. */
  private final Runnable mayRest;

  /** Unit of time of all simulations. */
  private final Scale scale;

  /** Setting in that unit. */
  private final JudgeSetting scaled;

  /** Profile in that unit, with the engine's cost of decisions of all policies but the baseline. */
  private final Profile asked;

  /** Usable share of the cores; less than 1 if the goal allows fewer threads than cores. */
  private final double share;

  private final List<Level> levels;
  private final List<Round> rounds;
  private @Nullable Field field;

  /** Simulations to do after the elimination rounds; null before. */
  private @Nullable ArrayDeque<SimulationRun> beyondBorders;

  /** Block of the last simulation; most other simulations use it too. */
  private @Nullable Block block;

  private int blockLevel;
  private int blockNumber;

  private record Field(
      Candidates candidates,
      Candidates simulated,
      Outcomes outcomes,
      Objective objective,
      SuccessiveHalving race,
      MapChoice choice) {}

  /** Creates a judge before its first step. */
  public Judge(JudgeSetting setting) {
    this(setting, () -> {});
  }

  /**
   * Creates a judge on a machine that serves requests meanwhile.
   *
   * @param mayRest called a thousand times or more per second of work; may sleep, or throw to stop
   *     the work
   */
  public Judge(JudgeSetting setting, Runnable mayRest) {
    this(setting, mayRest, Level.ALL, setting.effort().rounds());
  }

  /** Creates a judge with fewer loads and shorter rounds, for tests. */
  public Judge(JudgeSetting setting, List<Level> levels, List<Round> rounds) {
    this(setting, () -> {}, levels, rounds);
  }

  Judge(JudgeSetting setting, Runnable mayRest, List<Level> levels, List<Round> rounds) {
    this.setting = setting;
    this.mayRest = mayRest;
    share = usableShare(setting);
    this.levels = Level.within(share, levels);
    this.rounds = List.copyOf(rounds);
    scale = Scale.of(setting.profile());
    scaled = scale.of(setting);
    asked = scale.profile(DecisionCost.added(setting.profile()));
  }

  private static double usableShare(JudgeSetting setting) {
    int cores = setting.machine().cores();
    return (double) Math.min(cores, setting.goal().threads().orElse(cores)) / cores;
  }

  /**
   * Simulates some requests by each candidate, and drops the results. The engine and the simulator
   * share the code of the allocator, and the JVM optimises it for its present callers. A later
   * simulation would cause a new compilation, which takes seconds of a core while the service is
   * busy.
   *
   * @param mayStop called often; may throw to stop
   */
  public static void rehearse(int cores, Runnable mayStop) {
    int degrees = Math.min(cores, REHEARSED_DEGREES);
    double[][] timesMs = new double[REHEARSED_DEMANDS][degrees];
    for (int i = 0; i < timesMs.length; i++) {
      for (int d = 0; d < degrees; d++) {
        timesMs[i][d] = (1.0 + i) / (1 + d);
      }
    }
    Profile profile = Profile.of("rehearsal", timesMs);
    JudgeSetting setting = JudgeSetting.of(profile, cores, Goal.byDefault(), 1);
    var service =
        new Simulation(profile, setting.machine()).watchedBy((nowNanos, state) -> mayStop.run());
    var arrivals = new PoissonArrivals(REHEARSED_LOAD * cores * 1000 / profile.meanMs(1));
    Trace trace = Traces.draw(arrivals, profile, REHEARSED_REQUESTS, 1);
    for (Candidate candidate : Candidates.of(setting).all()) {
      service.run(candidate.policy(), trace);
    }
  }

  /** Returns true after the last step. */
  public boolean isDone() {
    return beyondBorders != null && beyondBorders.isEmpty();
  }

  /**
   * Does the next step. For a 99th percentile and sixteen cores it takes some tens of milliseconds
   * of one core. A farther percentile or more cores take longer.
   *
   * @throws IllegalStateException after the last step
   */
  public void step() {
    if (field == null) {
      field = field();
    } else if (beyondBorders != null) {
      run(field, next(beyondBorders));
    } else {
      run(field, field.race.now());
      field.race.advance();
      if (field.race.isDone()) {
        beyondBorders = new ArrayDeque<>(field.choice.beyondBorders(field.outcomes));
      }
    }
  }

  private static SimulationRun next(ArrayDeque<SimulationRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalStateException("the judge has nothing left to do");
    }
    return runs.remove();
  }

  private Field field() {
    Candidates candidates = Candidates.of(setting);
    Candidates simulated = scale.isOne() ? candidates : Candidates.of(scaled);
    var outcomes = new Outcomes(levels.size(), candidates.all().size());
    double decisions =
        asked.percentileMs(HARM_PERCENTILE, 1) / scaled.profile().percentileMs(HARM_PERCENTILE, 1);
    var objective = new Objective(outcomes, scaled.goal(), decisions);
    int[] present = present(candidates);
    return new Field(
        candidates,
        simulated,
        outcomes,
        objective,
        new SuccessiveHalving(
            levels, rounds, outcomes, objective, present, !setting.effort().isWhole()),
        new MapChoice(
            levels, objective, candidates.all().size(), present, PolicyMap.HALF_BAND * share));
  }

  /** Returns the candidate of the present map for each load level, or the baseline. */
  private int[] present(Candidates candidates) {
    List<String> names = candidates.all().stream().map(Candidate::name).toList();
    return levels.stream()
        .mapToInt(level ->
            setting
                .present()
                .map(map -> map.entries().get(map.place(level.utilisation())))
                .map(entry -> names.indexOf(entry.candidate().name()))
                .map(place -> Math.max(place, BASELINE))
                .orElse(BASELINE))
        .toArray();
  }

  private void run(Field field, SimulationRun run) {
    Candidate candidate = field.simulated.all().get(run.candidate());
    Block block = block(run);
    var service =
        new Simulation(run.candidate() == BASELINE ? scaled.profile() : asked, scaled.machine())
            .watchedBy((nowNanos, state) -> mayRest.run());
    if (setting.predictions().isPresent()) {
      service = service.predictedBy(predictor(setting.predictions().get(), block.seed()));
    }
    if (run.candidate() != BASELINE) {
      service =
          service.givingUpBeyond(MOST_RUNNING + MOST_RUNNING_PER_CORE * setting.machine().cores());
    }
    field.outcomes.add(
        run.level(),
        run.candidate(),
        Figures.of(
            service.run(candidate.policy(), block.trace()),
            block.warmUp(),
            setting.goal().percentile()));
  }

  /** Returns a predictor with the service's true error and its stated error. */
  private static Predictor predictor(PredictionError error, long seed) {
    Predictor noisy = Predictor.noisy(error.logError(), seed);
    return (index, demandNanos) -> {
      Prediction said = noisy.prediction(index, demandNanos);
      double stated =
          error.logError() == 0
              ? error.statedLogError()
              : said.logError() / error.logError() * error.statedLogError();
      return new Prediction(said.knownNanos(), stated);
    };
  }

  private Block block(SimulationRun run) {
    if (block == null || blockLevel != run.level() || blockNumber != run.block()) {
      block = Block.draw(scaled, levels.get(run.level()), run.block());
      blockLevel = run.level();
      blockNumber = run.block();
    }
    return block;
  }

  /** Returns the share of the greatest possible work that is done, 0 to 1. */
  public double doneShare() {
    return field == null ? 0 : field.race.doneShare();
  }

  /** Does all remaining steps and returns the choice. */
  public PolicyMap judge() {
    while (!isDone()) {
      step();
    }
    return map();
  }

  /**
   * Returns the choice.
   *
   * @throws IllegalStateException before the last step
   */
  public PolicyMap map() {
    Field done = done();
    return done.choice.map(
        done.candidates,
        new ChoiceWording(levels, done.candidates, done.outcomes, done.objective, setting.goal()));
  }

  /**
   * Returns the results of all candidates but the baseline, by load and then in order of the
   * candidates.
   *
   * @throws IllegalStateException before the last step
   */
  public List<Finding> findings() {
    Field done = done();
    int[] serving = done.choice.byLevel();
    var findings = new ArrayList<Finding>();
    for (int level = 0; level < levels.size(); level++) {
      for (int candidate = 1; candidate < done.candidates.all().size(); candidate++) {
        findings.add(
            new Finding(
                levels.get(level).utilisation(),
                done.candidates.all().get(candidate).name(),
                done.outcomes.ratio(Figure.MEAN, level, candidate).ratio(),
                done.outcomes.ratio(Figure.P95, level, candidate).ratio(),
                done.outcomes.ratio(Figure.TAIL, level, candidate).ratio(),
                StrictMath.exp(done.outcomes.absolute(Figure.TAIL, level, candidate).mean())
                    / scale.factor(),
                standing(done, level, candidate, serving[level] == candidate)));
      }
    }
    return findings;
  }

  private static Finding.Standing standing(Field done, int level, int candidate, boolean serves) {
    if (serves) {
      return Finding.Standing.CHOSEN;
    }
    if (done.outcomes.blocks(level, candidate) < done.outcomes.blocks(level, BASELINE)) {
      return done.outcomes.isHopeless(level, candidate)
          ? Finding.Standing.NOT_SHOWN_HARMLESS
          : Finding.Standing.GIVEN_UP;
    }
    if (!done.objective.isHarmless(level, candidate)) {
      return Finding.Standing.NOT_SHOWN_HARMLESS;
    }
    return done.objective.isBetter(level, candidate)
        ? Finding.Standing.GOOD
        : Finding.Standing.NOT_CLEARLY_BETTER;
  }

  /**
   * Returns the candidates.
   *
   * @throws IllegalStateException before the last step
   */
  public Candidates candidates() {
    return done().candidates;
  }

  private Field done() {
    if (field == null || !isDone()) {
      throw new IllegalStateException("the judge has not finished");
    }
    return field;
  }

  /**
   * Adds the engine's own cost to a profile: the decision of a policy at chunk borders, and the
   * switch to another request there. The baseline needs no decision at most borders. Profiles lack
   * this cost, since they are measured with one request at a time. On busy cores a small cost
   * already makes requests wait.
   *
   * <p>Measured on two cores, with 29 chunks of a search, beyond the CPU time with one thread each:
   * 17 to 31 microseconds for searches of a third of a millisecond, 110 to 220 for searches of
   * four.
   */
  static final class DecisionCost {
    private static final double LEAST_MS = 0.025;
    private static final double SHARE = 0.03;
    private static final double MOST_EXTRA_MS = 0.15;

    private DecisionCost() {}

    /** Returns the profile with this cost added to each request. */
    static Profile added(Profile profile) {
      return Scale.mapped(profile, ms -> ms + LEAST_MS + Math.min(SHARE * ms, MOST_EXTRA_MS));
    }
  }

  /**
   * Result of a judge for a candidate at one load.
   *
   * @param utilisation the load, as in {@link PolicyMap}
   * @param candidate name of the candidate
   * @param mean mean latency, relative to the baseline
   * @param p95 95th percentile, relative to the baseline
   * @param tail the goal's percentile, relative to the baseline
   * @param tailMs the goal's percentile in milliseconds, mean over all simulated blocks
   * @param standing conclusion from these figures
   */
  public record Finding(
      double utilisation,
      String candidate,
      RatioInterval mean,
      RatioInterval p95,
      RatioInterval tail,
      double tailMs,
      Standing standing) {
    /** Conclusion at this load. */
    public enum Standing {
      /** The candidate serves at this load. */
      CHOSEN,
      /** Better than the baseline and harmless, but not chosen. */
      GOOD,
      /** Harmless, but not clearly better than the baseline. */
      NOT_CLEARLY_BETTER,
      /** Not shown to be harmless. */
      NOT_SHOWN_HARMLESS,
      /** Dropped early, because others were better. */
      GIVEN_UP
    }
  }
}
