package org.curtail.linux.energy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * File with the former values of the clocks, so that the next process can restore them after a
 * kill. The file is locked while a process has the clocks; the kernel releases the lock of a killed
 * process. For one thread at a time.
 *
 * <p>The file is emptied but never deleted. Otherwise one process could have a lock on a deleted
 * file while another creates and locks a new one.
 */
final class StateFile implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;

  /**
   * Files locked by this process. This process must not open such a file again, because closing it
   * releases the lock.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;

  /** Not a channel: the interrupt of a thread closes its channel, and so releases the lock. */
  private final RandomAccessFile content;

  private StateText text = new StateText("", 0, List.of());

  private StateFile(Path file, RandomAccessFile content) {
    this.file = file;
    this.content = content;
  }

  static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Opens and locks a file, and creates it if needed. */
  static Availability<StateFile> lock(Path path) {
    Path file = path.toAbsolutePath().normalize();
    if (Files.isSymbolicLink(file)) {
      return new Unavailable<>(file + ": expected a file, found a link");
    }
    if (!HELD.add(file)) {
      return new Unavailable<>("this process has taken the clocks already");
    }
    Availability<StateFile> locked = new Unavailable<>("an error");
    try {
      locked = lockNew(file);
    } finally {
      if (locked instanceof Unavailable<StateFile>) {
        HELD.remove(file);
      }
    }
    return locked;
  }

  private static Availability<StateFile> lockNew(Path file) {
    try {
      var content = new RandomAccessFile(file.toFile(), "rw");
      boolean locked = false;
      try {
        locked = content.getChannel().tryLock() != null;
        return locked
            ? new Available<>(new StateFile(file, content))
            : new Unavailable<>(
                "%s has taken the clocks (%s is locked)".formatted(holder(content), file));
      } finally {
        if (!locked) {
          content.close();
        }
      }
    } catch (OverlappingFileLockException e) {
      return new Unavailable<>("this process has taken the clocks already");
    } catch (IOException e) {
      return new Unavailable<>("the state cannot be kept: " + e.getMessage());
    }
  }

  private static String holder(RandomAccessFile content) throws IOException {
    return StateText.parse("", read(content)) instanceof Available<Optional<StateText>>(var text)
            && text.isPresent()
        ? "process " + text.get().processId()
        : "another process";
  }

  private static String read(RandomAccessFile content) throws IOException {
    var bytes = new byte[(int) Math.min(content.length(), MOST_BYTES)];
    content.seek(0);
    content.readFully(bytes);
    return new String(bytes, ISO_8859_1);
  }

  /** Reads the state of a killed process; usually empty. */
  Availability<Optional<StateText>> leftover() {
    try {
      return StateText.parse(file.toString(), read(content));
    } catch (IOException e) {
      return new Unavailable<>(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** Replaces the content. */
  void begin(StateText newText) throws IOException {
    text = newText;
    content.setLength(0);
    content.seek(0);
    content.write(newText.toString().getBytes(ISO_8859_1));
  }

  /** Writes the last value of a setting. */
  void left(int row, String left) throws IOException {
    content.seek(text.columnAt(row));
    content.write(StateText.column(left).getBytes(ISO_8859_1));
  }

  /** Empties the file, after all changes are restored. */
  void clear() throws IOException {
    content.setLength(0);
  }

  Path file() {
    return file;
  }

  /** Releases the lock; keeps the content. */
  @Override
  public void close() {
    try {
      content.close();
    } catch (IOException e) {
      // nothing is lost: the kernel has the content and releases the lock
    } finally {
      HELD.remove(file);
    }
  }
}
