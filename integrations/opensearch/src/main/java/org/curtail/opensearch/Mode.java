package org.curtail.opensearch;

import java.util.Locale;
import java.util.Optional;

/** How searches come to the engine. */
enum Mode {
  /** In place of OpenSearch's own searcher: by windows of documents. */
  SEARCHER("query phases run on the engine"),
  /** Under OpenSearch's searcher, or another plugin's: the engine runs the slices that it makes. */
  EXECUTOR("the engine runs the slices of concurrent segment search"),
  /** Not at all. */
  OFF("no search comes to the engine");

  private final String meaning;

  Mode(String meaning) {
    this.meaning = meaning;
  }

  /**
   * As the settings have it.
   *
   * @param setting by which a mode is wanted, or the best that can be
   * @param other the plugin that searches in OpenSearch's place, which allows only one
   */
  static Mode of(String setting, Optional<String> other) {
    return setting.equals(CurtailSettings.AUTO)
        ? other.isPresent() ? EXECUTOR : SEARCHER
        : valueOf(setting.toUpperCase(Locale.ROOT));
  }

  /** In words. */
  String meaning() {
    return meaning;
  }

  /** As in the settings. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
