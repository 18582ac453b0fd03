package org.curtail.automatic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.automatic.Figures.Figure;
import org.curtail.automatic.Finding.Standing;
import org.curtail.automatic.Race.Heat;
import org.curtail.automatic.Race.Round;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.jspecify.annotations.Nullable;

/**
 * Simulates candidates on a profile and chooses, a piece of work at a time.
 *
 * <p>At each of a few loads all candidates serve the same requests, arriving at the same times; the
 * worse are given up early. A candidate is chosen at a load only if it is shown that neither its
 * mean nor its 95th percentile is more than 3 % above those of the safe one, and that it is clearly
 * better: in the goal's percentile, or in mean and 95th percentile while the goal's is better by
 * estimate and shown to be at most 3 % above. What is shown is so by an interval of 99 %. Of
 * candidates that are equally good the simplest is chosen, and the map has as few entries as
 * possible. Arrivals are Poisson's.
 *
 * <p>Not thread-safe. What it answers depends on its setting alone, not on when its pieces are
 * done.
 */
public final class Judge {
  /** A run with more requests under way, for each core and besides, does not keep up. */
  private static final int MOST_RUNNING_PER_CORE = 100;

  private static final int MOST_RUNNING = 1000;
  private static final int SAFE = 0;
  private static final int REHEARSED_DEGREES = 4;
  private static final int REHEARSED_DEMANDS = 50;
  private static final int REHEARSED_REQUESTS = 200;
  private static final double REHEARSED_LOAD = 0.8;

  private final JudgeSetting setting;

  /** Called very often in the middle of the work. */
  private final Runnable mayRest;

  /** In which unit of time all is simulated. */
  private final Scale scale;

  /** The setting in that unit. */
  private final JudgeSetting scaled;

  /** The profile in that unit, as an engine serves it by any policy but the safe one. */
  private final Profile asked;

  /** Of the cores: less than 1 if fewer threads are allowed than there are cores. */
  private final double share;

  private final List<Level> levels;
  private final List<Round> rounds;
  private @Nullable Field field;

  /** What is to be simulated when the race is done; null before. */
  private @Nullable ArrayDeque<Heat> beyondBorders;

  /** The block of the last simulation, which most others share. */
  private @Nullable Block block;

  private int blockLevel;
  private int blockNumber;

  /** All who run, and how they do. */
  private record Field(
      Candidates candidates,
      Candidates simulated,
      Outcomes outcomes,
      Objective objective,
      Race race,
      MapChoice choice) {}

  /** Has not begun. */
  public Judge(JudgeSetting setting) {
    this(setting, () -> {});
  }

  /** As {@link PlanTask#judge(Runnable)}. */
  Judge(JudgeSetting setting, Runnable mayRest) {
    this(setting, mayRest, Level.ALL, setting.effort().rounds());
  }

  /** With fewer loads and shorter rounds, for tests. */
  Judge(JudgeSetting setting, List<Level> levels, List<Round> rounds) {
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
    asked = scale.profile(Asking.added(setting.profile()));
  }

  private static double usableShare(JudgeSetting setting) {
    int cores = setting.machine().cores();
    return (double) Math.min(cores, setting.goal().threads().orElse(cores)) / cores;
  }

  /**
   * Simulates some requests by each candidate, and forgets what came of it. The engine and the
   * simulator share the code that hands out threads. The JVM compiles that code for those whom it
   * has seen to use it; if the simulator came later, it would compile it again, which takes seconds
   * of a core, while the service is busy.
   *
   * @param mayStop called often; may throw to stop it
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

  /** Whether there is nothing left to do. */
  public boolean isDone() {
    return beyondBorders != null && beyondBorders.isEmpty();
  }

  /**
   * Does the next piece: some tens of milliseconds of one core for a 99th percentile and sixteen
   * cores, rather more for a farther percentile and more cores.
   *
   * @throws IllegalStateException if there is nothing left to do
   */
  public void step() {
    if (field == null) {
      field = field();
    } else if (beyondBorders != null) {
      run(field, next(beyondBorders));
    } else {
      run(field, field.race.now());
      field.race.pass();
      if (field.race.isDone()) {
        beyondBorders = new ArrayDeque<>(field.choice.beyondBorders(field.outcomes));
      }
    }
  }

