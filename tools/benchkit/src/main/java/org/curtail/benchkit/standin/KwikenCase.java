package org.curtail.benchkit.standin;

import java.util.Map;
import org.curtail.workflow.Workflow;

/**
 * A workflow on the days for planning, and on the days for testing. Each call makes the workflow
 * anew, as all together would take much memory.
 */
public interface KwikenCase {
  /** Its name. */
  String name();

  /** Number of its stages. */
  int stages();

  /** The workflow with the times for planning. */
  Workflow training();

  /** The workflow with times that no plan has seen. */
  Workflow test();

  /** Further workflows for testing, by name of the test. */
  Map<String, Workflow> variants();
}
