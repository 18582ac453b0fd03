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

/** {@code curtail traces plan}: what to do about the slow requests of a workflow. */
@Command(
    name = "plan",
    description = {
      "Says what to do about the slow requests of a workflow: which calls to send again, which work"
          + " to share among threads, where requests queue.",
      "Delays and causes are those of the first half of the requests, gains those of the later"
          + " half, with 95 %% intervals. --out keeps the calls to send again, for curtail export."
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
          "By what the work of a stage is taken to be faster if threads share it: 1 to 64. Default:"
              + " ${DEFAULT-VALUE}.")
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
          "no plan was written, since no call is to be sent again; the list above says why");
    }
    return 0;
  }

  private void write(Advice advice, Hedges hedges, TracedWorkflow workflow) throws IOException {
    Path out = output.out;
    if (out == null) {
      shared.sayNotWritten("which calls to send again", "plan.json");
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
    shared.console.say("Wrote which calls to send again to " + out);
    NextExport.ofWorkflow(out, null).ifPresent(shared::sayNext);
  }

  /**
   * The calls to send again as a plan for a workflow: a stage for each kind of call, whose name
   * says who calls what.
   *
   * <p>The plan.
   *
   * @param workflow its name
   * @param budget share of each call's that may be sent twice
   * @param source which recording it comes from
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
            "A stage is a kind of call, wherever requests make it; what it does holds for each of"
                + " them.",
            "Times are those of whole requests of this workflow."));
  }

  private static Expected expected(Hedges.Effect effect) {
    double without = effect.p99().millis();
    var tail = new Tail(without, without - effect.p99().gainMillis());
    return new Expected(tail, tail, effect.cost(), 0);
  }
}
