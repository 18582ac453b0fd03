package org.curtail.traces.duckdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.UsageError;
import org.duckdb.DuckDBConnection;

/** An embedded DuckDB in memory, which spills to a folder. Thread-safe. */
final class DuckDb implements AutoCloseable {
  private static final Pattern NO_SPACE =
      Pattern.compile("(?i)no space left|not enough space|disk quota exceeded|file too large");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final String LIBRARY = "libduckdb_java";

  private final DuckDBConnection first;

  private DuckDb(DuckDBConnection first) {
    this.first = first;
  }

  /**
   * Starts a database. The start needs a second or two, since its library is unpacked first.
   *
   * @param memoryBytes memory limit
   * @param spill existing folder for data beyond the limit
   */
  static DuckDb start(long memoryBytes, Path spill) {
    try {
      var connection = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET memory_limit = '%dB'".formatted(memoryBytes));
        statement.execute("SET temp_directory = " + literal(spill.toString()));
        statement.execute("SET enable_progress_bar = false");
      }
      deleteLibraryFile();
      return new DuckDb(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** The main connection, closed with the database. */
  DuckDBConnection connection() {
    return first;
  }

  /** Opens another connection, which the caller closes. */
  DuckDBConnection newConnection() throws SQLException {
    return first.duplicate().unwrap(DuckDBConnection.class);
  }

  /** Quotes a text for SQL. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Returns a pattern that matches only this path. Escapes special characters. */
  static String pattern(Path path) {
    return path.toString().replaceAll("[*?\\[]", "[$0]");
  }

  /** Converts a failure into an exception with advice for the user. */
  static RuntimeException failed(SQLException e) {
    String reason = reason(String.valueOf(e.getMessage()));
    if (reason.toLowerCase(Locale.ROOT).contains("out of memory")) {
      return new UsageError(
          "out of memory in DuckDB; give more with --memory, as in --memory 4g: "
              + reason.lines().findFirst().orElse(""),
          e);
    }
    if (NO_SPACE.matcher(reason).find()) {
      return new UsageError(
          "no space left on the disk for what DuckDB writes; free some, or use another folder: "
              + reason.lines().findFirst().orElse(""),
          e);
    }
    return new IllegalStateException("DuckDB: " + reason, e);
  }

  /** Returns the reason from a message, which is JSON in some versions and cases. */
  static String reason(String message) {
    int json = message.indexOf("{\"exception_type\"");
    if (json < 0) {
      return message;
    }
    try {
      String reason = JSON.readTree(message.substring(json)).path("exception_message").asText();
      return reason.isBlank() ? message : reason;
    } catch (JsonProcessingException e) {
      return message;
    }
  }

  @Override
  public void close() {
    try {
      first.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Removes the library file of 70 MB that DuckDB's driver has unpacked into the temporary folder.
   * The driver would remove the file only at a normal end of the process. Linux keeps a loaded file
   * until the process ends. Does nothing on other systems, or if the library is elsewhere.
   */
  private static void deleteLibraryFile() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    try {
      for (String line : mapped()) {
        int at = line.indexOf('/');
        if (at >= 0 && line.contains("/" + LIBRARY)) {
          Path library = Path.of(line.substring(at));
          if (library.startsWith(temporary.toRealPath()) || library.startsWith(temporary)) {
            Files.deleteIfExists(library);
          }
        }
      }
    } catch (IOException e) {
      // the driver removes it at the end
    }
  }

  private static List<String> mapped() throws IOException {
    return Files.isReadable(MAPS) ? Files.readAllLines(MAPS, StandardCharsets.UTF_8) : List.of();
  }
}
