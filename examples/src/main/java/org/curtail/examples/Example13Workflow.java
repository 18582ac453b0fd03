package org.curtail.examples;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.curtail.hedge.Hedge;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.plan.StageBudgets;
import org.curtail.workflow.plan.WorkflowPlanDocument;
import org.curtail.workflow.plan.WorkflowReport;

/**
 * A request that runs through four services. The planner splits one budget of copies over the
 * services, so that the p99 from end to end falls most. Each service gets its own hedge, which
 * keeps its part of the budget.
 */
public class Example13Workflow {
  private static final int REQUESTS = 200;

  private static final SplittableRandom random = new SplittableRandom(13);

  public static void main(String[] args) {
    // Costs have any unit. A copy of a search costs as much as eight copies of a login.
    Workflow workflow =
        Workflow.of(
            "page",
            List.of(
                Stage.of("login", List.of(), 1, times(3, 0.4)),
                Stage.of("search", List.of("login"), 8, times(10, 1.0)),
                Stage.of("ads", List.of("login"), 2, times(6, 1.1)),
                Stage.of("render", List.of("search", "ads"), 1, times(2, 0.8))));

    // Copies may cost 5 % of the cost of requests.
    WorkflowReport report =
        WorkflowReport.of(workflow, WorkflowGoal.reissue(99, 0.05), PlanOptions.DEFAULT);
    print("on the times it was made of", report.predicted());
    print("on times it had not seen", report.heldOut());
    for (StagePlan stage : report.plan().stages()) {
      System.out.printf("%-8s %s%n", stage.stage(), stage.policy());
    }

    Map<String, Hedge> hedges = new HashMap<>();
    Map<String, PlanDocument> budgets = StageBudgets.of(workflow, report.plan());
    budgets.forEach((stage, budget) ->
        hedges.put(stage, Hedge.of(budget.plan()).named(stage).idempotent().start()));

    var pages = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < REQUESTS; i++) {
      pages.add(page(workflow, hedges));
    }
    System.out.println(pages.stream().map(CompletableFuture::join).distinct().toList());
    hedges.forEach((stage, hedge) ->
        System.out.printf(
            "%-8s %d of %d calls sent again%n",
            stage, hedge.metrics().counts().hedges(), REQUESTS));
    hedges.values().forEach(Hedge::close);
  }

  /** Runs a request: each service is called after the answers of its predecessors. */
  private static CompletableFuture<String> page(Workflow workflow, Map<String, Hedge> hedges) {
    return call(workflow, hedges, "login")
        .thenCompose(login -> {
          var search = call(workflow, hedges, "search");
          var ads = call(workflow, hedges, "ads");
          return search.thenCombine(ads, (found, shown) -> login + found + shown);
        })
        .thenCompose(
            page -> call(workflow, hedges, "render").thenApply(rendered -> page + rendered));
  }

  private static CompletableFuture<String> call(
      Workflow workflow, Map<String, Hedge> hedges, String stage) {
    Hedge hedge = hedges.get(stage);
    // A stage without copies has no hedge.
    return hedge == null ? answer(workflow, stage) : hedge.call(attempt -> answer(workflow, stage));
  }

  // ---- Made-up services.

  private static CompletableFuture<String> answer(Workflow workflow, String stage) {
    StageTimes times = workflow.stage(stage).times();
    double millis;
    synchronized (random) {
      millis = times.firstMillis(random.nextInt(times.size()));
    }
    return new CompletableFuture<String>()
        .completeOnTimeout(stage + " ", (long) (1000 * millis), TimeUnit.MICROSECONDS);
  }

  /** Returns log-normal times, like those of services. */
  private static StageTimes times(double medianMillis, double sigma) {
    double[] millis = new double[2_000];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = medianMillis * Math.exp(sigma * random.nextGaussian());
    }
    return StageTimes.independent(millis);
  }

  private static void print(String where, WorkflowPlanDocument.Expected expected) {
    System.out.printf(
        "p99 %s: %.1f ms instead of %.1f ms, for %.1f %%%n",
        where, expected.p99().withMillis(), expected.p99().withoutMillis(), 100 * expected.cost());
  }
}
