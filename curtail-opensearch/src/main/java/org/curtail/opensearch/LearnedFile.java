package org.curtail.opensearch;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.curtail.json.AutomaticJson;
import org.opensearch.env.NodeEnvironment;

/**
 * What the policy that learns knew, in a file among the node's data: a node that starts again
 * begins with it. What goes wrong here is logged and keeps no node from starting or stopping. Safe
 * for all threads.
 */
final class LearnedFile {
  /** In the node's folder of data. */
  static final String NAME = "curtail-automatic.json";

  /** Where nothing is kept. */
  static final LearnedFile NOWHERE = new LearnedFile(Optional.empty());

  private static final Logger LOG = LogManager.getLogger(LearnedFile.class);

  private final Optional<Path> file;

  /** What was read or written last. What cannot be read stays until there is something better. */
  private String present = "";

  private LearnedFile(Optional<Path> folder) {
    file = folder.map(it -> it.resolve(NAME));
  }

  static LearnedFile in(Path folder) {
    return new LearnedFile(Optional.of(folder));
  }

  /** That of a node. One with {@code node.local_storage: false} has none. */
  static LearnedFile of(NodeEnvironment node) {
    return node.hasNodeFile() ? in(node.nodeDataPaths()[0]) : NOWHERE;
  }

  /** The text; empty if there is none, or none that can be read. */
  synchronized String read() {
    if (file.filter(Files::exists).isEmpty()) {
      return "";
    }
    try {
      String text = Files.readString(file.get());
      AutomaticJson.read(new StringReader(text), file.get().toString());
      present = text;
      return text;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: automatic begins to learn anew: {}", file.get(), e.getMessage());
      return "";
    }
  }

  /**
   * Puts a text in the place of the one that is there, if any.
   *
   * @param text if it is empty, there is no file afterwards
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
    try (var channel = FileChannel.open(to, CREATE, TRUNCATE_EXISTING, WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
