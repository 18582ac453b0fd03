package org.curtail.benchkit.inject;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory several times as large as the last cache. The memory is outside of the heap, so that no
 * collection traverses it, and outside of the JVM's limit for direct memory.
 */
@SuppressWarnings("restricted") // Only the C library gives memory beyond the limit.
final class LargeMemory implements AutoCloseable {
  /** Folder of the kernel with the cache sizes of the first core. */
  private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

  /** Assumed cache size if the machine does not report it. */
  private static final long USUAL_CACHE_BYTES = 64L << 20;

  private static final int CACHES_LARGE = 4;
  private static final long LEAST_BYTES = 256L << 20;
  private static final long MOST_BYTES = 2L << 30;
  private static final long MOST_PART_OF_MACHINE = 8;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle MALLOC =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("malloc").orElseThrow(),
          FunctionDescriptor.of(ADDRESS, JAVA_LONG));

  private static final MethodHandle FREE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("free").orElseThrow(), FunctionDescriptor.ofVoid(ADDRESS));

  private final MemorySegment memory;

  private LargeMemory(MemorySegment memory) {
    this.memory = memory;
  }

  /**
   * Allocates the memory, and touches all of it.
   *
   * @throws InjectionUnavailableException if memory is short
   */
  static LargeMemory allocate() throws InjectionUnavailableException {
    long bytes = bytes(lastCacheBytes(CACHES), machineBytes());
    try {
      var memory = (MemorySegment) MALLOC.invokeExact(bytes);
      if (memory.address() == 0) {
        throw new InjectionUnavailableException(
            InjectionKind.MEMORY_HOG,
            "it needs %,d MB of memory, which are not there".formatted(bytes >> 20));
      }
      return new LargeMemory(memory.reinterpret(bytes).fill((byte) 1));
    } catch (InjectionUnavailableException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("C functions throw nothing", e);
    }
  }

  /** Returns several times the cache size, limited by a small share of the machine's memory. */
  static long bytes(long cacheBytes, long machineBytes) {
    long most = Math.clamp(machineBytes / MOST_PART_OF_MACHINE, LEAST_BYTES, MOST_BYTES);
    return Math.clamp(CACHES_LARGE * cacheBytes, LEAST_BYTES, most);
  }

  private static long machineBytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /**
   * Returns the size of the largest cache.
   *
   * @param caches folder with a folder for each cache, as in sysfs
   */
  static long lastCacheBytes(Path caches) {
    long largest = 0;
    for (String cache : List.of("index2", "index3", "index4")) {
      try {
        String size = Files.readString(caches.resolve(cache).resolve("size")).strip();
        if (size.matches("[0-9]{1,9}K")) {
          largest = Math.max(largest, 1024 * Long.parseLong(size.substring(0, size.length() - 1)));
        }
      } catch (IOException e) {
        // The cache does not exist, or the system is not Linux.
      }
    }
    return largest == 0 ? USUAL_CACHE_BYTES : largest;
  }

  /** Returns one of several equal parts of the memory. */
  MemorySegment part(int part, int parts) {
    long bytes = memory.byteSize() / parts;
    return memory.asSlice(part * bytes, bytes);
  }

  @Override
  public void close() {
    try {
      FREE.invokeExact(memory);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("C functions throw nothing", e);
    }
  }
}
