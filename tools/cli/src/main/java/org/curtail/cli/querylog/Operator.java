package org.curtail.cli.querylog;

/** Rule for matches of several words. */
public enum Operator {
  /** Any of them. */
  OR,
  /** All of them. */
  AND
}
