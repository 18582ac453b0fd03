package org.curtail.benchkit.standin;

import java.util.Map;
import org.curtail.workflow.Workflow;

/**
 * A workflow on the days on which a plan is made, and on those on which it is tried. Each call
 * makes the workflow anew, as all together would take much memory.
 */
public interface KwikenCase {
  /** Its name. */
  String name();

  /** How many stages it has. */
  int stages();

  /** With the times of which plans are made. */
  Workflow training();

  /** With times that no plan has seen. */
  Workflow test();

  /** What else a plan is tried on, by the name of what is tried. */
  Map<String, Workflow> variants();
}
