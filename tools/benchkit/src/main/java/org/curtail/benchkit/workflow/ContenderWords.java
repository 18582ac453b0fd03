package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;

/** What contenders do, for people: a line for each. */
final class ContenderWords {
  /** More stages than one reads in a line. */
  private static final int MOST_STAGES = 12;

  private ContenderWords() {}

  static Map<String, String> of(WorkflowSetting setting) {
    var words = new LinkedHashMap<String, String>();
    for (WorkflowContender contender : setting.contenders()) {
      if (contender.name().equals(WorkflowContender.NONE)) {
        continue;
      }
      words.put(
          "stages of " + contender.name(),
          switch (contender) {
            case WorkflowContender.Planned planned -> planned(planned.plan());
            case WorkflowContender.TimeOuts timeOuts ->
                timeOuts(setting.workflow().stages(), timeOuts.percentile());
          });
    }
    return words;
  }

  private static String planned(WorkflowPlan plan) {
    var stages = new ArrayList<String>();
    for (StagePlan stage : plan.stages()) {
      var parts = new ArrayList<String>();
      stage.policy().reissues().forEach(copy -> parts.add(copy(copy)));
      if (stage.partial().mayLose()) {
        parts.add(partial(stage.partial()));
      }
      if (!parts.isEmpty()) {
        stages.add(stage.stage() + " " + String.join(", ", parts));
      }
    }
    if (plan.catchUp() instanceof CatchUp.GlobalReissue late) {
      stages.add(
          "requests late after %s: other copies at %s"
              .formatted(
                  Numbers.time(late.afterMillis()),
                  late.policies().size() == 1 ? "1 stage" : late.policies().size() + " stages"));
    }
    return stages.isEmpty() ? "no copies" : joined(stages);
  }

  private static String copy(Reissue copy) {
    return "again after %s%s"
        .formatted(
            Numbers.time(copy.delayMillis()),
            copy.probability() == 1
                ? ""
                : " with probability " + Numbers.significant(copy.probability()));
  }

  private static String partial(PartialAnswer partial) {
    var parts = new ArrayList<String>();
    if (partial.extraMillis() < Double.POSITIVE_INFINITY) {
      parts.add(
          "%s after %s of the answers"
              .formatted(Numbers.time(partial.extraMillis()), Numbers.percent(partial.fraction())));
    }
    if (partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
      parts.add("after " + Numbers.time(partial.cutoffMillis()));
    }
    return "waits no longer " + String.join(" or ", parts);
  }

  private static String timeOuts(List<Stage> stages, double percentile) {
    List<String> each =
        stages.stream()
            .map(stage -> stage.name() + " " + Numbers.time(TimeOutRule.millis(stage, percentile)))
            .toList();
    return "given up at the %s of the stage and tried once more elsewhere, without a budget: %s"
        .formatted(Numbers.percentile(percentile), joined(each));
  }

  private static String joined(List<String> stages) {
    return stages.size() <= MOST_STAGES
        ? String.join("; ", stages)
        : "%s; and %d more"
            .formatted(
                String.join("; ", stages.subList(0, MOST_STAGES)), stages.size() - MOST_STAGES);
  }
}
