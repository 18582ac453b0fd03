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
 * What the policy that learns knew, in a file among the node's data: a node that starts again
 * begins with it. What goes wrong here is logged and keeps no node from starting or stopping. Safe
 * for all threads.
 */
final class LearnedFile {
  /** In the node's folder of data. */
  static final String NAME = "curtail-automatic.json";

  /** A hundred times what is learned of the greatest sample of requests. */
  private static final int MOST_BYTES = 64 << 20;

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
      String text = text(file.get());
      AutomaticJson.read(new StringReader(text), file.get().toString());
      present = text;
      return text;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: automatic begins to learn anew: {}", file.get(), e.getMessage());
      return "";
    }
  }

  /** The text of a file that may be what was written here; of anything else nothing is read. */
  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("expected a file, found a folder, a pipe or a device");
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(
          "expected at most %,d bytes, found %,d".formatted(MOST_BYTES, Files.size(file)));
    }
    // No more is read than was looked at, whoever writes meanwhile.
    try (InputStream input = Files.newInputStream(file)) {
      byte[] bytes = input.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("expected at most %,d bytes, found more".formatted(MOST_BYTES));
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
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
    // What a node that was killed has left goes first: no link and no other file is written to.
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
