package org.curtail.services.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.NotedWorkflowPlan;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.jspecify.annotations.Nullable;

/** Reads a plan of a workflow. */
final class WorkflowPlanDraft {
  private static final List<String> FIELDS =
      List.of("format", "workflow", "percentile", "budget", "loss", "stages");
  private static final List<String> OPTIONAL_FIELDS =
      List.of("catchUp", "predicted", "heldOut", "source", "notes", "planning");
  private static final List<String> STAGE_FIELDS =
      List.of("name", "delayMs", "probability", "reissueFraction");
  private static final List<String> OPTIONAL_STAGE_FIELDS = List.of("partial", "loss");
  private static final List<String> PARTIAL_FIELDS = List.of("cutoffMs", "extraMs", "fraction");
  private static final List<String> EXPECTED_FIELDS = List.of("p99Ms", "cost", "loss");
  private static final List<String> OPTIONAL_EXPECTED_FIELDS = List.of("tailMs");
  private static final List<String> TAIL_FIELDS = List.of("without", "with");

  private final StrictParser parser;
  private final List<StagePlan> stages = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private String workflow = "";
  private double percentile;
  private double budget;
  private double loss;
  private @Nullable CatchUpDraft catchUp;
  private @Nullable ExpectedDraft predicted;
  private @Nullable ExpectedDraft heldOut;
  private String source = "";

  private WorkflowPlanDraft(StrictParser parser) {
    this.parser = parser;
  }

  static NotedWorkflowPlan read(StrictParser parser) throws IOException {
    var draft = new WorkflowPlanDraft(parser);
    parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
    return draft.plan();
  }

  private NotedWorkflowPlan plan() throws IOException {
    var plan =
        new WorkflowPlan(
            workflow,
            new WorkflowGoal(percentile, budget, loss),
            stages,
            catchUp == null ? CatchUp.NONE : catchUp.catchUp(names));
    return new NotedWorkflowPlan(
        plan,
        predicted == null ? null : predicted.expected(percentile),
        heldOut == null ? null : heldOut.expected(percentile),
        source,
        notes);
  }

  private void field(String field) throws IOException {
    switch (field) {
      case "format" -> parser.constant(field, WorkflowPlanText.FORMAT);
      case "workflow" -> workflow = StageDraft.name(parser, field);
      case "percentile" -> {
        percentile = parser.numberAbove(0, field);
        if (percentile >= 100) {
          throw parser.unexpected(field, "a number below 100");
        }
      }
      case "budget" -> budget = share(parser, field);
      case "loss" -> {
        loss = share(parser, field);
        if (loss == 1) {
          throw parser.unexpected(field, "a number below 1");
        }
      }
      case "stages" -> {
        parser.shortArray(field, index -> stage(StrictParser.element(field, index)));
        if (stages.isEmpty()) {
          throw parser.problem(field, "expected at least one stage, found none");
        }
      }
      case "catchUp" -> catchUp = CatchUpDraft.read(parser, field);
      case "predicted" -> predicted = expected(field);
      case "heldOut" -> heldOut = expected(field);
      case "source" -> source = parser.string(field);
      case "notes" -> parser.shortArray(field, index -> note(StrictParser.element(field, index)));
      case "planning" -> parser.skipObject(field);
      default -> throw new AssertionError(field);
    }
  }

  private void note(String field) throws IOException {
    String note = parser.string(field);
    if (note.isBlank()) {
      throw parser.unexpected(field, "a sentence");
    }
    notes.add(note);
  }

  /** Reads a number from 0 to 1. */
  static double share(StrictParser parser, String field) throws IOException {
    double value = parser.numberFrom(0, field);
    if (value > 1) {
      throw parser.unexpected(field, "a number of at most 1");
    }
    return value;
  }

  /** Returns the policy, no reissue if delay and probability are 0. */
  static ReissuePolicy policy(double delayMs, double probability) {
    return delayMs == 0 && probability == 0
        ? ReissuePolicy.NONE
        : ReissuePolicy.singleR(delayMs, probability);
  }

