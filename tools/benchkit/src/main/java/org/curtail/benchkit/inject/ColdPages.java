package org.curtail.benchkit.inject;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file whose pages the system drops from memory on request. An access to a page then reads from
 * the disk. One thread at a time.
 */
@SuppressWarnings("restricted") // Only the C library can ask the system to drop pages.
final class ColdPages implements AutoCloseable {
  private static final int PAGE_BYTES = 4096;
  private static final int PAGES = 16 * 1024;
  private static final int PAGES_PER_WRITE = 256;

  /** Distance between accessed pages: a prime, so that the system cannot predict the next page. */
  private static final int STRIDE = 4099;

  private static final int READ_ONLY = 0;
  private static final int RANDOM = 1;
  private static final int DONT_NEED = 4;
  private static final long ALL = 0;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle OPEN =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("open").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          Linker.Option.firstVariadicArg(2));

  private static final MethodHandle FADVISE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("posix_fadvise").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));

  private static final MethodHandle MADVISE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("madvise").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private static final MethodHandle CLOSE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("close").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final Path file;

  ColdPages(Path folder) throws IOException {
    file = Files.createTempFile(folder, "curtail-inject-", ".pages");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int page = 0; page < PAGES; page += PAGES_PER_WRITE) {
        channel.write(ByteBuffer.allocate(PAGE_BYTES * PAGES_PER_WRITE));
      }
      channel.force(true);
    }
  }

  /** Asks the system to drop all pages from memory. */
  void forget() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) OPEN.invokeExact(arena.allocateFrom(file.toString()), READ_ONLY);
      if (descriptor < 0) {
        throw new IOException(file + ": cannot be opened");
      }
      int failed = (int) FADVISE.invokeExact(descriptor, ALL, ALL, DONT_NEED);
      int closed = (int) CLOSE.invokeExact(descriptor);
      if (failed != 0 || closed != 0) {
        throw new IOException(file + ": the system does not forget its pages");
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Maps the file and touches pages of it.
   *
   * @param forNanos duration; at least one page is touched, at most all
   * @return the number of pages and the times, without mapping
   */
  Touched touch(long forNanos) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment pages = channel.map(MapMode.READ_ONLY, 0, (long) PAGE_BYTES * PAGES, arena);
      readNoneAhead(pages);
      long fromNanos = System.nanoTime();
      long sum = 0;
      int touched = 0;
      do {
        int page = (int) ((long) touched * STRIDE % PAGES);
        sum += pages.get(JAVA_BYTE, (long) page * PAGE_BYTES);
        touched++;
      } while (touched < PAGES && System.nanoTime() - fromNanos < forNanos);
      // The file has only zeros; the sum prevents the compiler from removing the reads.
      if (sum != 0) {
        throw new IOException(file + ": was changed by somebody else");
      }
      return new Touched(touched, fromNanos, System.nanoTime());
    }
  }

  /** Turns read-ahead off: otherwise one fault would read several pages. */
  private void readNoneAhead(MemorySegment pages) throws IOException {
    try {
      if ((int) MADVISE.invokeExact(pages, pages.byteSize(), RANDOM) != 0) {
        throw new IOException(file + ": the system reads ahead");
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Touched pages.
   *
   * @param pages number of pages
   */
  record Touched(int pages, long fromNanos, long toNanos) {
    double nanosPerPage() {
      return (double) (toNanos - fromNanos) / pages;
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
