package org.curtail.linux.energy;

/**
 * A setting that is changed for a while.
 *
 * @param domain the number of its frequency domain
 * @param before what its file held before
 * @param left what was left in it last, or {@link #UNTOUCHED} or {@link #CHANGING}
 */
record Borrowed(int domain, Setting setting, String before, String left) {
  /** Nothing has been written to it yet. */
  static final String UNTOUCHED = "-";

  /** It is being written: it may hold anything. */
  static final String CHANGING = "?";

  String path() {
    return setting.path(domain);
  }

  Borrowed with(String newLeft) {
    return new Borrowed(domain, setting, before, newLeft);
  }
}
