package org.curtail.cli.policies;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.policies.Policies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code curtail policies}: what there is to choose from. */
@Command(
    name = "policies",
    description = {
      "Lists the policies that simulate and bench know, with a line for each.",
      "Capital letters stand for numbers, which simulate finds for most policies if they are left"
          + " out."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  curtail policies"})
public final class PoliciesCommand implements Callable<Integer> {
  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    var descriptions = new TreeMap<>(Policies.descriptions());
    descriptions.put(PolicyNames.AUTOMATIC, PolicyNames.AUTOMATIC_IN_WORDS);
    descriptions.put(PolicyNames.AUTOMATIC_PREDICTED, PolicyNames.AUTOMATIC_PREDICTED_IN_WORDS);
    if (shared.json) {
      shared.console.json(new ObjectMapper().writeValueAsString(descriptions));
    } else {
      int width = descriptions.keySet().stream().mapToInt(String::length).max().orElse(0);
      descriptions.forEach((name, description) ->
          shared.console.result(name + " ".repeat(width - name.length() + 3) + description));
      shared.console.result("");
      shared.console.result(
          "%s behind any name lets the oldest requests at the greatest degree keep whole cores."
              .formatted(Policies.BOOSTING));
      shared.console.result(
          "%s behind any name, before %s: when requests outnumber the cores they take turns, instead"
                  .formatted(Policies.SHARING, Policies.BOOSTING)
              + " of waiting in a queue.");
      shared.console.result(
          "In bench, @executor behind any name serves unmodified Lucene as its executor.");
    }
    return 0;
  }
}
