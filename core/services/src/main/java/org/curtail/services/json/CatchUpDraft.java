package org.curtail.services.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.json.StrictParser;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;

/** Reads the catch-up of a plan; each kind has fields of its own. */
final class CatchUpDraft {
  private static final List<String> FIELDS = List.of("kind", "afterMs");
  private static final List<String> OPTIONAL_FIELDS = List.of("degree", "speedup", "stages");
  private static final List<String> STAGE_FIELDS = List.of("name", "delayMs", "probability");

  /** By kind: the fields beside those that all kinds have. */
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
