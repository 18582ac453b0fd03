package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.results.Agreement;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;

/**
 * All experiments, one after the other, and their claims as one list. A failure costs the failed
 * experiment only; a stop by the user costs that experiment and the later ones.
 *
 * @param pages results of the finished experiments
 * @param reproduced claims of all experiments, then those of other commands
 * @param failed number of failed experiments
 * @param stopped true if the user stopped the work
 */
record AllExperiments(
    List<Results> pages, List<Reproduced> reproduced, int failed, boolean stopped) {
  private static final String STOPPED = "the user stopped the work";

  private static final String FORMAT = "curtail-claims/1";

  AllExperiments {
    pages = List.copyOf(pages);
    reproduced = List.copyOf(reproduced);
  }

  /** The run of an experiment. */
  @FunctionalInterface
  interface Run {
    Results of(Experiment experiment) throws InterruptedException;
  }

  /**
   * Runs experiments in their order.
   *
   * @param command command line that repeats an experiment
   */
  static AllExperiments run(
      List<Experiment> experiments, Function<Experiment, String> command, Run run, Console console)
      throws InterruptedException {
    var pages = new ArrayList<Results>();
    var reproduced = new ArrayList<Reproduced>();
    int failed = 0;
    boolean stopped = false;
    for (Experiment experiment : experiments) {
      String again = command.apply(experiment);
      if (stopped) {
        reproduced.add(Reproduced.without(experiment, again, STOPPED));
        continue;
      }
      console.heading(
          "Experiment %d of %d, %s: %s"
              .formatted(
                  reproduced.size() + 1,
                  experiments.size(),
                  experiment.name(),
                  experiment.title()));
      try {
        Results results = run.of(experiment);
        pages.add(results);
        reproduced.add(Reproduced.of(experiment, again, results.claims()));
        console.say(results.verdict().headline());
      } catch (Interrupted e) {
        stopped = true;
        reproduced.add(Reproduced.without(experiment, again, STOPPED));
      } catch (RuntimeException e) {
        failed++;
        String reason = Failure.reason(e);
        reproduced.add(Reproduced.without(experiment, again, "it failed: " + reason));
        console.warn("%s failed: %s".formatted(experiment.name(), reason));
      }
    }
    reproduced.addAll(ClaimsElsewhere.ALL);
    return new AllExperiments(pages, reproduced, failed, stopped);
  }

  private record Listed(Reproduced of, Claim claim) {}

  /**
   * Returns the output for people and programs.
   *
   * @param command command line that creates it again
   */
  Output output(String command) {
    List<Listed> listed =
        reproduced.stream()
            .flatMap(each -> each.claims().stream().map(claim -> new Listed(each, claim)))
            .toList();
    Table<Listed> claims =
        Table.of(listed)
            .field("experiment", it -> it.of.name())
            .field("figure", it -> it.claim.figure())
            .field("claim", it -> it.claim.what())
            .field("unit", it -> it.claim.unit())
            .field("paper", it -> it.claim.paper())
            .field("ours", it -> it.claim.ours())
            .field("low", it -> it.claim.oursLow())
            .field("high", it -> it.claim.oursHigh())
            .field("answer", it -> it.of.answer(it.claim))
            .field("sentence", it -> it.of.sentence(it.claim));
    Output output =
        new Output()
            .field("format", FORMAT)
            .field("command", command)
            .table("experiments", table())
            .field("claims", claims.records())
            .gap()
            .line(Claim.summary(answered(), "in the simulator") + ".");
    reproduced.stream()
        .filter(each -> !each.notRun().isEmpty())
        .forEach(each ->
            output
                .line("%s: not run, since %s. For it:".formatted(each.name(), each.notRun()))
                .line("  " + each.command()));
    return output;
  }

  private List<Claim> answered() {
    return reproduced.stream()
        .filter(each -> each.notRun().isEmpty())
        .flatMap(each -> each.claims().stream())
        .toList();
  }

  private Table<Reproduced> table() {
    return Table.of(reproduced)
        .add("experiment", "name", Unit.NAME, Reproduced::name)
        .field("paper", Reproduced::paper)
        .field("command", Reproduced::command)
        .add("claims", "claims", Unit.COUNT, each -> each.claims().size())
        .add("yes", "yes", Unit.COUNT, each -> each.count(Agreement.YES.words()))
        .add(
            "same direction",
            "sameDirection",
            Unit.COUNT,
            each -> each.count(Agreement.SAME_DIRECTION.words()))
        .add("no", "no", Unit.COUNT, each -> each.count(Agreement.NO.words()))
        .add(
            "not decided",
            "notDecided",
            Unit.COUNT,
            each -> each.count(Agreement.NOT_DECIDED.words()))
        .add(Reproduced.NOT_RUN, "notRun", Unit.COUNT, each -> each.count(Reproduced.NOT_RUN));
  }
}
