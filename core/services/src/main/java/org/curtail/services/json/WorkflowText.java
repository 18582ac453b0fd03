package org.curtail.services.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.curtail.json.Numbers;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;

/** Writes {@code curtail-workflow/1}: see {@link WorkflowJson}. */
final class WorkflowText {
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
