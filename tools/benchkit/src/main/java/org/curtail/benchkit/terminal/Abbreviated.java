package org.curtail.benchkit.terminal;

/** Abbreviation of a user's text in messages. */
public final class Abbreviated {
  private static final int LONGEST = 60;

  private Abbreviated() {}

  /** Returns a short text unchanged; otherwise its first 60 characters and three dots. */
  public static String of(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
