package org.curtail.diagnose;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.curtail.Percentile;
import org.curtail.signals.ThreadReading;
import org.curtail.signals.ThreadReadings;

/**
 * What page faults cost the current thread on this machine. A fault without a disk is measured on a
 * small file that has just been written, so that it is in memory, but not in that of this process.
 * A fault from a disk makes its thread sleep and be woken up; that is measured by short sleeps, so
 * that no disk has to be read.
 */
final class FaultCosts {
  private static final int PAGE_BYTES = 4096;

  /** Of the file, each of which gives one figure. */
  private static final int WINDOWS = 9;

  private static final int WINDOW_BYTES = 64 * PAGE_BYTES;

  /** The system may bring neighbours of a page along. */
  private static final int LEAST_FAULTS = 2;

  private static final int SLEEPS = 21;
  private static final long SLEEP_NANOS = 50_000;

  private final ThreadReadings readings;

  FaultCosts(ThreadReadings readings) {
    this.readings = readings;
  }

  /** CPU time of a fault without a disk; empty where faults or CPU time are not available. */
  OptionalLong minorNanos() {
    ThreadReading now = readings.read();
    if (now.cpuNanos() < 0 || now.minorFaults() < 0) {
      return OptionalLong.empty();
    }
    try {
      Path file = Files.createTempFile("curtail-faults-", ".tmp");
      try {
        return ofFile(file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // No place for a file, as in a container that must not write.
      return OptionalLong.empty();
    }
  }

  private OptionalLong ofFile(Path file) throws IOException {
    Files.write(file, new byte[WINDOWS * WINDOW_BYTES]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var nanos = LongStream.builder();
      for (int window = 0; window < WINDOWS; window++) {
        MappedByteBuffer pages =
            channel.map(MapMode.READ_ONLY, (long) window * WINDOW_BYTES, WINDOW_BYTES);
        ofWindow(pages).ifPresent(nanos::add);
      }
      return median(nanos.build().toArray());
    }
  }

  /** What the first touch of pages takes longer than the second one, for a fault. */
  private OptionalLong ofWindow(MappedByteBuffer pages) {
    ThreadReading begin = readings.read();
    int sum = touch(pages);
    ThreadReading touched = readings.read();
    sum += touch(pages);
    ThreadReading again = readings.read();
    long faults = touched.minorFaults() - begin.minorFaults();
    boolean fromDisk = touched.majorFaults() > begin.majorFaults();
    if (sum != 0 || faults < LEAST_FAULTS || fromDisk) {
      return OptionalLong.empty();
    }
    long nanos = 2 * touched.cpuNanos() - begin.cpuNanos() - again.cpuNanos();
    return OptionalLong.of(nanos / faults);
  }

  private static int touch(MappedByteBuffer pages) {
    int sum = 0;
    for (int at = 0; at < pages.capacity(); at += PAGE_BYTES) {
      sum += pages.get(at);
    }
    return sum;
  }

  /** CPU time of a wait: to fall asleep and to be woken up; empty without CPU time. */
  OptionalLong waitNanos() {
    long[] nanos = new long[SLEEPS];
    for (int i = 0; i < SLEEPS; i++) {
      long before = readings.read().cpuNanos();
      LockSupport.parkNanos(SLEEP_NANOS);
      long after = readings.read().cpuNanos();
      if (before < 0 || after < 0) {
        return OptionalLong.empty();
      }
      nanos[i] = after - before;
    }
    return median(nanos);
  }

  private static OptionalLong median(long[] nanos) {
    if (nanos.length == 0) {
      return OptionalLong.empty();
    }
    Arrays.sort(nanos);
    return OptionalLong.of(nanos[Percentile.rank(50, nanos.length)]);
  }
}
