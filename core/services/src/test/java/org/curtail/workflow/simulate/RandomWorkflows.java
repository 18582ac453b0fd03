package org.curtail.workflow.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.curtail.reissue.ReissuePolicy;
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
import org.jspecify.annotations.Nullable;

/** Small random workflows and plans of every kind. Times have few values, so many are equal. */
final class RandomWorkflows {
  private RandomWorkflows() {}

  /** Stages on one level, with one responder, independent of each other. */
  static Workflow flat(RandomGenerator random) {
    var stages = new ArrayList<Stage>();
    int count = random.nextInt(1, 8);
    for (int s = 0; s < count; s++) {
      stages.add(
          Stage.of("s" + s, some(random, stages, null), random.nextDouble(0.1, 10), times(random)));
    }
    return Workflow.of("flat", stages);
  }

  /** Stages of every kind. */
  static Workflow any(RandomGenerator random) {
    var stages = new ArrayList<Stage>();
    int count = random.nextInt(1, 9);
    for (int s = 0; s < count; s++) {
      String caller = null;
      List<Stage> callers =
          stages.stream().filter(stage -> stage.responders().count() == 1).toList();
      if (!callers.isEmpty() && random.nextInt(3) == 0) {
        caller = callers.get(random.nextInt(callers.size())).name();
      }
      Stage stage =
          Stage.of("s" + s, some(random, stages, caller), random.nextDouble(0.1, 10), times(random))
              .worth(random.nextInt(3) == 0 ? random.nextDouble(0.5, 2) : 0);
      if (caller != null) {
        stage = stage.within(caller);
      }
      stages.add(random.nextInt(4) == 0 ? many(random, stage) : stage);
    }
    Workflow workflow = Workflow.of("any", stages);
    return random.nextInt(4) == 0 ? workflow.with(joint(random, workflow)) : workflow;
  }

  private static Stage many(RandomGenerator random, Stage stage) {
    int count = random.nextInt(2, 6);
    Stage many = stage.asking(new Responders(count, random.nextInt(1, count + 1)));
    if (random.nextInt(3) > 0) {
      return many;
    }
    double[][] visits = new double[random.nextInt(1, 5)][];
    for (int i = 0; i < visits.length; i++) {
      visits[i] = millis(random, count);
    }
    return many.traced(ResponderTraces.of(visits));
  }

  private static JointTraces joint(RandomGenerator random, Workflow workflow) {
    List<String> names =
        workflow.stages().stream()
            .filter(stage -> stage.responders().count() == 1 && random.nextBoolean())
            .map(Stage::name)
            .toList();
    double[][] rows = new double[random.nextInt(1, 5)][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = millis(random, names.size());
      for (int s = 0; s < names.size(); s++) {
        if (random.nextInt(5) == 0) {
          rows[i][s] = Double.NaN;
        }
      }
    }
    return JointTraces.of(names, rows);
  }

  private static List<String> some(
      RandomGenerator random, List<Stage> stages, @Nullable String caller) {
    return stages.stream()
        .filter(stage -> Objects.equals(stage.within(), caller))
        .filter(stage -> random.nextInt(3) == 0)
        .map(Stage::name)
        .toList();
  }

  private static double[] millis(RandomGenerator random, int count) {
    return random.ints(count, 0, 12).asDoubleStream().toArray();
  }

  private static StageTimes times(RandomGenerator random) {
    int size = random.nextInt(1, 8);
    return random.nextInt(3) == 0
        ? StageTimes.paired(millis(random, size), millis(random, size))
        : StageTimes.independent(millis(random, size));
  }

  static ReissuePolicy policy(RandomGenerator random) {
    return random.nextInt(4) == 0
        ? ReissuePolicy.NONE
        : ReissuePolicy.singleR(
            random.nextInt(0, 9), random.nextInt(3) == 0 ? 1 : random.nextDouble());
  }

  /** Returns a plan with copies only. */
  static WorkflowPlan reissuing(RandomGenerator random, Workflow workflow) {
    return plan(random, workflow, false, CatchUp.NONE);
  }

  /** Returns a plan with all techniques. */
  static WorkflowPlan anything(RandomGenerator random, Workflow workflow) {
    return plan(random, workflow, true, catchUp(random, workflow));
  }

  private static WorkflowPlan plan(
      RandomGenerator random, Workflow workflow, boolean partial, CatchUp catchUp) {
    var stages = new ArrayList<StagePlan>();
    for (Stage stage : workflow.stages()) {
      stages.add(
          new StagePlan(
              stage.name(),
              policy(random),
              0,
              partial && random.nextInt(3) == 0 ? partial(random) : PartialAnswer.NONE,
              0));
    }
    return new WorkflowPlan(workflow.name(), WorkflowGoal.reissue(99, 0.05), stages, catchUp);
  }

  private static PartialAnswer partial(RandomGenerator random) {
    return new PartialAnswer(
        random.nextBoolean() ? random.nextInt(1, 15) : Double.POSITIVE_INFINITY,
        random.nextBoolean() ? random.nextInt(0, 5) : Double.POSITIVE_INFINITY,
        random.nextDouble(0.1, 1));
  }

  private static CatchUp catchUp(RandomGenerator random, Workflow workflow) {
    return switch (random.nextInt(4)) {
      case 0 -> CatchUp.NONE;
      case 1 -> new CatchUp.Threads(random.nextInt(0, 12), 3, 2);
      case 2 -> new CatchUp.Priority(random.nextInt(0, 12));
      default -> {
        Map<String, ReissuePolicy> policies = new HashMap<>();
        for (Stage stage : workflow.stages()) {
          if (random.nextBoolean()) {
            policies.put(stage.name(), policy(random));
          }
        }
        yield new CatchUp.GlobalReissue(random.nextInt(0, 12), policies);
      }
    };
  }
}
