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
 * A file that says how the clocks were before they were changed, so that the next process can give
 * them back if this one is killed. It is locked as long as a process has the clocks: the kernel
 * takes the lock from a process that is killed. For one thread at a time.
 *
 * <p>It is never deleted, only emptied, because a file that is gone can be locked by one process
 * while another makes and locks a new one.
 */
final class StateFile implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;

  /** Opening a file a second time and closing it would take the lock from this process. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;

  /** Not a channel: interrupting a thread that uses one closes it, and the lock would be lost. */
  private final RandomAccessFile content;

  private StateText text = new StateText("", 0, List.of());

  private StateFile(Path file, RandomAccessFile content) {
    this.file = file;
    this.content = content;
  }

  static boolean isThere(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Opens and locks a file, which is made if it is not there. */
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

  /** What a process left that was killed; nothing as a rule. */
  Availability<Optional<StateText>> leftOver() {
    try {
      return StateText.parse(file.toString(), read(content));
    } catch (IOException e) {
      return new Unavailable<>(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** Writes all of it, in place of what was there. */
  void begin(StateText newText) throws IOException {
    text = newText;
    content.setLength(0);
    content.seek(0);
    content.write(newText.toString().getBytes(ISO_8859_1));
  }

  /** Writes what is left in the file of a setting. */
  void left(int row, String left) throws IOException {
    content.seek(text.columnAt(row));
    content.write(StateText.column(left).getBytes(ISO_8859_1));
  }

  /** Nothing is changed any more. */
  void clear() throws IOException {
    content.setLength(0);
  }

  Path file() {
    return file;
  }

  /** Lets others have it; keeps what it says. */
  @Override
  public void close() {
    try {
      content.close();
    } catch (IOException e) {
      // Nothing is lost: what was written is with the kernel, which releases the lock.
    } finally {
      HELD.remove(file);
    }
  }
}
