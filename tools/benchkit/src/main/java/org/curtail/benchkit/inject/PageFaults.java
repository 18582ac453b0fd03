package org.curtail.benchkit.inject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The request accesses memory whose pages must be read from the disk. The cost is the duration,
 * without the time in which its thread waits for a core.
 */
final class PageFaults implements Injection {
  /** Least time of a page from the disk, as a multiple of the time of a page in memory. */
  private static final double LEAST_FACTOR = 5;

  private static final long TRY_NANOS = 20_000_000;

  private final long lengthNanos;
  private final Queue<InjectionRecord> records;
  private final ColdPages pages;
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /** Another thread drops the pages, since its CPU time is no part of a fault. */
  private CompletableFuture<Void> forgotten; // Guarded by oneAtATime.

  /**
   * Tests whether page faults are possible.
   *
   * @param folder folder for the file
   * @throws InjectionUnavailableException if the system keeps the pages in memory
   */
  PageFaults(Path folder, long lengthNanos, Queue<InjectionRecord> records)
      throws InjectionUnavailableException {
    this.lengthNanos = lengthNanos;
    this.records = records;
    try {
      pages = new ColdPages(folder);
      pages.forget();
      double coldNanos = pages.touch(TRY_NANOS).nanosPerPage();
      pages.touch(Long.MAX_VALUE);
      double warmNanos = pages.touch(TRY_NANOS).nanosPerPage();
      if (coldNanos < LEAST_FACTOR * warmNanos) {
        pages.close();
        throw new InjectionUnavailableException(
            InjectionKind.PAGE_FAULTS,
            "the system keeps the pages of files in %s in memory (%.0f ns a page, %.0f ns if it is there)"
                .formatted(folder, coldNanos, warmNanos));
      }
    } catch (IOException e) {
      throw new InjectionUnavailableException(InjectionKind.PAGE_FAULTS, e.toString(), e);
    }
    forgotten = forgetting();
  }

  private CompletableFuture<Void> forgetting() {
    return CompletableFuture.runAsync(() -> {
      try {
        pages.forget();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  @Override
  public void begin(int request) throws IOException {
    oneAtATime.lock();
    try {
      forgotten.join();
      long fromDelayNanos = ThreadClocks.runDelayNanos();
      ColdPages.Touched touched = pages.touch(lengthNanos);
      long delayNanos = ThreadClocks.runDelayNanos() - fromDelayNanos;
      long nanos = touched.toNanos() - touched.fromNanos() - delayNanos;
      records.add(
          new InjectionRecord(
              InjectionKind.PAGE_FAULTS,
              request,
              touched.fromNanos(),
              touched.toNanos(),
              Math.max(nanos, 0)));
      forgotten = forgetting();
    } catch (CompletionException e) {
      throw new IOException(e);
    } finally {
      oneAtATime.unlock();
    }
  }

  @Override
  public void close() {
    pages.close();
  }
}
