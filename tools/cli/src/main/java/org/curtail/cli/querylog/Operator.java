package org.curtail.cli.querylog;

/** Rule for matches of several words. */
public enum Operator {
  /** A match has any of the words. */
  OR,
  /** A match has all of the words. */
  AND
}
