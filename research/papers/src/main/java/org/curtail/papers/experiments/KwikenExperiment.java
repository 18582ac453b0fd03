package org.curtail.papers.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.workflow.Workflow;

/**
 * Kwiken: one budget for copies, split over the stages of a workflow; partial answers; catching up.
 * The traces of Bing's 45 workflows are not public. Stand-ins replace them ({@link
 * KwikenWorkflow}), with a new fit for each seed, or workflows of the user.
 */
final class KwikenExperiment extends Experiment {
  private final List<Workflow> workflows;

  KwikenExperiment() {
    this(List.of());
  }

  /** Creates the experiment on workflows of the user, or on stand-ins if the list is empty. */
  private KwikenExperiment(List<Workflow> workflows) {
    super(
        "kwiken",
        "Kwiken: speeding up distributed request-response workflows (Jalaparti et al., SIGCOMM 2013)");
    this.workflows = List.copyOf(workflows);
  }

  @Override
  Experiment on(List<Workflow> others) {
    return new KwikenExperiment(others);
  }

  @Override
  Findings run(ScenarioRunner runner) throws InterruptedException {
    KwikenMeasured measured =
        workflows.isEmpty()
            ? KwikenMeasured.ofStandIns(runner)
            : KwikenMeasured.of(
                runner, workflows.stream().<KwikenCase>map(KwikenTraces::of).toList());
    return Findings.ofWorkflows(
        KwikenFigures.of(measured), KwikenClaims.of(measured), settings(runner));
  }

  private Map<String, Object> settings(ScenarioRunner runner) {
    KwikenMeasured.Sizes sizes = KwikenMeasured.Sizes.of(runner.requests());
    var settings = new LinkedHashMap<String, Object>();
    if (workflows.isEmpty()) {
      settings.put(
          "workflows",
          "%d stand-ins of 2 to some 300 stages, fitted to what the paper says of Bing's"
              .formatted(sizes.workflows()));
      for (long seed : runner.seeds()) {
        settings.put("fit of seed " + seed, KwikenFit.of(seed).words());
      }
    } else {
      settings.put("workflows", String.join(", ", workflows.stream().map(Workflow::name).toList()));
      settings.put("training days", "the earlier half of the times of each stage");
    }
    settings.put("requests to each workflow", sizes.requests());
    settings.put(
        "times of each stage", "%d on training, as many on test days".formatted(sizes.samples()));
    settings.put(
        "brute force", "the best of %d random splits on 4000 requests".formatted(sizes.splits()));
    settings.put("SumVar", "gamma 3, hulls of exact curves, a time-out for each stage");
    settings.put("exact, SingleR", "all pieces of all hulls by what they bring per cost");
    settings.put("queues", "none, as in the paper, but where a claim says so; copies make no load");
    return settings;
  }
}
