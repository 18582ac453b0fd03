package org.curtail.opensearch;

import java.util.Locale;
import java.util.Optional;

/** Ways from searches to the engine. */
enum Mode {
  /** In place of OpenSearch's own searcher, by windows of documents. */
  SEARCHER("query phases run on the engine"),
  /** Below OpenSearch's searcher, or another plugin's: the engine runs their slices. */
  EXECUTOR("the engine runs the slices of concurrent segment search"),
  /** No search. */
  OFF("no search comes to the engine");

  private final String meaning;

  Mode(String meaning) {
    this.meaning = meaning;
  }

  /**
   * Returns the mode of a setting.
   *
   * @param setting a mode, or {@code auto}
   * @param other another plugin that replaces OpenSearch's searcher; OpenSearch allows only one
   */
  static Mode of(String setting, Optional<String> other) {
    return setting.equals(CurtailSettings.AUTO)
        ? other.isPresent() ? EXECUTOR : SEARCHER
        : valueOf(setting.toUpperCase(Locale.ROOT));
  }

  /** Description in words. */
  String meaning() {
    return meaning;
  }

  /** Name in the settings. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
