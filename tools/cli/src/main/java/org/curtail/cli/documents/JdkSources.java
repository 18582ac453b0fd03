package org.curtail.cli.documents;

import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.UsageError;

/** Text that every machine with a JDK has: its own sources. */
public final class JdkSources {
  private JdkSources() {}

  /**
   * The archive with the sources of the JDK that runs this.
   *
   * @param instead advice for a JDK without sources
   * @throws UsageError if this JDK has none
   */
  public static Path zip(String instead) {
    Path home = Path.of(System.getProperty("java.home", ""));
    Path sources = home.resolve("lib").resolve("src.zip");
    if (!Files.isReadable(sources)) {
      throw new UsageError(
          sources
              + ": expected the JDK's own sources, found nothing; use a JDK that has them (Temurin"
              + " does) or "
              + instead);
    }
    return sources;
  }
}
