package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.common.settings.Settings;

class ModeTest {
  @TempDir private Path plugins;

  /** Installs a plugin as OpenSearch's tool unpacks it. */
  private void install(String name, Class<?> type) throws IOException {
    Path folder = Files.createDirectories(plugins.resolve(name));
    Files.writeString(
        folder.resolve("plugin-descriptor.properties"),
        "name=%s\nversion=3.8.0.0\nclassname=%s\n".formatted(name, type.getName()));
    String file = type.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(folder.resolve("it.jar")));
        InputStream in = Objects.requireNonNull(type.getClassLoader().getResourceAsStream(file))) {
      out.putNextEntry(new ZipEntry(file));
      in.transferTo(out);
    }
  }

  @Test
  void whereAnotherPluginSearchesTheEngineIsItsExecutor() throws IOException {
    install("curtail", CurtailPlugin.class);
    install("slow-words", SlowWordsPlugin.class);
    Files.createDirectories(plugins.resolve("empty"));
    assertThat(OtherSearchers.installed(plugins)).isEmpty();
    install("another", ExecutorModeTest.OtherPlugin.class);
    Optional<String> other = OtherSearchers.installed(plugins);
    assertThat(other).contains("another");
    assertThat(Mode.of("auto", other)).isEqualTo(Mode.EXECUTOR);
    assertThat(Mode.of("auto", Optional.empty())).isEqualTo(Mode.SEARCHER);
  }

  @Test
  void whatCannotBeReadIsNoOtherPlugin() throws IOException {
    assertThat(OtherSearchers.installed(plugins.resolve("nowhere"))).isEmpty();
    install("another", ExecutorModeTest.OtherPlugin.class);
    Files.writeString(plugins.resolve("another").resolve("it.jar"), "no jar");
    assertThat(OtherSearchers.installed(plugins)).isEmpty();
    for (String name : new String[] {"a", "z"}) {
      install(name, ExecutorModeTest.OtherPlugin.class);
      assertThat(OtherSearchers.installed(plugins)).contains(name);
      Files.writeString(plugins.resolve(name).resolve("it.jar"), "no jar");
    }
  }

  @Test
  void whatIsWantedIsTaken() {
    assertThat(Mode.of("off", Optional.empty())).isEqualTo(Mode.OFF);
    assertThat(Mode.of("searcher", Optional.of("other"))).isEqualTo(Mode.SEARCHER);
  }

  @Test
  void anUnknownModeIsRefused() {
    Settings settings = Settings.builder().put("curtail.mode", "fast").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CurtailSettings.MODE.get(settings))
        .withStackTraceContaining("expected auto, searcher, executor or off, found fast");
  }
}
