package org.curtail.benchkit.standin;

import java.util.Map;
import org.curtail.workflow.Workflow;

/**
 * A workflow on the days for planning and on the days for testing. Each call creates the workflow
 * anew, to save memory.
 */
public interface KwikenCase {
  /** Returns the name. */
  String name();

  /** Returns the number of stages. */
  int stages();

  /** Returns the workflow with the times for planning. */
  Workflow training();

  /** Returns the workflow with other times, for tests of plans. */
  Workflow test();

  /** Returns further workflows for tests, by the name of the test. */
  Map<String, Workflow> variants();
}