  private void stage(String path) throws IOException {
    var read = new StagePlanDraft();
    parser.object(
        path, STAGE_FIELDS, OPTIONAL_STAGE_FIELDS, field -> read.field(path + "." + field, field));
    stages.add(
        new StagePlan(
            read.name,
            policy(read.delayMs, read.probability),
            read.reissueFraction,
            read.partial,
            read.loss));
  }

  /** Reads the plan of one stage. */
  private final class StagePlanDraft {
    private String name = "";
    private double delayMs;
    private double probability;
    private double reissueFraction;
    private double loss;
    private PartialAnswer partial = PartialAnswer.NONE;

    void field(String full, String field) throws IOException {
      switch (field) {
        case "name" -> {
          name = StageDraft.name(parser, full);
          if (!names.add(name)) {
            throw parser.problem(
                full, "two stages are named \"%s\"".formatted(StrictParser.shown(name)));
          }
        }
        case "delayMs" -> delayMs = parser.numberFrom(0, full);
        case "probability" -> probability = share(parser, full);
        case "reissueFraction" -> reissueFraction = share(parser, full);
        case "loss" -> loss = share(parser, full);
        case "partial" -> partial = partial(full);
        default -> throw new AssertionError(field);
      }
    }
  }

  private PartialAnswer partial(String path) throws IOException {
    double[] values = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1};
    parser.object(
        path,
        List.of(),
        PARTIAL_FIELDS,
        field -> {
          String full = path + "." + field;
          values[PARTIAL_FIELDS.indexOf(field)] =
              field.equals("extraMs") ? parser.numberFrom(0, full) : parser.numberAbove(0, full);
          if (field.equals("fraction") && values[2] > 1) {
            throw parser.unexpected(full, "a number of at most 1");
          }
        });
    var partial = new PartialAnswer(values[0], values[1], values[2]);
    if (!partial.mayLose()) {
      throw parser.problem(path, "expected cutoffMs or extraMs, found neither");
    }
    return partial;
  }

  private ExpectedDraft expected(String path) throws IOException {
    var read = new ExpectedDraft(parser, path);
    parser.object(path, EXPECTED_FIELDS, OPTIONAL_EXPECTED_FIELDS, read::field);
    read.end = parser.here();
    return read;
  }

  /** Reads the effect of a plan. */
  private static final class ExpectedDraft {
    private final StrictParser parser;
    private final String path;
    private NotedWorkflowPlan.Tail p99 = new NotedWorkflowPlan.Tail(0, 0);
    private NotedWorkflowPlan.@Nullable Tail tail;
    private double cost;
    private double loss;
    private JsonLocation end = JsonLocation.NA;

    ExpectedDraft(StrictParser parser, String path) {
      this.parser = parser;
      this.path = path;
    }

    void field(String field) throws IOException {
      String full = path + "." + field;
      switch (field) {
        case "p99Ms" -> p99 = tail(full);
        case "tailMs" -> tail = tail(full);
        case "cost" -> cost = parser.numberFrom(0, full);
        case "loss" -> loss = share(parser, full);
        default -> throw new AssertionError(field);
      }
    }

    private NotedWorkflowPlan.Tail tail(String full) throws IOException {
      double[] values = new double[2];
      parser.object(
          full,
          TAIL_FIELDS,
          field -> values[TAIL_FIELDS.indexOf(field)] = parser.numberFrom(0, full + "." + field));
      return new NotedWorkflowPlan.Tail(values[0], values[1]);
    }

    NotedWorkflowPlan.Expected expected(double percentile) throws IOException {
      if (tail == null && percentile != 99) {
        throw parser.problem(
            end, path, "missing field tailMs, of percentile " + Numbers.compact(percentile));
      }
      return new NotedWorkflowPlan.Expected(p99, tail == null ? p99 : tail, cost, loss);
    }
  }
}
