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
 * One stand-in workflow of a fit: its graph, the times and costs of its stages, and their drift on
 * another day. Times are drawn on request.
 *
 * <p>Costs follow the Kwiken paper (section 5.1): the mean latency, times the servers that work
 * side by side; a tenth of the stages asks thousands of servers (section 1). As in the paper, a
 * copy of a stage is a copy of the whole stage, so in the graph it has one responder.
 */
public final class KwikenWorkflow implements KwikenCase {
  /** The name of the variant whose copies are slow where first attempts are. */
  public static final String RELATED_COPIES = "SumVar, related copies";

  /** The name of the variant whose stages are slow together. */
  public static final String RELATED_STAGES = "SumVar, related stages";

  /** Number of the paper's workflows. */
  public static final int COUNT = 45;

  /** Share of the stages that ask thousands of servers. */
  private static final double MANY_SERVERS = 0.1;

  private static final double FEWEST_OF_MANY = 1_000;
  private static final double MOST_SERVERS = 10_000;
  private static final double FEWEST_OF_FEW = 2;
  private static final double MOST_OF_FEW = 100;

  /** The share of pairs of stages that are slow together: 0.3 of the stages make 9 % of pairs. */
  private static final double ON_ONE_SERVER = 0.3;

  /** Correlation of their normals, which makes that of latencies exceed 0.5 in most forms. */
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

  /** Distance of measurements' seeds, greater than that of workflows' seeds. */
  private static final long MEASUREMENTS = 1_000_000_000;

  /** A stage: times of its calls, number of its servers, and drift on another day. */
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
   * Draws the i-th of several workflows, from the smallest to the greatest.
   *
   * @param samples times of each stage, of both days
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
   * Correlation of copies as the paper measured it: below 0.1 in 90 % of the stages, above 0.5 in 1
   * %.
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

  /** The same stages on another day of the same distributions: only the times differ. */
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

  /** Cost as operators estimated it: from few calls of the training days. */
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

  /** The test day with copies that are slow where first attempts are. */
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

  /** The test day with stages that run on the same server and are slow together. */
  private Workflow testWithRelatedStages() {
    int stages = laws.size();
    int together = (int) Math.round(ON_ONE_SERVER * stages + 0.5);
    double[][] traces = new double[samples][stages];
    var shared = KwikenRandom.of(seed, TRACES, stages);
    for (int i = 0; i < samples; i++) {
      double server = shared.normal();
      for (int stage = 0; stage < stages; stage++) {
        Law law = laws.get(stage);
        // The choice of stages does not matter, but neighbours are the most likely.
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
