package org.curtail.workflow.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.PriorityClass;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpRule;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoadResult.CatchUpUse;
import org.junit.jupiter.api.Test;

class CatchUpRuleTest {
  @Test
  void theRuleIsAPureFunctionOfTimeAndOfWhatIsSpent() {
    var rule = new CatchUpRule(20, 0.05);
    assertThat(rule.isLate(19.9)).isFalse();
    assertThat(rule.isLate(20)).isTrue();
    assertThat(rule.catchesUp(25, 0.049)).isTrue();
    assertThat(rule.catchesUp(25, 0.05)).isFalse();
    assertThat(rule.importance(25, 0)).isEqualTo(PriorityClass.URGENT);
    assertThat(rule.importance(15, 0)).isEqualTo(PriorityClass.NORMAL);
    assertThat(rule.importance(25, 0.06)).isEqualTo(PriorityClass.NORMAL);
    assertThat(CatchUpRule.of(CatchUp.NONE, 1).isLate(1e12)).isFalse();
    assertThat(CatchUpRule.of(new CatchUp.Priority(7), 0.5)).isEqualTo(new CatchUpRule(7, 0.5));
    assertThatThrownBy(() -> new CatchUpRule(-1, 0))
        .hasMessage("afterMillis must be at least 0: -1.0");
    assertThatThrownBy(() -> new CatchUpRule(1, Double.NaN))
        .hasMessage("budget must be at least 0: NaN");
  }

  @Test
  void duringARunTheRuleKeepsItsBudget() {
    Workflow row =
        Workflow.of(
            "row",
            List.of(
                Stage.of("a", List.of(), 1, LoadSamples.exponential(10)),
                Stage.of("b", List.of("a"), 3, LoadSamples.constant(5))));
    WorkflowPlan none = WorkflowPlan.none(row);
    var plan = new WorkflowPlan("row", none.goal(), none.stages(), new CatchUp.Threads(5, 3, 2));
    CatchUpUse use =
        WorkflowLoad.withoutQueues(row)
            .catchingUpWithin(0.05)
            .run(plan, WorkflowTraffic.poisson(10, 20_000, 3))
            .catchUp();
    assertThat(use.cost()).isBetween(0.049, 0.051);
    assertThat(use.refusedShare()).isGreaterThan(0.1);
  }
}
