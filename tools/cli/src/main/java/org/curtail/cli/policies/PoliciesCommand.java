package org.curtail.cli.policies;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.policies.Policies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail policies}: the policies by name. */
@Command(
    name = "policies",
    description = {
      "Lists common policies, with a line for each; with --all, all of them.",
      "Capital letters stand for numbers; simulate tunes them for most policies if they are left out."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  curtail policies", "  curtail policies --all"})
public final class PoliciesCommand implements Callable<Integer> {
  /** Policies for a first comparison. */
  private static final List<String> FIRST =
      List.of("sequential", "adaptive", "few-to-many", "tail-index", PolicyNames.AUTOMATIC);

  @Option(names = "--all", description = "List all policies.")
  private boolean all;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    var descriptions = new TreeMap<>(Policies.descriptions());
    descriptions.put(PolicyNames.AUTOMATIC, PolicyNames.AUTOMATIC_IN_WORDS);
    descriptions.put(PolicyNames.AUTOMATIC_PREDICTED, PolicyNames.AUTOMATIC_PREDICTED_IN_WORDS);
    if (shared.json) {
      shared.console.json(new ObjectMapper().writeValueAsString(descriptions));
    } else {
      List<String> names = all ? List.copyOf(descriptions.keySet()) : FIRST;
      int width = names.stream().mapToInt(String::length).max().orElse(0);
      names.forEach(name ->
          shared.console.result(
              name + " ".repeat(width - name.length() + 3) + descriptions.get(name)));
      shared.console.result("");
      if (!all) {
        shared.console.result(
            "%d more for comparison, most of them from papers: curtail policies --all"
                .formatted(descriptions.size() - FIRST.size()));
        return 0;
      }
      shared.console.result(
          "With %s after any name, the oldest requests at the greatest degree keep whole cores."
              .formatted(Policies.BOOSTING));
      shared.console.result(
          "With %s after any name, before %s: requests that outnumber the cores take turns, instead of waiting."
              .formatted(Policies.SHARING, Policies.BOOSTING));
      shared.console.result(
          "In bench, with @executor after any name, unmodified Lucene uses the engine as its executor.");
    }
    return 0;
  }
}
