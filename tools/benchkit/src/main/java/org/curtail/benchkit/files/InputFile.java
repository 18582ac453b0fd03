package org.curtail.benchkit.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.json.ReadLimits;

/** Checks of files before they are read. */
public final class InputFile {
  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(ReadLimits.CONSTRAINTS).build();

  private InputFile() {}

  /**
   * Rejects a folder, and a file that would block a reader, such as a named pipe without a writer.
   * Pipes of a shell, such as {@code /dev/stdin}, are accepted.
   *
   * @param what the kind of file, for messages: "a profile"
   * @throws UsageError if the file is a folder, a named pipe or a socket
   */
  public static void require(Path file, String what) {
    if (Files.isDirectory(file)) {
      throw new UsageError(file + ": expected " + what + ", found a folder");
    }
    if (Files.exists(file) && !Files.isRegularFile(file) && !isPassedOn(file)) {
      throw new UsageError(
          file
              + ": expected "
              + what
              + ", found a named pipe or a socket; /dev/stdin reads what another program writes");
    }
  }

  private static boolean isPassedOn(Path file) {
    Path place = file.toAbsolutePath().normalize();
    if (Files.isSymbolicLink(place)) {
      try {
        place = place.resolveSibling(Files.readSymbolicLink(place)).normalize();
      } catch (IOException e) {
        return false;
      }
    }
    return place.startsWith("/dev") || place.startsWith("/proc");
  }

  /**
   * Returns the format that a JSON file names; empty if it names none. Reads only up to the name,
   * and needs little memory.
   */
  public static Optional<String> format(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isFormat = json.currentName().equals("format");
        JsonToken value = json.nextToken();
        if (isFormat) {
          return value == JsonToken.VALUE_STRING ? Optional.of(json.getText()) : Optional.empty();
        }
        json.skipChildren();
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
