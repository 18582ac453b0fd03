package org.curtail.opensearch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * Plugins that are known to search in OpenSearch's place. OpenSearch does not start with two that
 * do, and no plugin is told of the others.
 */
final class OtherSearchers {
  /** By the names in their descriptors. */
  private static final Set<String> KNOWN = Set.of("opensearch-neural-search");

  private OtherSearchers() {}

  /** One of them that is installed; empty if there is none, or the folder cannot be read. */
  static Optional<String> installed(Path plugins) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(plugins)) {
      for (Path folder : folders) {
        Optional<String> name = nameOf(folder.resolve("plugin-descriptor.properties"));
        if (name.isPresent() && KNOWN.contains(name.get())) {
          return name;
        }
      }
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static Optional<String> nameOf(Path descriptor) throws IOException {
    if (!Files.isRegularFile(descriptor)) {
      return Optional.empty();
    }
    var properties = new Properties();
    try (InputStream in = Files.newInputStream(descriptor)) {
      properties.load(in);
    }
    return Optional.ofNullable(properties.getProperty("name"));
  }
}
