package org.curtail.services.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.json.StrictParser;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/** Reads a workflow; relations between several fields are checked at the end. */
final class WorkflowDraft {
  private static final List<String> FIELDS = List.of("format", "name", "stages");
  private static final List<String> OPTIONAL_FIELDS = List.of("joint");
  private static final List<String> JOINT_FIELDS = List.of("stages", "latencyMs");

  private final StrictParser parser;
  private final List<StageDraft> stages = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private String name = "";
  private JsonLocation stagesPlace = JsonLocation.NA;
  private @Nullable JointDraft joint;

  private WorkflowDraft(StrictParser parser) {
    this.parser = parser;
  }

  static Workflow read(StrictParser parser) throws IOException {
    var draft = new WorkflowDraft(parser);
    parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
    return draft.workflow();
  }

  private void field(String field) throws IOException {
    switch (field) {
      case "format" -> parser.constant(field, WorkflowText.FORMAT);
      case "name" -> name = StageDraft.name(parser, field);
      case "stages" -> {
        parser.shortArray(field, index -> stage(StrictParser.element(field, index)));
        stagesPlace = parser.here();
        if (stages.isEmpty()) {
          throw parser.problem(field, "expected at least one stage, found none");
        }
      }
      case "joint" -> {
        var read = new JointDraft(parser);
        parser.object(field, JOINT_FIELDS, inner -> read.field(field + "." + inner, inner));
        joint = read;
      }
      default -> throw new AssertionError(field);
    }
  }

  private void stage(String field) throws IOException {
    StageDraft stage = StageDraft.read(parser, field);
    if (!names.add(stage.name())) {
      throw parser.problem(
          stage.namePlace(),
          field + ".name",
          "two stages are named \"%s\"".formatted(StrictParser.shown(stage.name())));
    }
    stages.add(stage);
  }

  private Workflow workflow() throws IOException {
    JointTraces traces = joint == null ? null : joint.traces(names);
    var read = new ArrayList<Stage>();
    for (StageDraft stage : stages) {
      stage.checkOthers(names);
      read.add(stage.stage(traces));
    }
    try {
      Workflow workflow = Workflow.of(name, read);
      return traces == null ? workflow : workflow.with(traces);
    } catch (IllegalArgumentException e) {
      // A circle, or stages that are after others with another caller.
      throw parser.problem(
          stagesPlace, "stages", StrictParser.oneLine(String.valueOf(e.getMessage())));
    }
  }

  /** Reads traced requests. */
  private static final class JointDraft {
    private final StrictParser parser;
    private final List<String> stages = new ArrayList<>();
    private final List<JsonLocation> places = new ArrayList<>();
    private final List<double[]> rows = new ArrayList<>();
    private final List<JsonLocation> rowPlaces = new ArrayList<>();

    JointDraft(StrictParser parser) {
      this.parser = parser;
    }

    void field(String path, String field) throws IOException {
      switch (field) {
        case "stages" ->
            parser.shortArray(
                path,
                index -> {
                  stages.add(StageDraft.name(parser, StrictParser.element(path, index)));
                  places.add(parser.here());
                });
        case "latencyMs" -> {
          parser.array(
              path,
              index -> {
                rows.add(parser.numbersFromZeroOrNull(() -> StrictParser.element(path, index)));
                rowPlaces.add(parser.here());
              });
          if (rows.isEmpty()) {
            throw parser.problem(path, "expected at least one trace, found none");
          }
        }
        default -> throw new AssertionError(field);
      }
    }

    JointTraces traces(Set<String> names) throws IOException {
      var seen = new HashSet<String>();
      for (int i = 0; i < stages.size(); i++) {
        String stage = stages.get(i);
        String field = StrictParser.element("joint.stages", i);
        if (!names.contains(stage)) {
          throw parser.problem(places.get(i), field, StageDraft.noStage(stage));
        }
        if (!seen.add(stage)) {
          throw parser.problem(
              places.get(i),
              field,
              "the stage \"%s\" appears twice".formatted(StrictParser.shown(stage)));
        }
      }
      for (int i = 0; i < rows.size(); i++) {
        if (rows.get(i).length != stages.size()) {
          throw parser.problem(
              rowPlaces.get(i),
              StrictParser.element("joint.latencyMs", i),
              "expected a time or null per stage, %d, found %d"
                  .formatted(stages.size(), rows.get(i).length));
        }
      }
      return JointTraces.of(stages, rows.toArray(double[][]::new));
    }
  }
}
