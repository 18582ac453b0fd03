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
 * Lock on a file beside a recording, so that only one process at a time imports it. The operating
 * system releases the lock of a process that dies. Not thread-safe.
 */
final class ImportLock implements AutoCloseable {
  private static final long RETRY_MILLIS = 100;
  private static final long LONGEST = 1L << 30;

  /**
   * Files locked by this process. Locked files must not be opened a second time, as closing any
   * channel of a file would release its lock.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final boolean waited;
  private final @Nullable FileChannel locked;

  private ImportLock(Path file, boolean waited, @Nullable FileChannel locked) {
    this.file = file;
    this.waited = waited;
    this.locked = locked;
  }

  /**
   * Waits for the lock.
   *
   * @param file lock file, always with the same name; created if it does not exist
   * @param waiting runs once if another process holds the lock
   * @throws IOException if the file cannot be created
   */
  static ImportLock lock(Path file, Runnable waiting) throws IOException {
    boolean waited = false;
    while (true) {
      if (HELD.add(file)) {
        @Nullable ImportLock lock = null;
        try {
          lock = tryLock(file, waited);
        } finally {
          if (lock == null) {
            HELD.remove(file);
          }
        }
        if (lock != null) {
          return lock;
        }
      }
      if (!waited) {
        waited = true;
        waiting.run();
      }
      pause();
    }
  }

  /** Returns the lock; null if another process holds it. */
  private static @Nullable ImportLock tryLock(Path file, boolean waited) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isKept = false;
    try {
      @Nullable FileLock lock = channel.tryLock();
      isKept = lock != null && isCurrentFile(file, channel);
      return isKept ? new ImportLock(file, waited, channel) : null;
    } catch (IOException e) {
      // a file system without locks
      return new ImportLock(file, waited, null);
    } finally {
      if (!isKept) {
        channel.close();
      }
    }
  }

  /**
   * True if the locked file still has its name, as the previous holder may have deleted it. Sets a
   * random length and compares it, since opening the file again would release the lock.
   */
  private static boolean isCurrentFile(Path file, FileChannel channel) throws IOException {
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
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** True if another process held the lock before. */
  boolean waited() {
    return waited;
  }

  /** True if no other process can be importing; false if the file system has no locks. */
  boolean isExclusive() {
    return locked != null;
  }

  @Override
  public void close() throws IOException {
    try {
      // Deletes the name first, so that the next process creates a new file.
      Files.deleteIfExists(file);
    } finally {
      if (locked != null) {
        locked.close();
      }
      HELD.remove(file);
    }
  }
}
