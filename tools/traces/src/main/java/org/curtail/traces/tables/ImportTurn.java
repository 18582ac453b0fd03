package org.curtail.traces.tables;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.curtail.benchkit.terminal.StopSignal;
import org.jspecify.annotations.Nullable;

/**
 * One at a time may make a recording, among all processes: who has its turn has a lock on a file
 * beside it. The operating system takes the lock from a process that dies, so nobody waits for it.
 * Not thread-safe.
 */
final class ImportTurn implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private static final long LONGEST = 1L << 30;

  /**
   * Files of which this process has the lock. They must not even be opened a second time: whichever
   * channel is closed first, the system takes the lock.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final boolean waited;
  private final @Nullable FileChannel locked;

  private ImportTurn(Path file, boolean waited, @Nullable FileChannel locked) {
    this.file = file;
    this.waited = waited;
    this.locked = locked;
  }

  /**
   * Waits for its turn.
   *
   * @param file that is locked, by one name always; made if it is not there
   * @param waiting runs once if another has its turn
   * @throws IOException if the file cannot be made
   */
  static ImportTurn take(Path file, Runnable waiting) throws IOException {
    boolean waited = false;
    while (true) {
      if (HELD.add(file)) {
        @Nullable ImportTurn turn = null;
        try {
          turn = tried(file, waited);
        } finally {
          if (turn == null) {
            HELD.remove(file);
          }
        }
        if (turn != null) {
          return turn;
        }
      }
      if (!waited) {
        waited = true;
        waiting.run();
      }
      pause();
    }
  }

  /** The turn; null if another has it. */
  private static @Nullable ImportTurn tried(Path file, boolean waited) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isKept = false;
    try {
      @Nullable FileLock lock = channel.tryLock();
      isKept = lock != null && isStill(file, channel);
      return isKept ? new ImportTurn(file, waited, channel) : null;
    } catch (IOException e) {
      // A file system without locks.
      return new ImportTurn(file, waited, null);
    } finally {
      if (!isKept) {
        channel.close();
      }
    }
  }

  /**
   * Whether the locked file still has that name: who had its turn before has removed it. Its length
   * tells, since to open it again would give up the lock.
   */
  private static boolean isStill(Path file, FileChannel channel) throws IOException {
    long length = ThreadLocalRandom.current().nextLong(1, LONGEST);
    channel.truncate(0);
    channel.write(ByteBuffer.allocate(1), length - 1);
    try {
      return Files.size(file) == length;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static void pause() {
    StopSignal.check("nothing was kept");
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Whether another had its turn meanwhile. */
  boolean waited() {
    return waited;
  }

  /** Whether nobody else can be at work; else the file system has no locks, and nobody knows. */
  boolean isAlone() {
    return locked != null;
  }

  @Override
  public void close() throws IOException {
    try {
      // First the name, so that who comes now makes a new file.
      Files.deleteIfExists(file);
    } finally {
      if (locked != null) {
        locked.close();
      }
      HELD.remove(file);
    }
  }
}
