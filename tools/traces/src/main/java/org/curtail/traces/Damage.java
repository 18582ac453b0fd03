package org.curtail.traces;

import java.util.EnumSet;
import java.util.Set;

/** Kinds of damage in recorded spans, each with its repair. */
public enum Damage {
  UNREADABLE("unreadable records", "left out"),
  OTHER_SIGNAL("records of metrics, logs or profiles", "skipped"),
  GUESSED_UNIT("times of a column without a unit in its name", "guessed"),
  NO_SERVICE("spans without a service", "assigned to a service named unknown"),
  CUT_ID("ids without their leading zeros", "compared without leading zeros"),
  CUT_TRACE(
      "spans with 64 of the 128 bits of their trace id", "added to the trace of their parent"),
  LONG_NAME("names of over 1,000 characters", "cut, with a checksum of the rest"),
  DUPLICATE("spans recorded twice", "counted once"),
  SAME_ID("different spans with the same id in a trace", "kept; children belong to the first one"),
  UNFINISHED("spans without an end", "ended with their last descendant"),
  NO_PARENT("spans whose parent is missing", "put below the root"),
  CIRCLE("spans that are their own ancestors", "put below the root"),
  SEVERAL_ROOTS("additional roots of a trace", "put below the first root"),
  CLOCK_SKEW("spans that begin before their parent, on another clock", "moved into their parent"),
  LEFT_BEHIND("spans that outlived their caller", "kept; requests do not wait for them"),
  OUTSIDE_PARENT("spans that exceed their parent by over 1 ms", "cut at the parent's ends"),
  REPEATED("retries and copies of calls", "counted as one call");

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
