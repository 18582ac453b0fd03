package org.curtail.cli.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files for tests of the plugin as its users have it. */
final class PluginZip {
  private PluginZip() {}

  /** The plugin as built. */
  static Path built() {
    return file("curtail.plugin.zip");
  }

  /** The plugin of emulated cores. */
  static Path emulatedNode() {
    return file("curtail.emulated.node.zip");
  }

  /** OpenSearch, as it is published. */
  static Path published() {
    return file("opensearch.zip");
  }

  /** OpenSearch, as it is published, for the Java of this process. */
  static Distribution distribution() throws IOException, InterruptedException {
    return Distribution.unpack(
        published(), Path.of(requireNonNull(System.getProperty("java.home"))));
  }

  private static Path file(String property) {
    return Path.of(requireNonNull(System.getProperty(property)));
  }

  /** The same plugin with another entry in its description. */
  static Path saying(String key, String value, Path folder) throws IOException {
    Path copy = folder.resolve("%s-%s.zip".formatted(key, value));
    Files.copy(built(), copy);
    try (FileSystem inside = FileSystems.newFileSystem(copy)) {
      Path descriptor = inside.getPath("plugin-descriptor.properties");
      String text = Files.readString(descriptor);
      String other = text.replaceFirst("(?m)^" + key + "=.*$", key + "=" + value);
      assertThat(other).isNotEqualTo(text);
      Files.writeString(descriptor, other);
    }
    return copy;
  }
}