  private static Heat next(ArrayDeque<Heat> heats) {
    if (heats.isEmpty()) {
      throw new IllegalStateException("the judge has nothing left to do");
    }
    return heats.remove();
  }

  private Field field() {
    Candidates candidates = Candidates.of(setting);
    Candidates simulated = scale.isOne() ? candidates : Candidates.of(scaled);
    var outcomes = new Outcomes(levels.size(), candidates.all().size());
    var objective = new Objective(outcomes, scaled.goal());
    int[] present = present(candidates);
    return new Field(
        candidates,
        simulated,
        outcomes,
        objective,
        new Race(levels, rounds, outcomes, objective, present, !setting.effort().isWhole()),
        new MapChoice(
            levels, objective, candidates.all().size(), present, PolicyMap.HALF_BAND * share));
  }

  /** Who serves at each level at present; the safe one where nobody does who could be chosen. */
  private int[] present(Candidates candidates) {
    List<String> names = candidates.all().stream().map(Candidate::name).toList();
    return levels.stream()
        .mapToInt(level ->
            setting
                .present()
                .map(map -> map.entries().get(map.place(level.utilisation())))
                .map(entry -> names.indexOf(entry.candidate().name()))
                .map(place -> Math.max(place, SAFE))
                .orElse(SAFE))
        .toArray();
  }

  private void run(Field field, Heat heat) {
    Candidate candidate = field.simulated.all().get(heat.candidate());
    Block block = block(heat);
    var service =
        new Simulation(heat.candidate() == SAFE ? scaled.profile() : asked, scaled.machine())
            .watchedBy((nowNanos, state) -> mayRest.run());
    if (setting.predictions().isPresent()) {
      service = service.predictedBy(predictor(setting.predictions().get(), block.seed()));
    }
    if (heat.candidate() != SAFE) {
      service =
          service.givingUpBeyond(MOST_RUNNING + MOST_RUNNING_PER_CORE * setting.machine().cores());
    }
    field.outcomes.add(
        heat.level(),
        heat.candidate(),
        Figures.of(
            service.run(candidate.policy(), block.trace()),
            block.warmUp(),
            setting.goal().percentile()));
  }

  /** As far off as those of the service, and as sure of itself. */
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

  private Block block(Heat heat) {
    if (block == null || blockLevel != heat.level() || blockNumber != heat.block()) {
      block = Block.draw(scaled, levels.get(heat.level()), heat.block());
      blockLevel = heat.level();
      blockNumber = heat.block();
    }
    return block;
  }

  /** How much is done of the most that there may be to do, 0 to 1. */
  public double doneShare() {
    return field == null ? 0 : field.race.doneShare();
  }

  /** Does all that is left. */
  public PolicyMap judge() {
    while (!isDone()) {
      step();
    }
    return map();
  }

  /**
   * What was chosen.
   *
   * @throws IllegalStateException if there is something left to do
   */
  public PolicyMap map() {
    Field done = done();
    return done.choice.map(
        done.candidates,
        new ChoiceWording(levels, done.candidates, done.outcomes, done.objective, setting.goal()));
  }

  /**
   * What was found of all candidates but the safe one, by load and then in order of the candidates.
   *
   * @throws IllegalStateException if there is something left to do
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

  private static Standing standing(Field done, int level, int candidate, boolean serves) {
    if (serves) {
      return Standing.CHOSEN;
    }
    if (done.outcomes.blocks(level, candidate) < done.outcomes.blocks(level, SAFE)) {
      return done.outcomes.isHopeless(level, candidate)
          ? Standing.NOT_SHOWN_HARMLESS
          : Standing.GIVEN_UP;
    }
    if (!done.objective.isHarmless(level, candidate)) {
      return Standing.NOT_SHOWN_HARMLESS;
    }
    return done.objective.isBetter(level, candidate) ? Standing.GOOD : Standing.NOT_CLEARLY_BETTER;
  }

  /**
   * Who could be chosen.
   *
   * @throws IllegalStateException if there is something left to do
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
}
