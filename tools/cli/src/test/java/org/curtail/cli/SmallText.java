package org.curtail.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A file of small documents, for tests of whole commands. */
public final class SmallText {
  private SmallText() {}

  public static Path write(Path file, int documents) throws IOException {
    var random = new Random(1);
    var lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      lines.append("{\"id\":\"").append(i).append("\",\"title\":\"t").append(i % 7);
      lines.append("\",\"body\":\"");
      for (int w = 0; w < 80; w++) {
        int word = (int) (400 * random.nextDouble() * random.nextDouble());
        lines.append((char) ('a' + word % 26)).append((char) ('a' + word / 26)).append("x ");
      }
      lines.append("\"}\n");
    }
    return Files.writeString(file, lines);
  }
}
