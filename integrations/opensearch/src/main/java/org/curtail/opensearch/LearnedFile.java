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
import org.curtail.opensearch.kinds.KindCosts;
import org.opensearch.env.NodeEnvironment;

/**
 * A file in the node's data that keeps what the node has learned: the knowledge of the learning
 * policy, or the costs of kinds of searches. A restarted node begins with it. Failures are logged
 * and prevent no start or stop of the node. Safe for all threads.
 */
final class LearnedFile {
  /** Name of the policy's file in the node's data folder. */
  static final String NAME = "curtail-automatic.json";

  /** Name of the kinds' file in the node's data folder. */
  static final String KINDS = "curtail-kinds.json";

  /** Checks a text. */
  private interface Check {
    void check(String text, String source) throws IOException;
  }

  /** A hundred times the knowledge of the largest sample of requests. */
  private static final int MOST_BYTES = 64 << 20;

  /** Keeps nothing. */
  static final LearnedFile NONE = new LearnedFile(Optional.empty(), (text, source) -> {});

  private static final Logger LOG = LogManager.getLogger(LearnedFile.class);

  private final Optional<Path> file;
  private final Check check;

  /** The text last read or written. An unreadable file stays until there is something better. */
  private String present = "";

  private LearnedFile(Optional<Path> file, Check check) {
    this.file = file;
    this.check = check;
  }

  static LearnedFile in(Path folder) {
    return new LearnedFile(
        Optional.of(folder.resolve(NAME)),
        (text, source) -> AutomaticJson.read(new StringReader(text), source));
  }

  static LearnedFile ofKinds(Path folder) {
    return new LearnedFile(
        Optional.of(folder.resolve(KINDS)), (text, source) -> new KindCosts().read(text));
  }

  /** Returns the policy's file of a node; {@link #NONE} with {@code node.local_storage: false}. */
  static LearnedFile of(NodeEnvironment node) {
    return node.hasNodeFile() ? in(node.nodeDataPaths()[0]) : NONE;
  }

  /** Returns the kinds' file of a node; {@link #NONE} with {@code node.local_storage: false}. */
  static LearnedFile ofKinds(NodeEnvironment node) {
    return node.hasNodeFile() ? ofKinds(node.nodeDataPaths()[0]) : NONE;
  }

  /** Returns the text; empty if there is no file or it cannot be read. */
  synchronized String read() {
    if (file.filter(Files::exists).isEmpty()) {
      return "";
    }
    try {
      String text = text(file.get());
      check.check(text, file.get().toString());
      present = text;
      return text;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: the node begins to learn anew: {}", file.get(), e.getMessage());
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
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    try {
      if (text.isEmpty()) {
        Files.deleteIfExists(whole);
      } else {
        replace(whole, part, text);
      }
      present = text;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: what the node has learned is not kept: {}", whole, e.getMessage());
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
