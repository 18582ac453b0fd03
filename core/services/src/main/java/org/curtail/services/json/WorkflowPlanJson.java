package org.curtail.services.json;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.curtail.json.FormatException;
import org.curtail.json.StrictParser;
import org.curtail.workflow.NotedWorkflowPlan;

/**
 * Plans of workflows as {@code curtail-workflow-plan/1}:
 *
 * <pre>{@code
 * {"format":"curtail-workflow-plan/1","workflow":"search","percentile":99,"budget":0.05,"loss":0.001,
 * "stages":[
 * {"name":"parse","delayMs":0,"probability":0,"reissueFraction":0},
 * {"name":"ads","delayMs":12.5,"probability":0.4,"reissueFraction":0.0199,
 * "partial":{"cutoffMs":200,"extraMs":10,"fraction":0.9},"loss":0.0008}],
 * "catchUp":{"kind":"threads","afterMs":80,"degree":3,"speedup":2},
 * "predicted":{"p99Ms":{"without":80,"with":31},"cost":0.0499,"loss":0.0008},
 * "heldOut":{"p99Ms":{"without":81,"with":32.5},"cost":0.0503,"loss":0.0009}}
 * }</pre>
 *
 * <p>All stages of the workflow are listed, in its order. A call without an answer after {@code
 * delayMs} gets a copy with {@code probability}; both are 0 without copies. {@code budget} and
 * {@code cost} are the cost of copies, as a share of the cost of all original visits: the goal of
 * the plan, and the result. All else is optional:
 *
 * <ul>
 *   <li>{@code partial}: the stage stops waiting after {@code cutoffMs}, or {@code extraMs} after
 *       the share {@code fraction} of the needed servers has answered; one of the two times may be
 *       missing. {@code loss} of a stage is the share of servers not waited for.
 *   <li>{@code catchUp}, of {@code kind} {@code threads}, {@code priority} with {@code afterMs}
 *       only, or {@code reissue} with {@code afterMs} and {@code
 *       "stages":[{"name":"ads","delayMs":5,"probability":1}]}.
 *   <li>{@code predicted}, on the samples from which the plan was made, and {@code heldOut}, on
 *       others. If {@code percentile} is not 99, they have {@code tailMs} of that percentile too.
 *   <li>{@code "source":"free text"}, {@code "notes":["a sentence"]}; a {@code planning} object, in
 *       which a command records its options, is skipped.
 * </ul>
 *
 * <p>Numbers read back exactly, fields in any order when read. Stateless.
 */
public final class WorkflowPlanJson {
  private WorkflowPlanJson() {}

  /**
   * Reads a plan and the rest of the reader, which must be white space.
   *
   * @param text not closed
   * @param name name of the text for messages, usually the file
   * @throws FormatException if the text is no plan of this format; names line and field
   * @throws IOException if the reader fails
   */
  public static NotedWorkflowPlan read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, WorkflowPlanDraft::read);
  }

  /**
   * Writes a document with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(NotedWorkflowPlan noted, Writer out) throws IOException {
    WorkflowPlanText.write(noted, out);
  }
}
