package org.curtail.cli.traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.export.NextExport;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.traces.TraceSet;
import org.curtail.traces.action.Advice;
import org.curtail.traces.action.Hedges;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.curtail.workflow.plan.WorkflowPlanDocument.Expected;
import org.curtail.workflow.plan.WorkflowPlanDocument.Tail;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail traces plan}: advice on the slow requests of a workflow. */
@Command(
    name = "plan",
    description = {
      "Gives advice on the slow requests of a workflow: calls to send again, work to share among threads, and stages where requests queue.",
      "Delays and causes come from the first half of the requests, gains from the later half, with 95 %% intervals. --out keeps the calls to send again, for curtail export."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces plan jaeger.json --out plan.json",
      "  curtail traces plan traces/ --workflow 2 --may-repeat cart --budget 0.05"
    })
final class PlanCommand implements Callable<Integer> {
  private static final double MOST_SPEEDUP = 64;

  private static final int PERCENTILE = 99;

  @Mixin private final InputOptions input = new InputOptions();

  @Mixin private final WorkflowChoice choice = new WorkflowChoice();

  @Option(
      names = "--speedup",
      paramLabel = "S",
      defaultValue = "2",
      description =
          "Assumed speedup of a stage's work if threads share it: 1 to 64. Default: ${DEFAULT-VALUE}.")
  private double speedup;

  @Mixin private final ReplayOptions replay = new ReplayOptions();

  @Mixin private final RepeatOptions repeat = new RepeatOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    replay.check();
    OptionRules.number("--speedup", speedup, 1, MOST_SPEEDUP);
    OutputOptions.spare("IN", input.first(), "--out", output.out);
    output.check(null);
    TraceSet recording = input.read(shared.console);
    TracedWorkflow workflow = choice.of(recording);
    ReplayOptions.require(workflow);
    var terms = new Advice.Limits(repeat.of(recording), replay.budget(), speedup);
    Advice advice = Advice.of(workflow, recording.traces(), terms, replay.seed());
    shared.show(AdviceText.output(workflow, advice));
    Optional<Hedges> hedges = advice.hedges();
    if (hedges.isPresent()) {
      write(advice, hedges.get(), workflow);
    } else if (output.out != null) {
      shared.console.warn(
          "no plan was written, since no call should be sent again; the list above gives the reason");
    }
    return 0;
  }

  private void write(Advice advice, Hedges hedges, TracedWorkflow workflow) throws IOException {
    Path out = output.out;
    if (out == null) {
      shared.sayNotWritten("the calls to send again", "plan.json");
      return;
    }
    JsonFile.WORKFLOW_PLAN.write(
        out,
        hedgePlan(
            advice,
            hedges,
            "workflow %d: %s".formatted(choice.number(), workflow.kind()),
            replay.budget(),
            "%s, %s requests".formatted(input.first(), Numbers.count(workflow.traces().size()))));
    shared.console.say("Wrote the calls to send again to " + out);
    NextExport.ofWorkflow(out, null).ifPresent(shared::sayNext);
  }

  /**
   * Returns the calls to send again as a plan for a workflow. The plan has a stage for each kind of
   * call, named after the caller and the called operation.
   *
   * @param workflow its name
   * @param budget share of each call's that may be sent twice
   * @param source name of the recording
   */
  private static WorkflowPlanDocument hedgePlan(
      Advice advice, Hedges hedges, String workflow, double budget, String source) {
    List<StagePlan> stages = new ArrayList<>();
    for (Forecast forecast : hedges.each()) {
      var hedged = (Intervention.Hedged) forecast.intervention();
      stages.add(
          new StagePlan(
              hedged.called().toString(),
              ReissuePolicy.singleD(hedged.delayMillis()),
              Math.min(1, forecast.copies()),
              PartialAnswer.NONE,
              0));
    }
    advice.refused().keySet().stream()
        .map(CallTarget::toString)
        .sorted()
        .forEach(name -> stages.add(StagePlan.none(name)));
    return new WorkflowPlanDocument(
        new WorkflowPlan(workflow, WorkflowGoal.reissue(PERCENTILE, budget), stages, CatchUp.NONE),
        expected(hedges.planned()),
        expected(hedges.heldOut()),
        source,
        List.of(
            "A stage is a kind of call, anywhere in a request; its setting applies to each such call.",
            "Times are those of whole requests of this workflow."));
  }

  private static Expected expected(Hedges.Effect effect) {
    double without = effect.p99().millis();
    var tail = new Tail(without, without - effect.p99().gainMillis());
    return new Expected(tail, tail, effect.cost(), 0);
  }
}
