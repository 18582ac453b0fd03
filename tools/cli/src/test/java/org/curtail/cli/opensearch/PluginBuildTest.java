package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginBuildTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Progress (1): 45/160 MB     | downloaded 45 of 160 MB",
        "Progress (2): 160/160 MB, 12 kB | downloaded 160 of 160 MB",
        "Progress (1): 12/45 kB      | building the plugin",
        "[INFO] Building curtail     | building the plugin"
      })
  void mavensProgressIsSaidInAUsersWords(String line, String said) {
    assertThat(PluginBuild.progress(line)).isEqualTo(said);
  }
}
