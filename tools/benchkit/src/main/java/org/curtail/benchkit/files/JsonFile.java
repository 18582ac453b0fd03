package org.curtail.benchkit.files;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.json.FormatException;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.services.json.ReissuePlanJson;
import org.curtail.services.json.WorkflowJson;
import org.curtail.services.json.WorkflowPlanJson;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.plan.WorkflowPlanDocument;

/**
 * A file format with a strict reader.
 *
 * @param what the kind of file in messages: "a profile"
 */
public record JsonFile<T>(String what, Reading<T> reading, Writing<T> writing) {
  public static final JsonFile<Profile> PROFILE =
      new JsonFile<>("a profile", ProfileJson::read, ProfileJson::write);
  public static final JsonFile<IntervalTable> TABLE =
      new JsonFile<>("an interval table", IntervalTableJson::read, IntervalTableJson::write);
  public static final JsonFile<PlanDocument> REISSUE_PLAN =
      new JsonFile<>("a plan of reissue", ReissuePlanJson::read, ReissuePlanJson::write);
  public static final JsonFile<Workflow> WORKFLOW =
      new JsonFile<>("a workflow", WorkflowJson::read, WorkflowJson::write);
  public static final JsonFile<WorkflowPlanDocument> WORKFLOW_PLAN =
      new JsonFile<>("a plan for a workflow", WorkflowPlanJson::read, WorkflowPlanJson::write);
  static final JsonFile<AutomaticJson.Saved> AUTOMATIC =
      new JsonFile<>("what automatic knew", AutomaticJson::read, AutomaticJson::write);

  /** Reads a value from text; messages contain the name. */
  @FunctionalInterface
  public interface Reading<T> {
    T read(Reader text, String name) throws IOException;
  }

  /** Writes a value as text. */
  @FunctionalInterface
  public interface Writing<T> {
    void write(T value, Writer out) throws IOException;
  }

  /**
   * Reads a file in UTF-8.
   *
   * @throws UsageError if the file is missing, unreadable or has another format; the message names
   *     the problem in one line
   */
  public T read(Path file) {
    InputFile.require(file, what);
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return reading.read(text, file.toString());
    } catch (FormatException | FileSystemException e) {
      // Both messages name the file themselves.
      throw new UsageError(Failure.reason(e), e);
    } catch (CharacterCodingException e) {
      throw new UsageError(
          file + ": expected " + what + ", found bytes that are not UTF-8 text", e);
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }

  /**
   * Reads a plan for a workflow.
   *
   * @throws UsageError also if the plan is for another workflow; the message names the difference
   */
  public static WorkflowPlanDocument readPlan(Path file, Workflow workflow) {
    WorkflowPlanDocument noted = WORKFLOW_PLAN.read(file);
    try {
      noted.plan().requireFits(workflow);
    } catch (IllegalArgumentException e) {
      throw new UsageError(file + ": " + e.getMessage(), e);
    }
    return noted;
  }

  /**
   * Writes a file atomically: the file is complete or keeps its old content.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public void write(Path file, T value) throws IOException {
    OutputFile.write(file, writer -> writing.write(value, writer));
  }
}
