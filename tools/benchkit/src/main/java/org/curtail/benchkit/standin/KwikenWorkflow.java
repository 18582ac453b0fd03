package org.curtail.benchkit.standin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;

/**
 * A stand-in workflow of a fit: its graph, the times and costs of its stages, and their drift on
 * another day. Times are drawn on request.
 *
 * <p>The cost of a stage is its mean latency times its number of servers (Kwiken, section 5.1); a
 * tenth of the stages has thousands of servers (section 1). As in the paper, a copy is a copy of
 * the whole stage, so a stage has one responder in the graph.
 */
public final class KwikenWorkflow implements KwikenCase {
  /** Name of the variant with copies that are slow together with originals. */
  public static final String RELATED_COPIES = "SumVar, related copies";

  /** Name of the variant with stages that are slow together. */
  public static final String RELATED_STAGES = "SumVar, related stages";

  /** Number of the paper's workflows. */
  public static final int COUNT = 45;

  /** Share of stages with thousands of servers. */
  private static final double MANY_SERVERS = 0.1;

  private static final double FEWEST_OF_MANY = 1_000;
  private static final double MOST_SERVERS = 10_000;
  private static final double FEWEST_OF_FEW = 2;
  private static final double MOST_OF_FEW = 100;

  /**
   * Share of stages on the same server: 0.3 of the stages give 9 % of pairs that are slow together.
   */
  private static final double ON_ONE_SERVER = 0.3;

  /**
   * Correlation of the normal numbers of these stages; that of latencies then exceeds 0.5 for most
   * forms.
   */
  private static final double TOGETHER = 0.8;

  private static final int COST_SAMPLES = 500;

  /** Seeds of independent sequences, by purpose. */
  private static final long SHAPE = 1;

  private static final long LAWS = 2;
  private static final long TRAINING = 3;
  private static final long TEST = 4;
  private static final long COPIES = 5;
  private static final long TRACES = 6;
  private static final long MEASURED = 7;

  /** Distance between seeds of measurements, greater than that between seeds of workflows. */
  private static final long MEASUREMENTS = 1_000_000_000;

  /**
   * The properties of a stage: times of calls, number of servers, drift on another day, and
   * correlation of copies.
   */
  private record Law(KwikenTimes times, double servers, double drift, double copyCorrelation) {}

  private final String name;
  private final KwikenShape shape;
  private final List<Law> laws;
  private final long seed;
  private final int samples;

  private KwikenWorkflow(String name, KwikenShape shape, List<Law> laws, long seed, int samples) {
    this.name = name;
    this.shape = shape;
    this.laws = List.copyOf(laws);
    this.seed = seed;
    this.samples = samples;
  }

  /**
   * Draws one of several workflows, from the smallest to the greatest.
   *
   * @param samples number of times of each stage over both days
   */
  public static KwikenWorkflow draw(
      int workflow, int workflows, KwikenFit fit, long seed, int samples) {
    int stages = KwikenShape.stages(workflow, workflows);
    return ofStages(
        "workflow-" + (workflow + 1), stages, fit, seed + 1_000_000L * workflow, samples);
  }

  /** Draws a workflow with a number of stages. */
  public static KwikenWorkflow ofStages(
      String name, int stages, KwikenFit fit, long seed, int samples) {
    var shape = KwikenShape.draw(stages, KwikenRandom.of(seed, SHAPE, 0));
    var laws = new ArrayList<Law>();
    for (int stage = 0; stage < stages; stage++) {
      laws.add(law(fit, KwikenRandom.of(seed, LAWS, stage)));
    }
    return new KwikenWorkflow(name, shape, laws, seed, samples);
  }

  private static Law law(KwikenFit fit, KwikenRandom chance) {
    KwikenTimes times = KwikenTimes.draw(fit, chance);
    double kind = chance.unit();
    double servers =
        kind < MANY_SERVERS
            ? chance.logUniform(FEWEST_OF_MANY, MOST_SERVERS)
            : kind < MANY_SERVERS + fit.fanned()
                ? chance.logUniform(FEWEST_OF_FEW, MOST_OF_FEW)
                : 1;
    double drift = StrictMath.exp(fit.drift() * chance.normal());
    return new Law(times, Math.rint(servers), drift, copyCorrelation(chance.unit()));
  }

