package org.curtail.services.json;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.services.json.WorkflowJson.WorkflowText;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes workflow plans as {@code curtail-workflow-plan/1}:
 *
 * <pre>{@code
 * {"format":"curtail-workflow-plan/1","workflow":"search","percentile":99,"budget":0.05,"loss":0.001,
 * "stages":[
 * {"name":"parse","delayMs":0,"probability":0,"reissueFraction":0},
 * {"name":"ads","delayMs":12.5,"probability":0.4,"reissueFraction":0.0199,
 * "partial":{"cutoffMs":200,"extraMs":10,"fraction":0.9},"loss":0.0008}],
 * "catchUp":{"kind":"threads","afterMs":80,"degree":3,"speedup":2},
 * "predicted":{"p99Ms":{"without":80,"with":31},"cost":0.0499,"loss":0.0008},
 * "heldOut":{"p99Ms":{"without":81,"with":32.5},"cost":0.0503,"loss":0.0009}}
 * }</pre>
 *
 * <p>{@code stages} lists all stages of the workflow, in its order. A call without an answer after
 * {@code delayMs} gets a copy with {@code probability}; both are 0 without copies. {@code budget}
 * is the allowed cost of copies, as a share of the cost of all original visits. {@code cost} is the
 * cost of the plan's copies. Optional fields:
 *
 * <ul>
 *   <li>{@code partial}: the stage stops waiting after {@code cutoffMs}, or {@code extraMs} after
 *       the share {@code fraction} of the needed servers has answered; one of the two times may be
 *       missing. {@code loss} of a stage is the share of needed servers without an answer.
 *   <li>{@code catchUp} of {@code kind} {@code threads}; of kind {@code priority} with {@code
 *       afterMs} only; or of kind {@code reissue} with {@code afterMs} and {@code
 *       "stages":[{"name":"ads","delayMs":5,"probability":1}]}.
 *   <li>{@code predicted}: the effect on the samples of the plan; {@code heldOut}: the effect on
 *       other samples. If {@code percentile} is not 99, both also have {@code tailMs} of that
 *       percentile.
 *   <li>{@code "source":"free text"} and {@code "notes":["a sentence"]}.
 * </ul>
 *
 * <p>Readers skip the object {@code planning}, which holds the options of a command. Numbers are
 * read back exactly, and fields may have any order. Stateless.
 */
public final class WorkflowPlanJson {
  private WorkflowPlanJson() {}

  /**
   * Reads a plan. Only white space may follow the plan.
   *
   * @param text source, which is not closed
   * @param name name of the text for messages, usually the file
   * @throws FormatException if the text is not a plan of this format; the message names line and
   *     field
   * @throws IOException if the reader fails
   */
  public static WorkflowPlanDocument read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, WorkflowPlanDraft::read);
  }

  /**
   * Writes a document with a line break at the end.
   *
   * @param out target, which is neither flushed nor closed
   */
  public static void write(WorkflowPlanDocument document, Writer out) throws IOException {
    WorkflowPlanText.write(document, out);
  }

  /** Writes {@code curtail-workflow-plan/1}: see {@link WorkflowPlanJson}. */
  static final class WorkflowPlanText {
    static final String FORMAT = "curtail-workflow-plan/1";

    private final Writer out;

    private WorkflowPlanText(Writer out) {
      this.out = out;
    }

    static void write(WorkflowPlanDocument document, Writer out) throws IOException {
      new WorkflowPlanText(out).plan(document);
    }

    private void plan(WorkflowPlanDocument document) throws IOException {
      WorkflowPlan plan = document.plan();
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
      expected("predicted", document.predicted(), other);
      expected("heldOut", document.heldOut(), other);
      if (!document.source().isEmpty()) {
        out.append(",\n\"source\":");
        WorkflowText.quoted(document.source(), out);
      }
      if (!document.notes().isEmpty()) {
        out.append(",\n\"notes\":");
        WorkflowText.names(document.notes(), out);
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
          for (Map.Entry<String, ReissuePolicy> stage :
              new TreeMap<>(global.policies()).entrySet()) {
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
        String field, WorkflowPlanDocument.@Nullable Expected expected, boolean otherPercentile)
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

    private void tail(String field, WorkflowPlanDocument.Tail tail) throws IOException {
      out.append(
          "\"%s\":{\"without\":%s,\"with\":%s}"
              .formatted(
                  field,
                  Numbers.compact(tail.withoutMillis()),
                  Numbers.compact(tail.withMillis())));
    }
  }
}
