package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.common.settings.Settings;

class ModeTest {
  @TempDir private Path plugins;

  private void install(String folder, String name) throws IOException {
    Path descriptor = plugins.resolve(folder).resolve("plugin-descriptor.properties");
    Files.createDirectories(plugins.resolve(folder));
    Files.writeString(descriptor, "name=" + name + "\nversion=3.8.0.0\n");
  }

  @Test
  void whereAKnownPluginSearchesTheEngineIsItsExecutor() throws IOException {
    install("curtail", "curtail");
    Files.createDirectories(plugins.resolve("empty"));
    assertThat(OtherSearchers.installed(plugins)).isEmpty();
    install("another", "opensearch-neural-search");
    Optional<String> other = OtherSearchers.installed(plugins);
    assertThat(other).contains("opensearch-neural-search");
    assertThat(Mode.of("auto", other)).isEqualTo(Mode.EXECUTOR);
    assertThat(Mode.of("auto", Optional.empty())).isEqualTo(Mode.SEARCHER);
  }

  @Test
  void whatIsWantedIsTaken() {
    assertThat(Mode.of("off", Optional.empty())).isEqualTo(Mode.OFF);
    assertThat(Mode.of("searcher", Optional.of("other"))).isEqualTo(Mode.SEARCHER);
    assertThat(OtherSearchers.installed(plugins.resolve("nowhere"))).isEmpty();
  }

  @Test
  void anUnknownModeIsRefused() {
    Settings settings = Settings.builder().put("curtail.mode", "fast").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CurtailSettings.MODE.get(settings))
        .withStackTraceContaining("expected auto, searcher, executor or off, found fast");
  }
}
