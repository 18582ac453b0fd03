package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;

/** Workflows, plans and servers of any kind, for tests that must hold for all of them. */
public final class AnyWorkflow {
  private final SplittableRandom random;

  private final double leastMillis;

  /** Allows times of 0. */
  public AnyWorkflow(long seed) {
    this(seed, 0);
  }

  /** Uses times above a limit. */
  public AnyWorkflow(long seed, double leastMillis) {
    random = new SplittableRandom(seed);
    this.leastMillis = leastMillis;
  }

  public <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  public boolean onceOf(int times) {
    return random.nextInt(times) == 0;
  }

  /** Returns up to eight stages, some nested, some with several responders, maybe traced. */
  public Workflow workflow() {
    int count = 1 + random.nextInt(8);
    var stages = new ArrayList<Stage>();
    for (int i = 0; i < count; i++) {
      stages.add(stage(i, stages));
    }
    Workflow workflow = Workflow.of("any", stages);
    return onceOf(4) ? traced(workflow) : workflow;
  }

  private Stage stage(int number, List<Stage> earlier) {
    List<Stage> callers =
        earlier.stream().filter(stage -> stage.responders().count() == 1).toList();
    String caller = callers.isEmpty() || !onceOf(3) ? null : any(callers).name();
    var after = new ArrayList<String>();
    for (Stage stage : earlier) {
      if (Objects.equals(stage.within(), caller) && onceOf(2)) {
        after.add(stage.name());
      }
    }
    Responders responders =
        onceOf(3)
            ? Responders.share(1 + random.nextInt(5), 0.3 + 0.7 * random.nextDouble())
            : Responders.ONE;
    Stage stage =
        new Stage("s" + number, after, caller, 0.5 + random.nextInt(10), times(), responders);
    if (responders.count() > 1 && onceOf(2)) {
      stage = stage.traced(visits(responders.count()));
    }
    return onceOf(3) ? stage.worth(1 + random.nextInt(3)) : stage;
  }

  private ResponderTraces visits(int responders) {
    double[][] rows = new double[20][responders];
    for (double[] row : rows) {
      Arrays.setAll(row, i -> time());
    }
    return ResponderTraces.of(rows);
  }

  private StageTimes times() {
    double[] first = new double[40];
    double[] second = new double[40];
    for (int i = 0; i < first.length; i++) {
      first[i] = time();
      second[i] = time();
    }
    return onceOf(3) ? StageTimes.paired(first, second) : StageTimes.independent(first);
  }

  /** Returns a time: many equal, some 0, some very long. */
  private double time() {
    return leastMillis
        + switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1 -> 60 + random.nextInt(3);
          case 2, 3 -> 4;
          default -> 10 * random.nextDouble();
        };
  }

  private Workflow traced(Workflow workflow) {
    List<Stage> traced =
        workflow.stages().stream()
            .filter(stage -> stage.responders().count() == 1 && onceOf(2))
            .toList();
    if (traced.isEmpty()) {
      return workflow;
    }
    double[][] rows = new double[30][traced.size()];
    for (double[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] = onceOf(5) ? Double.NaN : time();
      }
    }
    return workflow.with(JointTraces.of(traced.stream().map(Stage::name).toList(), rows));
  }

  /** Returns any plan without catch-up. */
  public WorkflowPlan plan(Workflow workflow) {
    List<StagePlan> stages =
        workflow.stages().stream()
            .map(stage ->
                new StagePlan(
                    stage.name(),
                    onceOf(3) ? ReissuePolicy.NONE : policy(),
                    0,
                    isMissed(workflow, stage) ? PartialAnswer.NONE : partial(),
                    0))
            .toList();
    return new WorkflowPlan(workflow.name(), WorkflowGoal.reissue(99, 0.5), stages, CatchUp.NONE);
  }

  /** True for a caller that some requests do not visit, though they visit its nested stages. */
  private static boolean isMissed(Workflow workflow, Stage stage) {
    JointTraces joint = workflow.joint();
    return joint != null
        && joint.stages().contains(stage.name())
        && !workflow.within(stage.name()).isEmpty();
  }

  private ReissuePolicy policy() {
    return ReissuePolicy.singleR(onceOf(4) ? 4 : 12 * random.nextDouble(), random.nextDouble());
  }

  private PartialAnswer partial() {
    return onceOf(3)
        ? new PartialAnswer(
            onceOf(2) ? Double.POSITIVE_INFINITY : 1 + 40 * random.nextDouble(),
            onceOf(2) ? Double.POSITIVE_INFINITY : 10 * random.nextDouble(),
            0.2 + 0.8 * random.nextDouble())
        : PartialAnswer.NONE;
  }

  /** Returns any catch-up; by priority too, if there are queues. */
  public CatchUp catchUp(Workflow workflow, boolean queues) {
    double after = onceOf(5) ? 0 : 40 * random.nextDouble();
    return switch (random.nextInt(queues ? 4 : 3)) {
      case 0 -> CatchUp.NONE;
      case 1 -> new CatchUp.Threads(after, 2 + random.nextInt(3), 1 + random.nextDouble());
      case 2 -> {
        Map<String, ReissuePolicy> policies = new HashMap<>();
        for (Stage stage : workflow.stages()) {
          if (onceOf(2)) {
            policies.put(stage.name(), policy());
          }
        }
        yield new CatchUp.GlobalReissue(after, policies);
      }
      default -> new CatchUp.Priority(after);
    };
  }

  public WorkflowPlan catchingUp(WorkflowPlan plan, CatchUp catchUp) {
    return new WorkflowPlan(plan.workflow(), plan.goal(), plan.stages(), catchUp);
  }

  /** Returns servers with queues, of any kind. */
  public WorkflowLoad load(Workflow workflow) {
    List<StageServers> servers =
        workflow.stages().stream()
            .map(stage -> new StageServers(1 + random.nextInt(3), 1 + random.nextInt(3)))
            .toList();
    return WorkflowLoad.of(workflow, servers)
        .choosing(
            any(
                List.of(
                    ReplicaChoice.RANDOM,
                    ReplicaChoice.ROUND_ROBIN,
                    ReplicaChoice.TWO_CHOICES,
                    ReplicaChoice.SHORTEST_QUEUE)))
        .cancelling(
            any(
                List.of(
                    Cancellation.NONE,
                    Cancellation.AT_ONCE,
                    new Cancellation.WhenAnswered(0.5, 1),
                    new Cancellation.WhenAnswered(2, 0))));
  }

  /** Returns the load, maybe with servers that stages of equally many responders share. */
  WorkflowLoad maybeSharing(WorkflowLoad load) {
    if (onceOf(2)) {
      return load;
    }
    List<Stage> stages = load.workflow().stages();
    Stage first = any(stages);
    StageServers common = load.servers().get(stages.indexOf(first));
    var servers = new ArrayList<>(load.servers());
    var shared = new HashSet<String>();
    for (int i = 0; i < servers.size(); i++) {
      if (stages.get(i).responders().count() == first.responders().count()) {
        servers.set(i, common);
        shared.add(stages.get(i).name());
      }
    }
    return WorkflowLoad.of(load.workflow(), servers)
        .choosing(load.choice())
        .cancelling(load.cancellation())
        .sharing(List.of(shared));
  }

  /** Returns a utilisation that servers carry without copies. */
  public double utilisation() {
    return 0.1 + 0.8 * random.nextDouble();
  }
}
