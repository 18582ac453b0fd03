package org.curtail.traces;

/** What can be wrong with recorded spans, and what is done about it. */
public enum Damage {
  UNREADABLE("unreadable records", "left out"),
  NO_SERVICE("spans without the name of a service", "put down to a service named unknown"),
  CUT_ID("ids whose leading zeros were cut", "compared without leading zeros"),
  DUPLICATE("spans recorded twice", "counted once"),
  SAME_ID("different spans of a trace with one id", "kept; children belong to the first"),
  UNFINISHED("spans without an end", "ended with the last span below them"),
  NO_PARENT("spans whose parent is missing", "put below the root"),
  CIRCLE("spans that are above themselves", "put below the root"),
  SEVERAL_ROOTS("further roots of a trace", "put below the first root"),
  CLOCK_SKEW("spans that begin before their parent, on another clock", "moved into their parent"),
  OUTSIDE_PARENT("spans that reach over 1 ms beyond their parent", "cut off at its ends"),
  REPEATED("calls sent again after a failure, or beside one that goes on", "counted as one call");

  private final String what;
  private final String repair;

  Damage(String what, String repair) {
    this.what = what;
    this.repair = repair;
  }

  /** What is wrong, in the plural: spans without an end. */
  public String what() {
    return what;
  }

  /** Whether the recording is wrong; attempts sent again are recorded as they were. */
  public boolean isBroken() {
    return this != REPEATED;
  }

  /** What is done about it. */
  public String repair() {
    return repair;
  }
}
