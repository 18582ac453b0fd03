package org.curtail.benchkit.terminal;

/** A user's text for messages: a long one is cut off. */
public final class Abbreviated {
  private static final int LONGEST = 60;

  private Abbreviated() {}

  /** All of a short text; of a longer one its first 60 characters and three dots. */
  public static String of(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
