package org.curtail.opensearch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Other plugins that may replace OpenSearch's searcher. OpenSearch does not start with two of them,
 * and a plugin does not know the others. So this class searches their files: the class of such a
 * plugin has a method of this name. An inherited method is not found.
 */
final class OtherSearchers {
  private static final String DESCRIPTOR = "plugin-descriptor.properties";
  private static final String METHOD = "getQueryPhaseSearcher";
  private static final String OWN_CLASS = CurtailPlugin.class.getName();

  private OtherSearchers() {}

  /** Returns the name of one of them; empty if there is none, or the folder cannot be read. */
  static Optional<String> installed(Path plugins) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(plugins)) {
      for (Path folder : folders) {
        Optional<String> name = searcher(folder);
        if (name.isPresent()) {
          return name;
        }
      }
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** Returns empty for an unreadable plugin: OpenSearch itself will report the problem. */
  private static Optional<String> searcher(Path folder) {
    try {
      Properties descriptor = descriptor(folder);
      String name = descriptor.getProperty("name");
      String type = descriptor.getProperty("classname");
      boolean isOther = name != null && type != null && !type.equals(OWN_CLASS);
      return isOther && searches(folder, type) ? Optional.of(name) : Optional.empty();
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
  }

  private static Properties descriptor(Path folder) throws IOException {
    var properties = new Properties();
    Path file = folder.resolve(DESCRIPTOR);
    if (Files.isRegularFile(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        properties.load(in);
      }
    }
    return properties;
  }

  private static boolean searches(Path folder, String type) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path jar : jars) {
        if (hasMethod(jar, type.replace('.', '/') + ".class")) {
          return true;
        }
      }
    }
    return false;
  }

  /** True if the class file contains the method's name, which is stored as plain text. */
  private static boolean hasMethod(Path jar, String classFile) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      JarEntry entry = file.getJarEntry(classFile);
      if (entry == null) {
        return false;
      }
      try (InputStream in = file.getInputStream(entry)) {
        return new String(in.readAllBytes(), ISO_8859_1).contains(METHOD);
      }
    }
  }
}
