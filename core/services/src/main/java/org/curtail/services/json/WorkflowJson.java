package org.curtail.services.json;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.curtail.json.FormatException;
import org.curtail.json.StrictParser;
import org.curtail.workflow.Workflow;

/**
 * Workflows as {@code curtail-workflow/1}:
 *
 * <pre>{@code
 * {"format":"curtail-workflow/1","name":"search","stages":[
 * {"name":"parse","after":[],"cost":1,"latencyMs":[2,3,2.5]},
 * {"name":"look up","after":["parse"],"cost":10,"latencyMs":[5,60,7],"secondMs":[6,5,5]},
 * {"name":"ads","after":["parse"],"cost":40,"fanOut":20,"waitFor":0.9,"latencyMs":[8,9]}]}
 * }</pre>
 *
 * <p>A stage begins when all stages in {@code after} have ended. {@code cost} is the cost of one
 * visit, in any unit. {@code latencyMs} are measured times of one call to one server. All else is
 * optional:
 *
 * <ul>
 *   <li>{@code secondMs}: times of copies of the same requests, in the order of {@code latencyMs};
 *       without them, a copy is like an original call and independent of it.
 *   <li>{@code fanOut}: servers asked by a visit. {@code waitFor}: number that must answer, as a
 *       whole number; or their share, as a number below 1. All by default.
 *   <li>{@code visitsMs}: whole visits, each with a time per server; then {@code latencyMs} may be
 *       missing.
 *   <li>{@code within}: the stage that calls this one while it works.
 *   <li>{@code utility}: utility that the stage's answer adds to the whole beside others; without
 *       it, the whole is of no use without the stage.
 *   <li>{@code "joint":{"stages":["parse","ads"],"latencyMs":[[2,8],[3,null]]}} of the workflow:
 *       traced requests, with null for stages that were not visited. These stages may lack {@code
 *       latencyMs}.
 * </ul>
 *
 * <p>Numbers read back exactly, fields in any order when read, stages too. Stateless.
 */
public final class WorkflowJson {
  private WorkflowJson() {}

  /**
   * Reads a workflow and the rest of the reader, which must be white space.
   *
   * @param text not closed
   * @param name name of the text for messages, usually the file
   * @throws FormatException if the text is no workflow of this format; names line and field
   * @throws IOException if the reader fails
   */
  public static Workflow read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, WorkflowDraft::read);
  }

  /**
   * Writes a workflow, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(Workflow workflow, Writer out) throws IOException {
    WorkflowText.write(workflow, out);
  }
}
