package org.curtail.workflow.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.visit.StageRandom;

/**
 * Generates workflows. Generated stages have log-normal or bimodal times; some stages cost far more
 * than others. The same seed gives the same bits on every machine. Immutable.
 *
 * <p>Medians are uniform from 1 to 20 ms. Log-normal times are at most 50 medians, as with a
 * time-out. Nine of ten times of a bimodal stage are near the median; the tenth is 5 to 20 times as
 * long.
 *
 * @param stages number of stages: at least 1
 * @param graph shape
 * @param samples times per stage: at least 1
 * @param leastSigma least sigma of the logarithm of a stage's times: at least 0
 * @param mostSigma greatest sigma: at least {@code leastSigma}; the sigma of each stage is uniform
 *     in this range
 * @param bimodalShare share of bimodal stages: 0 to 1, rounded to whole stages
 * @param costlyShare share of stages that cost 10 to 100 times as much as others: 0 to 1, rounded
 *     to whole stages
 * @param coupling correlation of the normal numbers from which the times of original call and copy
 *     follow: 0 to 1, exclusive; above 0, stages have pairs
 */
public record WorkflowGenerator(
    int stages,
    WorkflowGraph graph,
    int samples,
    double leastSigma,
    double mostSigma,
    double bimodalShare,
    double costlyShare,
    double coupling) {
  /** Ten stages: sigma 0.3 to 1.5, 30 % of the stages costly. */
  public static final WorkflowGenerator TEN =
      new WorkflowGenerator(10, WorkflowGraph.TEN, 10_000, 0.3, 1.5, 0, 0.3, 0);

  private static final double LEAST_MEDIAN_MS = 1;
  private static final double MOST_MEDIAN_MS = 20;

  /** Places of the random numbers of one stage. */
  private static final int MEDIAN = 0;

  private static final int SIGMA = 1;
  private static final int BIMODAL = 2;
  private static final int SLOW_FACTOR = 3;
  private static final int COSTLY = 4;
  private static final int COST = 5;

  public WorkflowGenerator {
    requireAtLeastOne("stages", stages);
    requireAtLeastOne("samples", samples);
    if (!(leastSigma >= 0 && leastSigma <= mostSigma && mostSigma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "sigma must go from at least 0 to a finite number: %s to %s"
              .formatted(leastSigma, mostSigma));
    }
    requireShare("bimodalShare", bimodalShare);
    requireShare("costlyShare", costlyShare);
    if (!(coupling >= 0 && coupling < 1)) {
      throw new IllegalArgumentException("coupling must be from 0 to 1, exclusive: " + coupling);
    }
  }

  private static void requireAtLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1: " + value);
    }
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1: " + share);
    }
  }

  /** Returns this generator with another share of bimodal stages. */
  public WorkflowGenerator withBimodal(double share) {
    return new WorkflowGenerator(
        stages, graph, samples, leastSigma, mostSigma, share, costlyShare, coupling);
  }

  /** Returns this generator with another number of times per stage. */
  public WorkflowGenerator withSamples(int perStage) {
    return new WorkflowGenerator(
        stages, graph, perStage, leastSigma, mostSigma, bimodalShare, costlyShare, coupling);
  }

  /** Returns this generator with another range of sigma. */
  public WorkflowGenerator withSigma(double least, double most) {
    return new WorkflowGenerator(
        stages, graph, samples, least, most, bimodalShare, costlyShare, coupling);
  }

  /**
   * Generates a workflow.
   *
   * @param seed seed of everything
   */
  public Workflow generate(long seed) {
    return generate(seed, seed);
  }

  /**
   * Generates a workflow with a seed of its own for the samples. {@code seed} determines name,
   * graph, costs and distributions, {@code sampleSeed} the samples. A plan can thus be tested on
   * new samples.
   */
  public Workflow generate(long seed, long sampleSeed) {
    List<Integer> bimodal = chosen(seed, bimodalShare, BIMODAL);
    List<Integer> costly = chosen(seed, costlyShare, COSTLY);
    List<List<Integer>> after = graph.edges(stages, seed);
    var made = new ArrayList<Stage>();
    for (int s = 0; s < stages; s++) {
      StageRandom own = law(seed, s);
      var law =
          new StageLaw(
              own.between(LEAST_MEDIAN_MS, MOST_MEDIAN_MS, MEDIAN),
              own.between(leastSigma, mostSigma, SIGMA),
              bimodal.contains(s) ? own.between(5, 20, SLOW_FACTOR) : 1);
      double cost = costly.contains(s) ? own.between(10, 100, COST) : 1;
      List<String> before = after.get(s).stream().map(WorkflowGraph::name).toList();
      made.add(
          Stage.of(
              WorkflowGraph.name(s), before, cost, law.times(samples, coupling, sampleSeed, s)));
    }
    return Workflow.of("generated-" + seed, made);
  }

  private static StageRandom law(long seed, int stage) {
    return new StageRandom(seed, stage, StageRandom.Purpose.LAW);
  }

  /** Draws this share of the stages. */
  private List<Integer> chosen(long seed, double share, int lot) {
    return IntStream.range(0, stages)
        .boxed()
        .sorted(Comparator.comparingDouble(stage -> law(seed, stage).unit(lot, 0)))
        .limit(Math.round(share * stages))
        .toList();
  }

  /** The shapes that a {@link WorkflowGenerator} gives to workflows. */
  public enum WorkflowGraph {
    /** Each stage comes after the previous one. */
    SERIAL,

    /** The first stage, then all others in parallel, then the last stage. */
    PARALLEL,

    /**
     * Groups of one to four stages, one group after the other. Each stage has at least one
     * predecessor in the previous group and one successor in the next group.
     */
    LAYERED,

    /**
     * Ten stages, 0 -&gt; {1 -&gt; 2, 3, 4 -&gt; 5} -&gt; 6 -&gt; {7, 8} -&gt; 9. For more stages,
     * this shape is repeated; the last repetition may be incomplete.
     */
    TEN;

    private static final int MOST_OF_LAYER = 4;

    /**
     * Predecessors of each of the ten stages. The first of a repetition follows the last of the
     * previous one.
     */
    private static final List<List<Integer>> BEFORE_TEN =
        List.of(
            List.of(),
            List.of(0),
            List.of(1),
            List.of(0),
            List.of(0),
            List.of(4),
            List.of(2, 3, 5),
            List.of(6),
            List.of(6),
            List.of(7, 8));

    /** Returns the name of a generated stage. */
    static String name(int stage) {
      return "s" + stage;
    }

    /**
     * Returns the predecessors of each stage.
     *
     * @param seed seed of {@link #LAYERED}; the other shapes are fixed
     */
    List<List<Integer>> edges(int stages, long seed) {
      var after = new ArrayList<List<Integer>>();
      for (int s = 0; s < stages && this != LAYERED; s++) {
        after.add(
            switch (this) {
              case SERIAL -> s == 0 ? List.of() : List.of(s - 1);
              case PARALLEL -> parallel(s, stages);
              case TEN -> ten(s);
              case LAYERED -> throw new AssertionError("made layer by layer");
            });
      }
      return this == LAYERED ? layers(stages, seed) : after;
    }

    private static List<Integer> parallel(int stage, int stages) {
      if (stage == 0) {
        return List.of();
      }
      if (stage < stages - 1 || stage == 1) {
        return List.of(0);
      }
      var middle = new ArrayList<Integer>();
      for (int s = 1; s < stage; s++) {
        middle.add(s);
      }
      return middle;
    }

    private static List<Integer> ten(int stage) {
      int first = stage / BEFORE_TEN.size() * BEFORE_TEN.size();
      if (stage == first) {
        return stage == 0 ? List.of() : List.of(stage - 1);
      }
      return BEFORE_TEN.get(stage - first).stream().map(before -> first + before).toList();
    }

    private static List<List<Integer>> layers(int stages, long seed) {
      var after = new ArrayList<List<Integer>>();
      int from = 0;
      int to = 0;
      while (to < stages) {
        var chance = new StageRandom(seed, to, StageRandom.Purpose.GRAPH);
        int size = Math.min(stages - to, 1 + chance.below(MOST_OF_LAYER, 0, 0));
        after.addAll(layer(from, to, size, chance));
        from = to;
        to += size;
      }
      return after;
    }

    /**
     * Returns the predecessors of {@code size} stages, which begin at index {@code to}. The
     * previous group begins at index {@code from}.
     */
    private static List<List<Integer>> layer(int from, int to, int size, StageRandom chance) {
      int before = to - from;
      var sets = new ArrayList<TreeSet<Integer>>();
      for (int s = 0; s < size; s++) {
        var set = new TreeSet<Integer>();
        if (before > 0) {
          set.add(from + chance.below(before, 1, s));
        }
        for (int b = 0; b < before; b++) {
          if (chance.unit(2 + b, s) < 0.5) {
            set.add(from + b);
          }
        }
        sets.add(set);
      }
      for (int b = 0; b < before; b++) {
        int earlier = from + b;
        if (sets.stream().noneMatch(set -> set.contains(earlier))) {
          sets.get(chance.below(size, 2 + MOST_OF_LAYER + b, 0)).add(earlier);
        }
      }
      return sets.stream().<List<Integer>>map(ArrayList::new).toList();
    }
  }

  /**
   * The distribution of a generated stage's times: log-normal, or bimodal with a slow tenth.
   *
   * @param medianMillis median of all times, or of the fast mode: above 0
   * @param sigma standard deviation of the logarithm: at least 0; unused by bimodal times
   * @param slowFactor factor of the slow tenth; 1 if the times are log-normal
   */
  private record StageLaw(double medianMillis, double sigma, double slowFactor) {
    /** Greatest time, as a multiple of the median. */
    private static final double MOST_MEDIANS = 50;

    /** Normal quantile that a tenth exceeds. */
    private static final double UPPER_TENTH = 1.2815515655446004;

    /** Standard deviation of the logarithm of bimodal times, within each mode. */
    private static final double WITHIN_MODE = 0.1;

    /**
     * Draws times of a stage.
     *
     * @param stage index of the stage
     * @param coupling correlation of original call and copy, as in {@link WorkflowGenerator}; pairs
     *     if above 0
     */
    StageTimes times(int samples, double coupling, long sampleSeed, int stage) {
      var firsts = new StageRandom(sampleSeed, stage, StageRandom.Purpose.SAMPLE);
      var seconds = new StageRandom(sampleSeed, stage, StageRandom.Purpose.SECOND_SAMPLE);
      var noise = new StageRandom(sampleSeed, stage, StageRandom.Purpose.NOISE);
      var secondNoise = new StageRandom(sampleSeed, stage, StageRandom.Purpose.SECOND_NOISE);
      double rest = Math.sqrt(1 - coupling * coupling);
      double[] firstMillis = new double[samples];
      double[] secondMillis = new double[samples];
      for (int i = 0; i < samples; i++) {
        double common = firsts.normal(i);
        firstMillis[i] = millis(common, noise, i);
        if (coupling > 0) {
          secondMillis[i] = millis(coupling * common + rest * seconds.normal(i), secondNoise, i);
        }
      }
      return coupling > 0
          ? StageTimes.paired(firstMillis, secondMillis)
          : StageTimes.independent(firstMillis);
    }

    private double millis(double normal, StageRandom noise, int place) {
      if (slowFactor == 1) {
        return medianMillis * Math.min(MOST_MEDIANS, StrictMath.exp(sigma * normal));
      }
      double mode = normal > UPPER_TENTH ? slowFactor : 1;
      return medianMillis * mode * StrictMath.exp(WITHIN_MODE * noise.normal(place));
    }
  }
}
