package org.curtail.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.replicas.ReplicaText;
import org.curtail.benchkit.results.ClassText;
import org.curtail.benchkit.results.DecisionText;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.steps.StepsText;
import org.curtail.benchkit.workflow.WorkflowText;
import org.curtail.cli.commandline.SharedOptions;

/** Lines of a bench for people: tables, the verdict, the next step. */
final class BenchLines {
  private BenchLines() {}

  /** Prints them, or the file if asked for. */
  static void print(Results results, SharedOptions shared) throws IOException {
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
    } else {
      of(results).forEach(shared.console::result);
    }
  }

  static List<String> of(Results results) {
    var lines = new ArrayList<String>();
    if (!results.steps().isEmpty()) {
      lines.addAll(StepsText.lines(results));
      lines.add("");
    }
    lines.addAll(table(results));
    lines.add("");
    List<String> classes = ClassText.lines(results);
    if (!classes.isEmpty()) {
      lines.addAll(classes);
      lines.add("");
    }
    List<String> decided = DecisionText.lines(results.decisions());
    if (!decided.isEmpty()) {
      lines.addAll(decided);
      lines.add("");
    }
    lines.add(results.verdict().headline());
    lines.addAll(results.verdict().details());
    Next next = results.verdict().next();
    if (next != null) {
      lines.add("");
      lines.add(next.sentence());
    }
    return lines;
  }

  private static List<String> table(Results results) {
    if (ReplicaText.isIn(results)) {
      return ReplicaText.lines(results);
    }
    if (WorkflowText.isIn(results)) {
      return WorkflowText.lines(results);
    }
    return results.emulated().isEmpty() ? BenchText.lines(results) : Emulated.lines(results);
  }
}
