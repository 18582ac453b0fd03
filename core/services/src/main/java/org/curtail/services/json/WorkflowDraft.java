package org.curtail.services.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.services.json.WorkflowJson.WorkflowText;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/** Reads a workflow. Relations of several fields are checked at the end. */
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
      // A cycle, or a stage after a stage with another caller.
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

  static final class StageDraft {
    private static final List<String> FIELDS = List.of("name", "after", "cost");
    private static final List<String> OPTIONAL_FIELDS =
        List.of("latencyMs", "secondMs", "fanOut", "waitFor", "visitsMs", "within", "utility");

    /** Number of single calls taken from whole visits, if there are no other times. */
    private static final int TIMES_OF_VISITS = 10_000;

    private final StrictParser parser;
    private final String path;
    private final List<String> after = new ArrayList<>();
    private final List<JsonLocation> afterPlaces = new ArrayList<>();
    private final List<double[]> visitsMs = new ArrayList<>();
    private final List<JsonLocation> visitPlaces = new ArrayList<>();
    private String name = "";
    private JsonLocation namePlace = JsonLocation.NA;
    private JsonLocation withinPlace = JsonLocation.NA;
    private JsonLocation secondPlace = JsonLocation.NA;
    private JsonLocation waitPlace = JsonLocation.NA;
    private JsonLocation end = JsonLocation.NA;
    private @Nullable String within;
    private double cost;
    private double utility;
    private double waitFor;
    private int fanOut = 1;
    private double @Nullable [] latencyMs;
    private double @Nullable [] secondMs;

    private StageDraft(StrictParser parser, String path) {
      this.parser = parser;
      this.path = path;
    }

    static StageDraft read(StrictParser parser, String path) throws IOException {
      var draft = new StageDraft(parser, path);
      parser.object(path, FIELDS, OPTIONAL_FIELDS, field -> draft.field(path + "." + field, field));
      draft.end = parser.here();
      return draft;
    }

    /** Reads a text that is not blank. */
    static String name(StrictParser parser, String field) throws IOException {
      String name = parser.string(field);
      if (name.isBlank()) {
        throw parser.unexpected(field, "a name");
      }
      return name;
    }

    static String noStage(String name) {
      return "expected the name of a stage, found \"%s\"".formatted(StrictParser.shown(name));
    }

    private void field(String full, String field) throws IOException {
      switch (field) {
        case "name" -> {
          name = name(parser, full);
          namePlace = parser.here();
        }
        case "after" ->
            parser.shortArray(
                full,
                index -> {
                  after.add(name(parser, StrictParser.element(full, index)));
                  afterPlaces.add(parser.here());
                });
        case "within" -> {
          within = name(parser, full);
          withinPlace = parser.here();
        }
        case "cost" -> cost = parser.numberAbove(0, full);
        case "utility" -> utility = parser.numberFrom(0, full);
        case "fanOut" -> {
          fanOut = parser.positiveInt(full);
          if (fanOut > Responders.MOST) {
            throw parser.unexpected(full, "at most %,d servers".formatted(Responders.MOST));
          }
        }
        case "waitFor" -> {
          waitFor = parser.numberAbove(0, full);
          waitPlace = parser.here();
          if (waitFor >= 1 && waitFor != Math.rint(waitFor)) {
            throw parser.unexpected(full, "a whole number of servers, or a share below 1");
          }
        }
        case "latencyMs" -> latencyMs = times(full);
        case "secondMs" -> {
          secondMs = times(full);
          secondPlace = parser.here();
        }
        case "visitsMs" -> visits(full);
        default -> throw new AssertionError(field);
      }
    }

    private double[] times(String full) throws IOException {
      double[] times = parser.numbersFromZero(() -> full);
      if (times.length == 0) {
        throw parser.problem(full, "expected at least one time, found none");
      }
      return times;
    }

    private void visits(String full) throws IOException {
      parser.array(
          full,
          index -> {
            visitsMs.add(parser.numbersFromZero(() -> StrictParser.element(full, index)));
            visitPlaces.add(parser.here());
          });
      if (visitsMs.isEmpty()) {
        throw parser.problem(full, "expected at least one visit, found none");
      }
    }

    String name() {
      return name;
    }

    JsonLocation namePlace() {
      return namePlace;
    }

    /** Rejects references to unknown stages. */
    void checkOthers(Set<String> names) throws IOException {
      for (int i = 0; i < after.size(); i++) {
        String field = StrictParser.element(path + ".after", i);
        if (!names.contains(after.get(i))) {
          throw parser.problem(afterPlaces.get(i), field, noStage(after.get(i)));
        }
        if (after.indexOf(after.get(i)) < i) {
          throw parser.problem(
              afterPlaces.get(i),
              field,
              "the stage \"%s\" appears twice".formatted(StrictParser.shown(after.get(i))));
        }
      }
      if (within != null && !names.contains(within)) {
        throw parser.problem(withinPlace, path + ".within", noStage(within));
      }
    }

    /**
     * Returns the stage.
     *
     * @param joint traced requests, with times for a stage without its own times; null for none
     */
    Stage stage(@Nullable JointTraces joint) throws IOException {
      ResponderTraces visits = visits();
      return new Stage(
          name, after, within, cost, times(joint, visits), responders(), visits, utility);
    }

    private @Nullable ResponderTraces visits() throws IOException {
      if (visitsMs.isEmpty()) {
        return null;
      }
      for (int i = 0; i < visitsMs.size(); i++) {
        if (visitsMs.get(i).length != fanOut) {
          throw parser.problem(
              visitPlaces.get(i),
              StrictParser.element(path + ".visitsMs", i),
              "expected a time per server, fanOut %d, found %d"
                  .formatted(fanOut, visitsMs.get(i).length));
        }
      }
      return ResponderTraces.of(visitsMs.toArray(double[][]::new));
    }

    private Responders responders() throws IOException {
      if (waitFor == 0) {
        return Responders.allOf(fanOut);
      }
      if (waitFor < 1) {
        return Responders.share(fanOut, waitFor);
      }
      if (waitFor > fanOut) {
        throw parser.problem(
            waitPlace,
            path + ".waitFor",
            "expected at most fanOut, %d, found %s".formatted(fanOut, Numbers.compact(waitFor)));
      }
      return new Responders(fanOut, (int) waitFor);
    }

    private StageTimes times(@Nullable JointTraces joint, @Nullable ResponderTraces visits)
        throws IOException {
      if (latencyMs == null) {
        if (secondMs != null) {
          throw parser.problem(
              secondPlace,
              path + ".secondMs",
              "expected latencyMs of the same requests, found none");
        }
        return visits == null ? traced(joint) : visits.times(TIMES_OF_VISITS);
      }
      if (secondMs == null) {
        return StageTimes.independent(latencyMs);
      }
      if (secondMs.length != latencyMs.length) {
        throw parser.problem(
            secondPlace,
            path + ".secondMs",
            "expected as many as latencyMs, %d, found %d"
                .formatted(latencyMs.length, secondMs.length));
      }
      return StageTimes.paired(latencyMs, secondMs);
    }

    private StageTimes traced(@Nullable JointTraces joint) throws IOException {
      int column = joint == null ? -1 : joint.stages().indexOf(name);
      if (joint == null || column < 0) {
        throw parser.problem(end, path, "missing field latencyMs");
      }
      double[] times =
          IntStream.range(0, joint.size())
              .mapToDouble(trace -> joint.millis(trace, column))
              .filter(millis -> !Double.isNaN(millis))
              .toArray();
      if (times.length == 0) {
        throw parser.problem(
            end,
            path,
            "expected latencyMs, or a trace in joint that visits the stage, found neither");
      }
      return StageTimes.independent(times);
    }
  }
}
