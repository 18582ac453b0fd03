package org.curtail.linux.energy;

/**
 * A temporarily changed setting.
 *
 * @param domain number of its frequency domain
 * @param before value of its file before the change
 * @param left value written last, or {@link #UNTOUCHED} or {@link #CHANGING}
 */
record TemporarySetting(int domain, Setting setting, String before, String left) {
  /** No value was written yet. */
  static final String UNTOUCHED = "-";

  /** A write is in progress, so the content is unknown. */
  static final String CHANGING = "?";

  String path() {
    return setting.path(domain);
  }

  TemporarySetting with(String newLeft) {
    return new TemporarySetting(domain, setting, before, newLeft);
  }
}
