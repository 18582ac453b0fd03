package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;

/** Texts on workflows for several commands. */
final class WorkflowText {
  /** Content of an empty cell. */
  static final String NOTHING = "-";

  private WorkflowText() {}

  /** A workflow in one line. */
  static String line(Workflow workflow) {
    IntSummaryStatistics samples =
        workflow.stages().stream().mapToInt(stage -> stage.times().size()).summaryStatistics();
    JointTraces joint = workflow.joint();
    return "%s: %s, %s%s"
        .formatted(
            workflow.name(),
            counted(workflow.stages().size(), "stage"),
            samples.getMin() == samples.getMax()
                ? "%s measured times each".formatted(Numbers.count(samples.getMin()))
                : "%s to %s measured times each"
                    .formatted(Numbers.count(samples.getMin()), Numbers.count(samples.getMax())),
            joint == null
                ? ""
                : ", %s traces of whole requests".formatted(Numbers.count(joint.size())));
  }

  /** A remark on samples too small for the percentile; empty if none is. */
  static Optional<String> tooFew(Workflow workflow, double percentile) {
    int fewest =
        workflow.stages().stream().mapToInt(stage -> stage.times().size()).min().orElseThrow();
    return SampleSize.carries(fewest, percentile)
        ? Optional.empty()
        : Optional.of(
            "%s times of a stage are few for a %s, which needs %s, ten of them beyond it: the cost of copies may be wrong"
                .formatted(
                    Numbers.count(fewest),
                    Numbers.percentile(percentile),
                    Numbers.count(SampleSize.fewest(percentile))));
  }

  static String counted(long count, String noun) {
    return Numbers.count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** The stages before a stage, in one cell. */
  static String after(Stage stage) {
    String caller = stage.within();
    String names = String.join(", ", stage.after());
    if (caller == null) {
      return names.isEmpty() ? NOTHING : names;
    }
    return names.isEmpty() ? "in " + caller : "in %s, %s".formatted(caller, names);
  }

  /** The servers of a stage: 1, 100, 90 of 100. */
  static String servers(Responders responders) {
    return responders.needed() == responders.count()
        ? Numbers.count(responders.count())
        : "%s of %s"
            .formatted(Numbers.count(responders.needed()), Numbers.count(responders.count()));
  }

  /** Describes the one copy of a policy, without delay and probability if the policy sends none. */
  static Reissue copy(ReissuePolicy policy) {
    List<Reissue> copies =
        policy.reissues().stream().filter(copy -> copy.probability() > 0).toList();
    return copies.isEmpty() ? new Reissue(0, 0) : copies.getFirst();
  }

  /** The stop rule of a stage: a time, or a time after a share of the answers. */
  static String stops(PartialAnswer partial) {
    if (!partial.mayLose()) {
      return NOTHING;
    }
    var rules = new ArrayList<String>();
    if (partial.extraMillis() < Double.POSITIVE_INFINITY) {
      rules.add(
          "%s after %s"
              .formatted(Numbers.time(partial.extraMillis()), Numbers.percent(partial.fraction())));
    }
    if (partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
      rules.add(Numbers.time(partial.cutoffMillis()));
    }
    return String.join(", or ", rules);
  }

  /** The chosen percentile: p99. */
  static String tail(WorkflowGoal goal) {
    return Numbers.percentile(goal.percentile());
  }

  /** The plan's help for late requests, in a sentence; empty if there is none. */
  static Optional<String> catchUp(CatchUp catchUp) {
    return Optional.ofNullable(
        switch (catchUp) {
          case CatchUp.None none -> null;
          case CatchUp.Threads threads ->
              "A request that has taken %s gets %d threads in each later stage."
                  .formatted(Numbers.time(threads.afterMillis()), threads.degree());
          case CatchUp.Priority priority ->
              "A request that has taken %s goes first in the queues of each later stage."
                  .formatted(Numbers.time(priority.afterMillis()));
          case CatchUp.GlobalReissue late ->
              "A request that has taken %s gets copies more often and earlier, in %s."
                  .formatted(
                      Numbers.time(late.afterMillis()), counted(late.policies().size(), "stage"));
        });
  }

  /** A share of copies with three digits, even for small shares. */
  static String share(double share) {
    return Numbers.significant(100 * share) + " %";
  }

  /** Relative fall of a latency; "0 %" if there is none. */
  static String less(double withoutMillis, double withMillis) {
    return withoutMillis == 0 ? "0 %" : Numbers.percent(1 - withMillis / withoutMillis);
  }
}