  /**
   * Returns the correlation of copies as in the paper: below 0.1 in 90 % of the stages, above 0.5
   * in 1 %.
   */
  private static double copyCorrelation(double unit) {
    return unit < 0.9 ? 0.05 : unit < 0.99 ? 0.3 : 0.7;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int stages() {
    return laws.size();
  }

  public KwikenShape shape() {
    return shape;
  }

  @Override
  public Workflow training() {
    return workflow(stage -> StageTimes.independent(millis(TRAINING, stage, 1, samples)));
  }

  @Override
  public Workflow test() {
    return workflow(
        stage -> StageTimes.independent(millis(TEST, stage, laws.get(stage).drift(), samples)));
  }

  /** Returns the workflow with other times from the same distributions. */
  public Workflow measured(long sampleSeed) {
    return workflow(stage -> {
      var chance = KwikenRandom.of(seed + MEASUREMENTS * sampleSeed, MEASURED, stage);
      return StageTimes.independent(millis(chance, stage, 1, samples));
    });
  }

  /** Source of a stage's times. */
  private interface Times {
    StageTimes of(int stage);
  }

  private Workflow workflow(Times times) {
    var stages = new ArrayList<Stage>();
    for (int stage = 0; stage < laws.size(); stage++) {
      List<String> after =
          shape.before().get(stage).stream().map(KwikenWorkflow::stageName).toList();
      stages.add(Stage.of(stageName(stage), after, cost(stage), times.of(stage)));
    }
    return Workflow.of(name, stages);
  }

  public static String stageName(int stage) {
    return "s" + (stage + 1);
  }

  /** Returns the cost of a stage, estimated from a few calls of the training days. */
  private double cost(int stage) {
    double mean = Arrays.stream(millis(TRAINING, stage, 1, COST_SAMPLES)).average().orElseThrow();
    return mean * laws.get(stage).servers();
  }

  private double[] millis(long purpose, int stage, double factor, int count) {
    return millis(KwikenRandom.of(seed, purpose, stage), stage, factor, count);
  }

  private double[] millis(KwikenRandom chance, int stage, double factor, int count) {
    double[] millis = new double[count];
    for (int i = 0; i < count; i++) {
      millis[i] = factor * laws.get(stage).times().millis(chance.normal(), chance);
    }
    return millis;
  }

  @Override
  public Map<String, Workflow> variants() {
    return Map.of(RELATED_COPIES, testWithRelatedCopies(), RELATED_STAGES, testWithRelatedStages());
  }

  /** Returns the test day with copies that are slow together with originals. */
  private Workflow testWithRelatedCopies() {
    return workflow(stage -> {
      Law law = laws.get(stage);
      var chance = KwikenRandom.of(seed, COPIES, stage);
      double[] first = new double[samples];
      double[] second = new double[samples];
      for (int i = 0; i < samples; i++) {
        double normal = chance.normal();
        first[i] = law.drift() * law.times().millis(normal, chance);
        second[i] =
            law.drift()
                * law.times().millis(related(normal, law.copyCorrelation(), chance), chance);
      }
      return StageTimes.paired(first, second);
    });
  }

  private static double related(double normal, double correlation, KwikenRandom chance) {
    return correlation * normal + StrictMath.sqrt(1 - correlation * correlation) * chance.normal();
  }

  /** Returns the test day with stages that share a server and are slow together. */
  private Workflow testWithRelatedStages() {
    int stages = laws.size();
    int together = (int) Math.round(ON_ONE_SERVER * stages + 0.5);
    double[][] traces = new double[samples][stages];
    var shared = KwikenRandom.of(seed, TRACES, stages);
    for (int i = 0; i < samples; i++) {
      double server = shared.normal();
      for (int stage = 0; stage < stages; stage++) {
        Law law = laws.get(stage);
        // Takes neighbours, which most likely share a server.
        double correlation = stage < together && stages > 1 ? StrictMath.sqrt(TOGETHER) : 0;
        traces[i][stage] =
            law.drift() * law.times().millis(related(server, correlation, shared), shared);
      }
    }
    return test().with(JointTraces.of(names(stages), traces));
  }

  private static List<String> names(int stages) {
    var names = new ArrayList<String>();
    for (int stage = 0; stage < stages; stage++) {
      names.add(stageName(stage));
    }
    return names;
  }
}
