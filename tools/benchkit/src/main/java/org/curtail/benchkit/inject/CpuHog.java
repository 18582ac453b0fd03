package org.curtail.benchkit.inject;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.OptionalLong;
import java.util.Queue;

/**
 * Endlessly computing threads compete for the cores while the request runs. The cost is the time in
 * which the request's thread does not compute.
 *
 * <p>The threads compute in native code, like other processes. Threads in Java code would delay
 * each stop of all threads by the JVM, which is another cause.
 */
@SuppressWarnings("restricted") // Only native code can run beside a safepoint.
final class CpuHog {
  /** Number of threads at which a request gets about a ninth of a core. */
  private static final int THREADS_PER_CORE = 8;

  /** Length of a text: a call lasts for about 10 us, and the text fits into the first cache. */
  private static final int TEXT_BYTES = 32 * 1024;

  private static final int CALLS = 5;

  private static final Linker LINKER = Linker.nativeLinker();

  /** C function strspn, which computes and writes nothing. */
  private static final MethodHandle STRSPN =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("strspn").orElseThrow(),
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS));

  private CpuHog() {}

  /** Starts the threads; they sleep. */
  static ThreadInjection start(int cores, Queue<InjectionRecord> records) {
    MemorySegment text = Arena.ofAuto().allocate(TEXT_BYTES);
    text.fill((byte) 'a').set(JAVA_BYTE, TEXT_BYTES - 1, (byte) 0);
    MemorySegment accepted = text.asSlice(TEXT_BYTES - 2);
    return new ThreadInjection(
        InjectionKind.CPU_HOG,
        new HogThreads("cpu-hog", THREADS_PER_CORE * cores, i -> () -> compute(text, accepted)),
        (request, from, to) ->
            OptionalLong.of(to.wallNanos() - from.wallNanos() - (to.cpuNanos() - from.cpuNanos())),
        records);
  }

  private static void compute(MemorySegment text, MemorySegment accepted) {
    try {
      for (int call = 0; call < CALLS; call++) {
        if ((long) STRSPN.invokeExact(text, accepted) != TEXT_BYTES - 1) {
          throw new IllegalStateException("the text of the hog was changed");
        }
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("C functions throw nothing", e);
    }
  }
}
