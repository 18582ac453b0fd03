package org.curtail.cli.reissue;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.latencylog.LatencyLog;
import org.curtail.benchkit.latencylog.LogSummary;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.commandline.UsageWidth;
import org.curtail.cli.export.NextExport;
import org.curtail.cli.latencylog.LogOptions;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.plan.PlanDocument;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail reissue}: computes the delay of a copy from a log of latencies. */
@Command(
    name = "reissue",
    description = {
      "Computes from a log when to send a slow request to another server too.",
      "The plan is the delay and the probability with the least tail for a budget of copies."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail reissue access.log --budget 0.02 --out reissue.json",
      "  curtail reissue --log times.txt --unit us --percentile 99.9",
      "  curtail reissue --log times.csv --simulate --replicas 3 --rps 200"
    })
public final class ReissueCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "LOG", description = "The log, in place of --log.")
  private @Nullable Path parameter;

  @Mixin private final LogOptions log = new LogOptions();

  @Mixin private final PlanOptions plans = new PlanOptions();

  @Mixin private final OutputOptions output = new OutputOptions();

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Where an SVG goes of the latency against the budget.")
  private @Nullable Path picture;

  @Mixin private final LoadOptions loads = new LoadOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    log.take(parameter);
    Path file = log.required();
    OutputOptions.spare("--log", file, "--out", output.out);
    OutputOptions.spare("--log", file, "--picture", picture);
    output.check(picture);
    ReissueGoal goal = plans.goal();
    PlanForm form = plans.form();
    LoadSetting setting = loads.setting();
    var store = new AttemptStore();
    LogSummary summary = LatencyLog.read(file, log.columns(), store);
    Attempts attempts = store.attempts(goal.percentile(), summary.inOrder());
    if (form.copies() > 1 && attempts.pairing() == Pairing.PAIRED) {
      throw new UsageError(
          "--reissues: expected 1 for a log with pairs, which tell of one copy only, found "
              + form.copies());
    }
    Findings findings = Findings.of(attempts, goal, form);
    boolean gains = findings.gains();
    LoadCheck check =
        setting == null || !gains
            ? null
            : LoadCheck.of(setting, store.serviceTimes(attempts.pairing()), findings);
    List<String> remarks = remarks(file, summary, attempts, findings, check);
    PlanDocument noted = gains ? noted(findings, remarks, check) : null;
    var found =
        new FindingsOutput(
            file.toString(), findings, attempts, summary, check, UsageWidth.fit(shared.command));
    if (shared.json) {
      shared.console.json(found.json(noted));
    } else {
      found.output().lines().forEach(shared.console::result);
    }
    remarks.forEach(shared.console::warn);
    if (!gains) {
      shared.console.say("Nothing was written: no plan is worth keeping.");
      return 0;
    }
    if (check != null && noted == null) {
      throw new UsageError(
          "--simulate: no plan that was tried holds under this load; nothing was written. "
              + check.reason());
    }
    write(requireNonNull(noted), attempts);
    sayNext();
    return 0;
  }

  private static List<String> remarks(
      Path file,
      LogSummary summary,
      Attempts attempts,
      Findings findings,
      @Nullable LoadCheck check) {
    var remarks = new ArrayList<String>();
    summary.remarks().forEach(remark -> remarks.add(file + ": " + remark));
    remarks.addAll(attempts.remarks());
    if (attempts.sketchError() > 0) {
      remarks.add(
          "the log has more requests than are kept one by one: times are from a sketch, up to %s too long, and shares of requests are exact"
              .formatted(Numbers.significant(100 * attempts.sketchError()) + " %"));
    }
    double percentile = findings.plan().goal().percentile();
    double known = attempts.all().firstWeight();
    if (!SampleSize.carries((long) known, percentile)) {
      remarks.add(
          "%s requests are few for a %s, which takes %s, ten of them beyond it: the plan may be far off"
              .formatted(
                  Numbers.count((long) known),
                  Numbers.percentile(percentile),
                  Numbers.count(SampleSize.fewest(percentile))));
    }
    if (attempts.pairs() == 0) {
      // If there are pairs but they are unusable, the store gives the reason.
      findings.report().missingPairs().ifPresent(remarks::add);
    }
    FindingsOutput.drift(findings).ifPresent(remarks::add);
    if (check != null) {
      remarks.add("in the simulation, latencies of the log are the times that servers compute");
    }
    return remarks;
  }

  /** Returns the plan to keep. Under load it is a plan that holds there; null if none holds. */
  private @Nullable PlanDocument noted(
      Findings findings, List<String> remarks, @Nullable LoadCheck check) {
    String source = CommandWords.of("reissue").all(log).all(plans).all(loads).toString();
    if (check == null) {
      return PlanDocument.of(findings.report())
          .withSource(source)
          .withNotes(remarks)
          .withSingleD(singleD(findings.singleD()));
    }
    HeldPlan held = check.held();
    if (held == null) {
      return null;
    }
    var notes = new ArrayList<>(remarks);
    notes.add(check.reason());
    HeldPlan always = check.heldAlways();
    return (held.asPlanned()
            ? PlanDocument.of(findings.report())
            : PlanDocument.of(held.plan(check.without())))
        .withSource(source)
        .withNotes(notes)
        .withSingleD(always == null ? null : always.singleD());
  }

  private static PlanDocument.@Nullable SingleD singleD(@Nullable ReissuePlan plan) {
    return plan == null
        ? null
        : new PlanDocument.SingleD(
            plan.policy().reissues().getFirst().delayMillis(),
            plan.reissueFraction(),
            plan.predictedMillis());
  }

  private void write(PlanDocument noted, Attempts attempts) throws IOException {
    Path file = output.out;
    if (file != null) {
      JsonFile.REISSUE_PLAN.write(file, noted);
      shared.console.say("Wrote the plan to " + file);
    }
    if (picture != null) {
      OutputFile.write(
          picture, writer -> BudgetPicture.write(attempts.all(), noted.plan().goal(), writer));
      shared.console.say("Wrote a picture of it to " + picture);
    }
  }

  private void sayNext() {
    Path file = output.out;
    if (file == null) {
      shared.sayNotWritten("the plan", "reissue.json");
    } else {
      NextExport.ofReissue(file).ifPresent(shared::sayNext);
    }
  }
}
