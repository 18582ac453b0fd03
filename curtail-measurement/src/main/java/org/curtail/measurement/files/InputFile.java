package org.curtail.measurement.files;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.json.FormatException;
import org.curtail.measurement.terminal.Failure;
import org.curtail.measurement.terminal.Misuse;

/** Reads a whole file, or says in one line why it cannot be read. */
final class InputFile {
  private InputFile() {}

  /** Reads a value from text; {@code name} goes into messages. */
  @FunctionalInterface
  interface Format<T> {
    T read(Reader text, String name) throws IOException;
  }

  /**
   * Reads a file in UTF-8.
   *
   * @param what the file should be, for messages: "a profile"
   * @throws Misuse if the file is missing, unreadable or has another format
   */
  static <T> T read(Path file, String what, Format<T> format) {
    if (Files.isDirectory(file)) {
      throw new Misuse(file + ": expected " + what + ", found a folder");
    }
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return format.read(text, file.toString());
    } catch (FormatException | FileSystemException e) {
      // Both name the file themselves.
      throw new Misuse(Failure.reason(e), e);
    } catch (CharacterCodingException e) {
      throw new Misuse(file + ": expected " + what + ", found bytes that are not UTF-8 text", e);
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + Failure.reason(e), e);
    }
  }
}
