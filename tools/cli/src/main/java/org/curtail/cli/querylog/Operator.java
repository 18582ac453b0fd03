package org.curtail.cli.querylog;

/** What a match of several words must have. */
public enum Operator {
  /** Any of them. */
  OR,
  /** All of them. */
  AND
}
