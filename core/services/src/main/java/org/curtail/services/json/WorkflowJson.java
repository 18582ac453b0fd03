package org.curtail.services.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;

/**
 * Reads and writes workflows as {@code curtail-workflow/1}:
 *
 * <pre>{@code
 * {"format":"curtail-workflow/1","name":"search","stages":[
 * {"name":"parse","after":[],"cost":1,"latencyMs":[2,3,2.5]},
 * {"name":"look up","after":["parse"],"cost":10,"latencyMs":[5,60,7],"secondMs":[6,5,5]},
 * {"name":"ads","after":["parse"],"cost":40,"fanOut":20,"waitFor":0.9,"latencyMs":[8,9]}]}
 * }</pre>
 *
 * <p>A stage begins when all stages in {@code after} have ended. {@code cost} is the cost of one
 * visit, in any unit. {@code latencyMs} are measured times of one call to one server. Optional
 * fields:
 *
 * <ul>
 *   <li>{@code secondMs}: times of copies of the same requests, in the order of {@code latencyMs};
 *       without them, copies are assumed to be like original calls and independent of them.
 *   <li>{@code fanOut}: number of servers that a visit calls. {@code waitFor}: number of servers
 *       that must answer, or their share as a number below 1; default all.
 *   <li>{@code visitsMs}: whole visits, each with a time for each server; then {@code latencyMs}
 *       may be missing.
 *   <li>{@code within}: the stage that calls this one while it works.
 *   <li>{@code utility}: utility of the stage's answer as a part of the whole; without this field,
 *       the whole answer needs the stage.
 *   <li>{@code "joint":{"stages":["parse","ads"],"latencyMs":[[2,8],[3,null]]}} of the workflow:
 *       traced requests, with null for stages that were not visited; {@code latencyMs} of these
 *       stages may be missing.
 * </ul>
 *
 * <p>Numbers are read back exactly. Fields and stages may have any order. Stateless.
 */
public final class WorkflowJson {
  private WorkflowJson() {}

  /**
   * Reads a workflow. Only white space may follow the workflow.
   *
   * @param text source, which is not closed
   * @param name name of the text for messages, usually the file
   * @throws FormatException if the text is not a workflow of this format; the message names line
   *     and field
   * @throws IOException if the reader fails
   */
  public static Workflow read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, WorkflowDraft::read);
  }

  /**
   * Writes a workflow, with a line break at the end.
   *
   * @param out target, which is neither flushed nor closed
   */
  public static void write(Workflow workflow, Writer out) throws IOException {
    WorkflowText.write(workflow, out);
  }

  /** Writes {@code curtail-workflow/1}: see {@link WorkflowJson}. */
  static final class WorkflowText {
    static final String FORMAT = "curtail-workflow/1";

    private final Writer out;

    private WorkflowText(Writer out) {
      this.out = out;
    }

    static void write(Workflow workflow, Writer out) throws IOException {
      new WorkflowText(out).workflow(workflow);
    }

    private void workflow(Workflow workflow) throws IOException {
      out.append("{\"format\":\"" + FORMAT + "\",\"name\":");
      quoted(workflow.name(), out);
      out.append(",\"stages\":[");
      String separator = "\n";
      for (Stage stage : workflow.stages()) {
        out.append(separator);
        stage(stage);
        separator = ",\n";
      }
      out.append(']');
      JointTraces joint = workflow.joint();
      if (joint != null) {
        out.append(",\n\"joint\":{\"stages\":");
        names(joint.stages(), out);
        out.append(",\"latencyMs\":[");
        for (int i = 0; i < joint.size(); i++) {
          int trace = i;
          out.append(i == 0 ? "\n" : ",\n");
          numbers(joint.stages().size(), s -> joint.millis(trace, s));
        }
        out.append("]}");
      }
      out.append("}\n");
    }

    private void stage(Stage stage) throws IOException {
      out.append("{\"name\":");
      quoted(stage.name(), out);
      out.append(",\"after\":");
      names(stage.after(), out);
      String within = stage.within();
      if (within != null) {
        out.append(",\"within\":");
        quoted(within, out);
      }
      out.append(",\"cost\":" + Numbers.compact(stage.cost()));
      int count = stage.responders().count();
      int needed = stage.responders().needed();
      if (count > 1) {
        out.append(",\"fanOut\":" + count);
      }
      if (needed < count) {
        out.append(",\"waitFor\":" + needed);
      }
      if (stage.utility() > 0) {
        out.append(",\"utility\":" + Numbers.compact(stage.utility()));
      }
      StageTimes times = stage.times();
      out.append(",\n\"latencyMs\":");
      numbers(times.size(), times::firstMillis);
      if (times.arePairs()) {
        out.append(",\n\"secondMs\":");
        numbers(times.size(), times::secondMillis);
      }
      ResponderTraces visits = stage.traces();
      if (visits != null) {
        out.append(",\n\"visitsMs\":[");
        for (int i = 0; i < visits.size(); i++) {
          int visit = i;
          out.append(i == 0 ? "\n" : ",\n");
          numbers(visits.responders(), server -> visits.millis(visit, server));
        }
        out.append(']');
      }
      out.append('}');
    }

    private void numbers(int count, IntToDoubleFunction values) throws IOException {
      out.append('[');
      for (int i = 0; i < count; i++) {
        if (i > 0) {
          out.append(',');
        }
        double value = values.applyAsDouble(i);
        out.append(Double.isNaN(value) ? "null" : Numbers.compact(value));
      }
      out.append(']');
    }

    static void names(List<String> names, Writer out) throws IOException {
      out.append('[');
      for (int i = 0; i < names.size(); i++) {
        if (i > 0) {
          out.append(',');
        }
        quoted(names.get(i), out);
      }
      out.append(']');
    }

    static void quoted(String text, Writer out) throws IOException {
      out.append('"');
      out.write(JsonStringEncoder.getInstance().quoteAsString(text));
      out.append('"');
    }
  }
}
