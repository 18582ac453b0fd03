package org.curtail.services.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.services.json.WorkflowDraft.StageDraft;
import org.curtail.services.json.WorkflowPlanJson.WorkflowPlanText;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.WorkflowPlanDocument;
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

  static WorkflowPlanDocument read(StrictParser parser) throws IOException {
    var draft = new WorkflowPlanDraft(parser);
    parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
    return draft.plan();
  }

  private WorkflowPlanDocument plan() throws IOException {
    var plan =
        new WorkflowPlan(
            workflow,
            new WorkflowGoal(percentile, budget, loss),
            stages,
            catchUp == null ? CatchUp.NONE : catchUp.catchUp(names));
    return new WorkflowPlanDocument(
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
      case "percentile" -> percentile = percentile(parser, field);
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
      case "notes" ->
          parser.shortArray(
              field, index -> notes.add(note(parser, StrictParser.element(field, index))));
      case "planning" -> parser.skipObject(field);
      default -> throw new AssertionError(field);
    }
  }

  /** Reads a sentence. */
  static String note(StrictParser parser, String field) throws IOException {
    String note = parser.string(field);
    if (note.isBlank()) {
      throw parser.unexpected(field, "a sentence");
    }
    return note;
  }

  /** Reads a percentile: above 0, below 100. */
  static double percentile(StrictParser parser, String field) throws IOException {
    double value = parser.numberAbove(0, field);
    if (value >= 100) {
      throw parser.unexpected(field, "a number below 100");
    }
    return value;
  }

  static double share(StrictParser parser, String field) throws IOException {
    return atMostOne(parser, field, parser.numberFrom(0, field));
  }

  static double atMostOne(StrictParser parser, String field, double value) throws IOException {
    if (value > 1) {
      throw parser.unexpected(field, "a number of at most 1");
    }
    return value;
  }

  /** Returns the policy, without copies if delay and probability are 0. */
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
    private WorkflowPlanDocument.Tail p99 = new WorkflowPlanDocument.Tail(0, 0);
    private WorkflowPlanDocument.@Nullable Tail tail;
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

    private WorkflowPlanDocument.Tail tail(String full) throws IOException {
      double[] values = new double[2];
      parser.object(
          full,
          TAIL_FIELDS,
          field -> values[TAIL_FIELDS.indexOf(field)] = parser.numberFrom(0, full + "." + field));
      return new WorkflowPlanDocument.Tail(values[0], values[1]);
    }

    WorkflowPlanDocument.Expected expected(double percentile) throws IOException {
      if (tail == null && percentile != 99) {
        throw parser.problem(
            end, path, "missing field tailMs, of percentile " + Numbers.compact(percentile));
      }
      return new WorkflowPlanDocument.Expected(p99, tail == null ? p99 : tail, cost, loss);
    }
  }

  /** Reads the catch-up of a plan. Each kind has its own fields. */
  private static final class CatchUpDraft {
    private static final List<String> FIELDS = List.of("kind", "afterMs");
    private static final List<String> OPTIONAL_FIELDS = List.of("degree", "speedup", "stages");
    private static final List<String> STAGE_FIELDS = List.of("name", "delayMs", "probability");

    /** Own fields of each kind. */
    private static final Map<String, List<String>> KINDS = kinds();

    private final StrictParser parser;
    private final String path;
    private final Map<String, ReissuePolicy> policies = new LinkedHashMap<>();
    private final Map<String, JsonLocation> stagePlaces = new HashMap<>();
    private final Map<String, JsonLocation> read = new LinkedHashMap<>();
    private String kind = "";
    private double afterMs;
    private int degree;
    private double speedup;
    private JsonLocation end = JsonLocation.NA;

    private CatchUpDraft(StrictParser parser, String path) {
      this.parser = parser;
      this.path = path;
    }

    private static Map<String, List<String>> kinds() {
      var kinds = new LinkedHashMap<String, List<String>>();
      kinds.put("threads", List.of("degree", "speedup"));
      kinds.put("priority", List.of());
      kinds.put("reissue", List.of("stages"));
      return kinds;
    }

    static CatchUpDraft read(StrictParser parser, String path) throws IOException {
      var draft = new CatchUpDraft(parser, path);
      parser.object(path, FIELDS, OPTIONAL_FIELDS, draft::field);
      draft.end = parser.here();
      return draft;
    }

    private void field(String field) throws IOException {
      String full = path + "." + field;
      switch (field) {
        case "kind" -> {
          kind = parser.string(full);
          if (!KINDS.containsKey(kind)) {
            throw parser.unexpected(full, "one of " + String.join(", ", KINDS.keySet()));
          }
        }
        case "afterMs" -> afterMs = parser.numberFrom(0, full);
        case "degree" -> {
          degree = parser.positiveInt(full);
          if (degree < 2) {
            throw parser.unexpected(full, "a whole number of at least 2");
          }
          read.put(field, parser.here());
        }
        case "speedup" -> {
          speedup = parser.numberAbove(0, full);
          read.put(field, parser.here());
        }
        case "stages" -> {
          parser.shortArray(full, index -> stage(StrictParser.element(full, index)));
          read.put(field, parser.here());
        }
        default -> throw new AssertionError(field);
      }
    }

    private void stage(String full) throws IOException {
      String[] name = {""};
      double[] values = new double[2];
      JsonLocation[] place = {JsonLocation.NA};
      parser.object(
          full,
          STAGE_FIELDS,
          field -> {
            String inner = full + "." + field;
            switch (field) {
              case "name" -> {
                name[0] = StageDraft.name(parser, inner);
                place[0] = parser.here();
              }
              case "delayMs" -> values[0] = parser.numberFrom(0, inner);
              case "probability" -> values[1] = WorkflowPlanDraft.share(parser, inner);
              default -> throw new AssertionError(field);
            }
          });
      if (policies.put(name[0], WorkflowPlanDraft.policy(values[0], values[1])) != null) {
        throw parser.problem(
            place[0],
            full + ".name",
            "two stages are named \"%s\"".formatted(StrictParser.shown(name[0])));
      }
      stagePlaces.put(name[0], place[0]);
    }

    /**
     * Returns the catch-up.
     *
     * @param stages names of the plan's stages
     */
    CatchUp catchUp(Set<String> stages) throws IOException {
      List<String> fields = KINDS.getOrDefault(kind, List.of());
      for (String field : fields) {
        if (!read.containsKey(field)) {
          throw parser.problem(end, path, "missing field %s of kind \"%s\"".formatted(field, kind));
        }
      }
      for (Map.Entry<String, JsonLocation> field : read.entrySet()) {
        if (!fields.contains(field.getKey())) {
          throw parser.problem(
              field.getValue(),
              path + "." + field.getKey(),
              "kind \"%s\" has no such field".formatted(kind));
        }
      }
      for (String stage : policies.keySet()) {
        if (!stages.contains(stage)) {
          throw parser.problem(
              stagePlaces.getOrDefault(stage, end),
              path + ".stages",
              "expected the name of a stage of the plan, found \"%s\""
                  .formatted(StrictParser.shown(stage)));
        }
      }
      return switch (kind) {
        case "threads" -> new CatchUp.Threads(afterMs, degree, speedup);
        case "priority" -> new CatchUp.Priority(afterMs);
        case "reissue" -> new CatchUp.GlobalReissue(afterMs, policies);
        default -> throw new AssertionError(kind);
      };
    }
  }
}
