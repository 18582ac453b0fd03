package org.curtail.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.bench.BenchCommand;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.report.DoThis;

/**
 * The end of a demo: live results, results on many cores, and next steps.
 *
 * @param again the command that continues the demo
 */
record Conclusion(Path folder, ManyCores manyCores, String again) {
  /**
   * Prints the end of the demo.
   *
   * @param all live, emulated, simulated
   * @param measured true if the live bench was measured now, false if earlier results were kept
   */
  void say(SharedOptions shared, List<Results> all, boolean measured) throws IOException {
    DoThis what = DoThis.of(all).orElseThrow();
    if (shared.json) {
      shared.console.json(new ObjectMapper().writeValueAsString(made(all.getFirst(), what)));
      return;
    }
    Console console = shared.console;
    console.heading(DoThis.heading(all).orElseThrow());
    what.lines().forEach(console::say);
    console.say("");
    console.say("Open " + folder.resolve("report.html"));
    Results live = all.getFirst();
    console.say("Live on this machine: " + live.verdict().headline());
    Next next = live.verdict().next();
    if (next != null && !next.equals(what.next())) {
      console.say(next.sentence());
    } else if (next == null && !measured) {
      Path kept = folder.resolve(BenchCommand.RESULTS_NAME);
      console.say(
          "All results were kept. To measure again: rm %s && %s"
              .formatted(CommandWords.quoted(List.of(kept.toString())), again));
    }
    console.say("");
    console.say("See it live: " + CommandWords.program() + " serve --demo");
  }

  private Map<String, Object> made(Results live, DoThis what) {
    var made = new LinkedHashMap<String, Object>();
    for (String name : List.of("index", "queries.tsv", "profile.json", "table.json")) {
      made.put(name.replaceFirst("\\..*", ""), folder.resolve(name).toString());
    }
    made.put("results", folder.resolve(BenchCommand.RESULTS_NAME).toString());
    made.put("tableForManyCores", manyCores.table().toString());
    made.put("emulated", manyCores.emulated().toString());
    made.put("simulated", manyCores.simulated().toString());
    made.put("report", folder.resolve("report.html").toString());
    made.put("verdict", live.verdict());
    made.put("doThis", what);
    return made;
  }
}
