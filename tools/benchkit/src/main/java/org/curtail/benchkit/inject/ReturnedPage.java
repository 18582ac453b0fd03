package org.curtail.benchkit.inject;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A page of memory that a thread takes and gives back, as allocators do. The kernel then interrupts
 * all cores of this process, which must forget the page's address (TLB shootdown). The interrupts
 * slow down the computing of these cores. For one thread.
 */
@SuppressWarnings("restricted") // Only the kernel can take a page back.
final class ReturnedPage {
  private static final int MADV_DONTNEED = 4;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle MADVISE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("madvise").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private static final MethodHandle GETPAGESIZE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("getpagesize").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT));

  private final MemorySegment page;

  ReturnedPage() {
    int bytes = pageBytes();
    page = Arena.ofAuto().allocate(bytes, bytes);
  }

  private static int pageBytes() {
    try {
      return (int) GETPAGESIZE.invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("C functions throw nothing", e);
    }
  }

  /** Takes the page and gives it back; true if the kernel took it. */
  boolean use() {
    page.set(JAVA_BYTE, 0, (byte) 1);
    try {
      return (int) MADVISE.invokeExact(page, page.byteSize(), MADV_DONTNEED) == 0;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("C functions throw nothing", e);
    }
  }

  /** True if the page has data; it has none after its return. */
  boolean isUsed() {
    return page.get(JAVA_BYTE, 0) != 0;
  }
}
