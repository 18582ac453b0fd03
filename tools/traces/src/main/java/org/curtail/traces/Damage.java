package org.curtail.traces;

import java.util.EnumSet;
import java.util.Set;

/** Kinds of damage in recorded spans, each with its repair. */
public enum Damage {
  UNREADABLE("unreadable records", "left out"),
  OTHER_SIGNAL("records of metrics, logs or profiles", "passed over"),
  GUESSED_UNIT("times whose column does not name their unit", "guessed"),
  NO_SERVICE("spans without the name of a service", "put down to a service named unknown"),
  CUT_ID("ids whose leading zeros were cut", "compared without leading zeros"),
  CUT_TRACE(
      "spans whose trace id was cut to 64 of 128 bits", "put into the trace that has their parent"),
  LONG_NAME("names of over 1,000 characters", "cut there, with a number for the rest"),
  DUPLICATE("spans recorded twice", "counted once"),
  SAME_ID("different spans of a trace with one id", "kept; children belong to the first"),
  UNFINISHED("spans without an end", "ended with the last span below them"),
  NO_PARENT("spans whose parent is missing", "put below the root"),
  CIRCLE("spans that are above themselves", "put below the root"),
  SEVERAL_ROOTS("further roots of a trace", "put below the first root"),
  CLOCK_SKEW("spans that begin before their parent, on another clock", "moved into their parent"),
  LEFT_BEHIND(
      "spans that went on after their caller ended", "their time is kept; no request waits"),
  OUTSIDE_PARENT("spans that reach over 1 ms beyond their parent", "cut off at its ends"),
  REPEATED("calls sent again after a failure, or beside one that goes on", "counted as one call");

  private static final Set<Damage> NOT_BROKEN =
      EnumSet.of(REPEATED, LEFT_BEHIND, OTHER_SIGNAL, GUESSED_UNIT);

  private final String what;
  private final String repair;

  Damage(String what, String repair) {
    this.what = what;
    this.repair = repair;
  }

  /** Description of the damage in the plural, such as "spans without an end". */
  public String what() {
    return what;
  }

  /** True if the recording is wrong; false if the finding is only information. */
  public boolean isBroken() {
    return !NOT_BROKEN.contains(this);
  }

  /** Description of the repair. */
  public String repair() {
    return repair;
  }
}
