package org.curtail.opensearch;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.curtail.autopilot.AutomaticJson;
import org.opensearch.env.NodeEnvironment;

/**
 * A file in the node's data that keeps what the learning policy knows; a restarted node begins with
 * it. Failures are logged and prevent no start or stop of the node. Safe for all threads.
 */
final class LearnedFile {
  /** Name in the node's data folder. */
  static final String NAME = "curtail-automatic.json";

  /** A hundred times the knowledge of the largest sample of requests. */
  private static final int MOST_BYTES = 64 << 20;

  /** Keeps nothing. */
  static final LearnedFile NONE = new LearnedFile(Optional.empty());

  private static final Logger LOG = LogManager.getLogger(LearnedFile.class);

  private final Optional<Path> file;

  /** The text last read or written. An unreadable file stays until there is something better. */
  private String present = "";

  private LearnedFile(Optional<Path> folder) {
    file = folder.map(it -> it.resolve(NAME));
  }

  static LearnedFile in(Path folder) {
    return new LearnedFile(Optional.of(folder));
  }

  /** Returns the file of a node; {@link #NONE} with {@code node.local_storage: false}. */
  static LearnedFile of(NodeEnvironment node) {
    return node.hasNodeFile() ? in(node.nodeDataPaths()[0]) : NONE;
  }

  /** Returns the text; empty if there is no file or it cannot be read. */
  synchronized String read() {
    if (file.filter(Files::exists).isEmpty()) {
      return "";
    }
    try {
      String text = text(file.get());
      AutomaticJson.read(new StringReader(text), file.get().toString());
      present = text;
      return text;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: automatic begins to learn anew: {}", file.get(), e.getMessage());
      return "";
    }
  }

  /** Reads a file if it may be one of ours; reads nothing from any other file. */
  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("expected a file, found a folder, a pipe or a device");
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(
          "expected at most %,d bytes, found %,d".formatted(MOST_BYTES, Files.size(file)));
    }
    // Reads no more than the checked size, even if the file grows meanwhile.
    try (InputStream input = Files.newInputStream(file)) {
      byte[] bytes = input.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("expected at most %,d bytes, found more".formatted(MOST_BYTES));
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }

  /**
   * Replaces the text of the file.
   *
   * @param text if empty, the file is deleted
   */
  synchronized void write(String text) {
    if (file.isEmpty() || text.equals(present)) {
      return;
    }
    Path whole = file.get();
    Path part = whole.resolveSibling(NAME + ".part");
    try {
      if (text.isEmpty()) {
        Files.deleteIfExists(whole);
      } else {
        replace(whole, part, text);
      }
      present = text;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: what automatic has learned is not kept: {}", whole, e.getMessage());
    }
  }

  private static void replace(Path whole, Path part, String text) throws IOException {
    try {
      writeAndForce(part, text);
      Files.move(part, whole, ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void writeAndForce(Path to, String text) throws IOException {
    // Deletes the leftover of a killed node first, so that no link and no other file is written to.
    Files.deleteIfExists(to);
    try (var channel = FileChannel.open(to, CREATE_NEW, WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
