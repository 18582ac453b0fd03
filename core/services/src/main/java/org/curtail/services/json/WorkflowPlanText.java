package org.curtail.services.json;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.json.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.NotedWorkflowPlan;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.jspecify.annotations.Nullable;

/** Writes {@code curtail-workflow-plan/1}: see {@link WorkflowPlanJson}. */
final class WorkflowPlanText {
  static final String FORMAT = "curtail-workflow-plan/1";

  private final Writer out;

  private WorkflowPlanText(Writer out) {
    this.out = out;
  }

  static void write(NotedWorkflowPlan noted, Writer out) throws IOException {
    new WorkflowPlanText(out).plan(noted);
  }

  private void plan(NotedWorkflowPlan noted) throws IOException {
    WorkflowPlan plan = noted.plan();
    out.append("{\"format\":\"" + FORMAT + "\",\"workflow\":");
    WorkflowText.quoted(plan.workflow(), out);
    number("percentile", plan.goal().percentile());
    number("budget", plan.goal().budget());
    number("loss", plan.goal().loss());
    out.append(",\n\"stages\":[");
    String separator = "\n";
    for (StagePlan stage : plan.stages()) {
      out.append(separator);
      stage(stage);
      separator = ",\n";
    }
    out.append(']');
    catchUp(plan.catchUp());
    boolean other = plan.goal().percentile() != 99;
    expected("predicted", noted.predicted(), other);
    expected("heldOut", noted.heldOut(), other);
    if (!noted.source().isEmpty()) {
      out.append(",\n\"source\":");
      WorkflowText.quoted(noted.source(), out);
    }
    if (!noted.notes().isEmpty()) {
      out.append(",\n\"notes\":");
      WorkflowText.names(noted.notes(), out);
    }
    out.append("}\n");
  }

  private void number(String field, double value) throws IOException {
    out.append(",\"" + field + "\":" + Numbers.compact(value));
  }

  private void stage(StagePlan stage) throws IOException {
    policy(stage.stage(), stage.policy());
    number("reissueFraction", stage.reissueFraction());
    PartialAnswer partial = stage.partial();
    if (partial.mayLose()) {
      out.append(",\n\"partial\":{");
      String separator = "";
      if (partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
        out.append("\"cutoffMs\":" + Numbers.compact(partial.cutoffMillis()));
        separator = ",";
      }
      if (partial.extraMillis() < Double.POSITIVE_INFINITY) {
        out.append(separator + "\"extraMs\":" + Numbers.compact(partial.extraMillis()));
        separator = ",";
      }
      out.append(separator + "\"fraction\":" + Numbers.compact(partial.fraction()) + "}");
    }
    if (stage.loss() > 0) {
      number("loss", stage.loss());
    }
    out.append('}');
  }

  private void policy(String stage, ReissuePolicy policy) throws IOException {
    Reissue reissue =
        policy.reissues().isEmpty() ? new Reissue(0, 0) : policy.reissues().getFirst();
    out.append("{\"name\":");
    WorkflowText.quoted(stage, out);
    number("delayMs", reissue.delayMillis());
    number("probability", reissue.probability());
  }

  private void catchUp(CatchUp catchUp) throws IOException {
    switch (catchUp) {
      case CatchUp.None none -> {}
      case CatchUp.Threads more -> {
        kind("threads", more.afterMillis());
        number("degree", more.degree());
        number("speedup", more.speedup());
        out.append('}');
      }
      case CatchUp.Priority priority -> {
        kind("priority", priority.afterMillis());
        out.append('}');
      }
      case CatchUp.GlobalReissue global -> {
        kind("reissue", global.afterMillis());
        out.append(",\"stages\":[");
        String separator = "\n";
        for (Map.Entry<String, ReissuePolicy> stage : new TreeMap<>(global.policies()).entrySet()) {
          out.append(separator);
          policy(stage.getKey(), stage.getValue());
          out.append('}');
          separator = ",\n";
        }
        out.append("]}");
      }
    }
  }

  private void kind(String kind, double afterMillis) throws IOException {
    out.append(",\n\"catchUp\":{\"kind\":\"" + kind + '"');
    number("afterMs", afterMillis);
  }

  private void expected(
      String field, NotedWorkflowPlan.@Nullable Expected expected, boolean otherPercentile)
      throws IOException {
    if (expected == null) {
      return;
    }
    out.append(",\n\"" + field + "\":{");
    tail("p99Ms", expected.p99());
    if (otherPercentile) {
      out.append(',');
      tail("tailMs", expected.tail());
    }
    number("cost", expected.cost());
    number("loss", expected.loss());
    out.append('}');
  }

  private void tail(String field, NotedWorkflowPlan.Tail tail) throws IOException {
    out.append(
        "\"%s\":{\"without\":%s,\"with\":%s}"
            .formatted(
                field, Numbers.compact(tail.withoutMillis()), Numbers.compact(tail.withMillis())));
  }
}
