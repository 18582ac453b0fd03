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
import org.curtail.benchkit.terminal.Misuse;

/**
 * Folders in the temporary folder for what does not fit into memory. Each has a file that its
 * process has locked. The operating system takes the lock from a process that dies, so the next
 * process finds what that has left, and removes it.
 */
public final class ScratchFolder {
  private static final String NAME = "curtail-traces";
  private static final String LOCK = ".lock";

  /** Those of this process, whose locked files must not even be opened a second time. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private ScratchFolder() {}

  /**
   * Makes one, which whoever asks removes. What processes that died have left is removed.
   *
   * @throws Misuse if there can be none
   */
  @SuppressWarnings("MustBeClosedChecker") // The lock is held as long as the process lives.
  public static Path make() {
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      removeLeft(temporary);
      Path folder = Files.createTempDirectory(temporary, NAME);
      OWN.add(folder);
      // Locked before it has its name, so that nobody takes it for left behind.
      Path unnamed = folder.resolve(LOCK + ".new");
      FileChannel channel =
          FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        Files.move(unnamed, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
      }
      return folder;
    } catch (IOException e) {
      throw new Misuse("the temporary folder cannot be written: " + Failure.reason(e), e);
    }
  }

  /** Whether this process has the lock now; a file system may have none. */
  private static boolean isLocked(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static void removeLeft(Path temporary) {
    try (Stream<Path> all = Files.list(temporary)) {
      List<Path> folders =
          all.filter(folder -> folder.getFileName().toString().startsWith(NAME))
              .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
              .filter(folder -> !OWN.contains(folder))
              .toList();
      for (Path folder : folders) {
        removeIfLeft(folder);
      }
    } catch (IOException | RuntimeException e) {
      // Not worth failing: it is somebody's else, or gone meanwhile.
    }
  }

  private static void removeIfLeft(Path folder) throws IOException {
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
