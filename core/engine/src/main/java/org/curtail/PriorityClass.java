package org.curtail;

/**
 * How important a request is compared with others of the same engine, the most important first.
 *
 * <p>A waiting request starts before those of less important classes, and free threads help running
 * requests of a more important class first. Within a class the policy decides. Nothing is taken
 * away from a request that runs because a more important one arrives, unless the policy is
 * malleable.
 */
public enum PriorityClass {
  /** Somebody waits who matters more than others. */
  URGENT,
  /** Everything that nobody said anything of. */
  NORMAL,
  /** Nobody waits for it. */
  BACKGROUND
}
