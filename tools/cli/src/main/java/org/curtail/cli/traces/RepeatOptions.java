package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.Repeatable;
import org.curtail.traces.workflow.StageName;
import picocli.CommandLine.Option;

/** Options for calls that may have copies although their names do not show it. */
final class RepeatOptions {
  @Option(
      names = "--may-repeat",
      paramLabel = "STAGE",
      description =
          "A stage, \"SERVICE OPERATION\", or a whole service that may be called twice although its name does not show that it only reads. May be given again.")
  private List<String> may = new ArrayList<>();

  @Option(
      names = "--never-repeat",
      paramLabel = "STAGE",
      description = "One that must not, whatever its name. May be given again.")
  private List<String> never = new ArrayList<>();

  /**
   * The calls of a recording that may have copies.
   *
   * @throws UsageError if the recording has no such stage
   */
  Repeatable of(TraceSet recording) {
    Set<String> known = new HashSet<>();
    for (Trace trace : recording.traces()) {
      for (int span = 0; span < trace.size(); span++) {
        known.add(trace.service(span));
        known.add(StageName.of(trace, span).toString());
      }
    }
    check("--may-repeat", may, known);
    check("--never-repeat", never, known);
    return Repeatable.of(recording.traces(), Set.copyOf(may), Set.copyOf(never));
  }

  private static void check(String option, List<String> names, Set<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new UsageError(
            "%s: expected a service or a stage as in curtail traces show, found '%s'%s"
                .formatted(option, name, NearestName.hint(name, known.stream().sorted().toList())));
      }
    }
  }
}
