package org.curtail.lab.inject;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The request writes to a file and waits until the disk has it, again and again. */
final class DiskWrites implements Injection {
  private static final int BYTES = 256 * 1024;

  /** Below that, a write to this place costs CPU time rather than waiting. */
  private static final double LEAST_WAITING = 0.5;

  private static final int TRIES = 8;

  private final long lengthNanos;
  private final Deeds deeds;
  private final Path file;

  /**
   * Tries it.
   *
   * @param folder where the file goes
   * @throws InjectionUnavailableException if writing to this place hardly waits
   */
  DiskWrites(Path folder, long lengthNanos, Deeds deeds) throws InjectionUnavailableException {
    this.lengthNanos = lengthNanos;
    this.deeds = deeds;
    try {
      file = Files.createTempFile(folder, "curtail-inject-", ".bin");
      OwnTime from = OwnTime.now();
      for (int i = 0; i < TRIES; i++) {
        write();
      }
      OwnTime to = OwnTime.now();
      double computed = to.cpuNanos() - from.cpuNanos();
      if (1 - computed / (to.wallNanos() - from.wallNanos()) < LEAST_WAITING) {
        Files.deleteIfExists(file);
        throw new InjectionUnavailableException(
            kind(), "writing to %s does not wait for a disk".formatted(folder));
      }
    } catch (IOException e) {
      throw new InjectionUnavailableException(kind(), "%s: %s".formatted(folder, e), e);
    }
  }

  private void write() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(BYTES));
      channel.force(true);
    }
  }

  @Override
  public InjectionKind kind() {
    return InjectionKind.IO;
  }

  @Override
  public void begin(int request) throws IOException {
    OwnTime from = OwnTime.now();
    do {
      write();
    } while (System.nanoTime() - from.wallNanos() < lengthNanos);
    OwnTime to = OwnTime.now();
    long wallNanos = to.wallNanos() - from.wallNanos();
    long waitedNanos = wallNanos - (to.cpuNanos() - from.cpuNanos());
    deeds.add(
        new Deed(
            kind(), request, from.wallNanos(), to.wallNanos(), Math.clamp(waitedNanos, 0, wallNanos)));
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It is in the folder for temporary files, and small.
      file.toFile().deleteOnExit();
    }
  }
}
