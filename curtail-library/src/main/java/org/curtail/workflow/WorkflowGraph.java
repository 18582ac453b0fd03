package org.curtail.workflow;

/** The shapes that a {@link WorkflowGenerator} gives to workflows. */
public enum WorkflowGraph {
  /** Each stage comes after the one before it. */
  SERIAL,

  /** One stage, then all others but one side by side, then the last one. */
  PARALLEL,

  /**
   * Groups of one to four stages, one group after the other; each stage comes after one or more of
   * the group before it, and each is before one of the next.
   */
  LAYERED,

  /**
   * Ten stages, 0 -&gt; {1 -&gt; 2, 3, 4 -&gt; 5} -&gt; 6 -&gt; {7, 8} -&gt; 9; of more or fewer
   * stages, the same again after itself, cut off.
   */
  TEN
}
