package org.curtail.traces.tables;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.curtail.benchkit.files.FolderTree;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;

/**
 * Folders in the temporary folder for data that does not fit into memory. Each folder has a file
 * that its process locks. The operating system releases the lock of a process that dies. So the
 * next process finds and deletes leftovers.
 */
public final class ScratchFolder {
  private static final String NAME = "curtail-traces";
  private static final String LOCK = ".lock";

  /** Folders of this process; their lock files must not be opened a second time. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private ScratchFolder() {}

  /**
   * Creates a folder, which the caller deletes. Deletes leftovers of processes that died.
   *
   * @throws UsageError if the folder cannot be created
   */
  @SuppressWarnings("MustBeClosedChecker") // The lock is held until the process ends.
  public static Path make() {
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      deleteLeftovers(temporary);
      Path folder = Files.createTempDirectory(temporary, NAME);
      OWN.add(folder);
      // Locked before it gets its name, so that no other process deletes it as a leftover.
      Path unnamed = folder.resolve(LOCK + ".new");
      FileChannel channel =
          FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        Files.move(unnamed, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
      }
      return folder;
    } catch (IOException e) {
      throw new UsageError("the temporary folder cannot be written: " + Failure.reason(e), e);
    }
  }

  /** True if this process got the lock. Some file systems have no locks. */
  private static boolean isLocked(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static void deleteLeftovers(Path temporary) {
    try (Stream<Path> all = Files.list(temporary)) {
      List<Path> folders =
          all.filter(folder -> folder.getFileName().toString().startsWith(NAME))
              .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
              .filter(folder -> !OWN.contains(folder))
              .toList();
      for (Path folder : folders) {
        deleteIfLeftover(folder);
      }
    } catch (IOException | RuntimeException e) {
      // ignored, as it belongs to another user or was deleted meanwhile
    }
  }

  private static void deleteIfLeftover(Path folder) throws IOException {
    Path lock = folder.resolve(LOCK);
    if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(lock)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      if (isLocked(channel)) {
        FolderTree.delete(folder);
      }
    }
  }
}
