package org.curtail.papers.experiments;

import java.util.Map;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowHalves;

/**
 * A workflow of the user: plans are made from the earlier half of its times, and tried on the later
 * half.
 */
record KwikenTraces(WorkflowHalves halves) implements KwikenCase {
  static KwikenTraces of(Workflow whole) {
    return new KwikenTraces(WorkflowHalves.of(whole));
  }

  @Override
  public String name() {
    return training().name();
  }

  @Override
  public int stages() {
    return training().stages().size();
  }

  @Override
  public Workflow training() {
    return halves.earlier();
  }

  @Override
  public Workflow test() {
    return halves.later();
  }

  @Override
  public Map<String, Workflow> variants() {
    return Map.of();
  }
}
