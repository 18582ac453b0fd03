package org.curtail.app.bench;

import org.curtail.app.bench.replicas.ReplicaOptions;
import org.curtail.app.bench.workflow.WorkflowOptions;
import org.curtail.measurement.terminal.OptionRules;

/** What is served, and by whom. */
enum BenchKind {
  /** Searches, by this machine. */
  LIVE,
  /** Requests of a profile, on emulated cores. */
  EMULATED,
  /** Requests of a log, by replicas. */
  REPLICAS,
  /** Requests that run through a graph of services, by replicas of each. */
  WORKFLOW;

  /**
   * That which options ask for.
   *
   * @throws org.curtail.measurement.terminal.Misuse if they ask for two
   */
  static BenchKind of(
      EmulationOptions emulation, ReplicaOptions replicas, WorkflowOptions workflow) {
    if (workflow.isAsked()) {
      if (emulation.isAsked()) {
        throw OptionRules.excludes("--emulate-cores", WorkflowOptions.WORKFLOW);
      }
      return WORKFLOW;
    }
    if (replicas.isAsked() && emulation.isAsked()) {
      throw OptionRules.excludes("--emulate-cores", ReplicaOptions.REPLICAS);
    }
    return replicas.isAsked() ? REPLICAS : emulation.isAsked() ? EMULATED : LIVE;
  }
}
