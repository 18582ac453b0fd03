package org.curtail;

/**
 * The importance of a request compared with others of the same engine, the most important first.
 *
 * <p>A waiting request starts before those of less important classes, and free threads help running
 * requests of a more important class first. Within a class the policy decides. The arrival of a
 * more important request takes nothing away from a running one, unless the policy is malleable or
 * preempts.
 */
public enum PriorityClass {
  /** More important than others, such as a request that a person waits for. */
  URGENT,
  /** The default. */
  NORMAL,
  /** No person waits for it. */
  BACKGROUND
}
