package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.text.Numbers;

/** A plan for a workflow as results, for the report. */
final class PlannedResults {
  private PlannedResults() {}

  /**
   * The results.
   *
   * @param command that makes them again
   * @param notes what to watch, in sentences
   */
  static Results of(Planned planned, String command, List<String> notes) {
    return new Results(
            "workflow",
            planned.method().options().seed(),
            Runtime.getRuntime().availableProcessors(),
            command,
            settings(planned),
            verdict(planned, notes))
        .with()
        .figures(PlannedFigures.of(planned))
        .tables(
            List.of(
                StageTable.of(
                    planned.shown(), planned.plan(), planned.tails(), planned.tried().with()),
                outcomes(planned)))
        .workflow(
            Drawings.of(planned.shown(), planned.plan(), planned.tried().with(), planned.tails()))
        .results();
  }

  private static Map<String, Object> settings(Planned planned) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("workflow", WorkflowText.line(planned.shown().workflow()));
    settings.put("percentile", planned.goal().percentile());
    settings.put("budget", planned.goal().budget());
    settings.put("loss allowed", planned.goal().loss());
    settings.put("split", planned.method().split().words);
    settings.put("simulated requests", planned.method().options().requests());
    return settings;
  }

  private static Verdict verdict(Planned planned, List<String> notes) {
    var details = new ArrayList<String>();
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      details.add(
          "Not seen: %s. On the times that the plan was made of, it falls by %s."
              .formatted(heldOut.how(), Numbers.percent(planned.tried().reduction())));
    }
    notes.forEach(note -> details.add(sentence(note)));
    return new Verdict(PlannedText.headline(planned), details);
  }

  private static String sentence(String note) {
    return note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".";
  }

  private static NumberTable outcomes(Planned planned) {
    var lines = new ArrayList<NumberTable.Line>();
    lines.add(OutcomeTable.line("on the times it was made of", planned.tried()));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      lines.add(OutcomeTable.line("on times it had not seen", heldOut.tried()));
    }
    return OutcomeTable.of(lines);
  }
}
