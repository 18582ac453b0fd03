package org.curtail.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * Native calls, by syscall(2). Each thread has its own memory for arguments and results, so that a
 * call allocates no memory outside the heap.
 */
@SuppressWarnings("restricted") // This class exists for native access.
final class NativeCounterKernel implements CounterKernel {
  private static final long CLOCK_THREAD_CPUTIME_ID = 3;
  private static final long RUSAGE_THREAD = 1;
  private static final long AT_FDCWD = -100;
  private static final long O_RDONLY_CLOEXEC = 0x80000;
  private static final long UNUSED = 0;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  // struct rusage, getrusage(2).
  private static final long MINFLT_OFFSET = 64;
  private static final long MAJFLT_OFFSET = 72;
  private static final long NVCSW_OFFSET = 128;
  private static final long NIVCSW_OFFSET = 136;

  // struct perf_event_attr, perf_event_open(2).
  private static final int ATTR_BYTES = 128;
  private static final long ATTR_SIZE_OFFSET = 4;
  private static final long ATTR_CONFIG_OFFSET = 8;
  private static final long ATTR_READ_FORMAT_OFFSET = 32;
  private static final long ATTR_FLAGS_OFFSET = 40;

  /** Both times and the whole group in one read. */
  private static final long READ_FORMAT = 1 | 2 | 8;

  /** Excludes kernel and hypervisor. Most systems then require no privilege. */
  private static final long EXCLUDE_KERNEL_AND_HV = (1 << 5) | (1 << 6);

  private static final long THIS_THREAD = 0;
  private static final long ANY_CORE = -1;
  private static final long PERF_FLAG_FD_CLOEXEC = 8;

  // Layout of a group of two: number, time enabled, time running, values.
  private static final long ENABLED_OFFSET = 8;
  private static final long RUNNING_OFFSET = 16;
  private static final long VALUES_OFFSET = 24;
  private static final int GROUP_BYTES = 40;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle SYSCALL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("syscall").orElseThrow(),
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1),
          Linker.Option.captureCallState("errno"));

  private final SystemCalls calls;
  private final ThreadLocal<Arguments> arguments = ThreadLocal.withInitial(Arguments::new);

  NativeCounterKernel(SystemCalls calls) {
    this.calls = calls;
  }

  /** Memory of a thread, which must stay reachable during its calls. */
  private static final class Arguments {
    private static final int BYTES = 256;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_OFFSET =
        STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment state = arena.allocate(STATE);
    private final MemorySegment memory = arena.allocate(BYTES, Long.BYTES);

    private int errno() {
      return state.get(JAVA_INT, ERRNO_OFFSET);
    }
  }

  @Override
  public long cpuNanos() {
    MemorySegment time = memory();
    long answer =
        call(calls.clockGettime(), CLOCK_THREAD_CPUTIME_ID, time.address(), UNUSED, UNUSED, UNUSED);
    return answer < 0
        ? answer
        : time.get(JAVA_LONG, 0) * NANOS_PER_SECOND + time.get(JAVA_LONG, Long.BYTES);
  }

  @Override
  public int usage(long[] into) {
    MemorySegment usage = memory();
    int answer =
        (int) call(calls.getrusage(), RUSAGE_THREAD, usage.address(), UNUSED, UNUSED, UNUSED);
    if (answer >= 0) {
      into[MINOR_FAULTS] = usage.get(JAVA_LONG, MINFLT_OFFSET);
      into[MAJOR_FAULTS] = usage.get(JAVA_LONG, MAJFLT_OFFSET);
      into[VOLUNTARY_SWITCHES] = usage.get(JAVA_LONG, NVCSW_OFFSET);
      into[INVOLUNTARY_SWITCHES] = usage.get(JAVA_LONG, NIVCSW_OFFSET);
    }
    return answer;
  }

  @Override
  public int open(String path) {
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocateFrom(path).address();
      return (int) call(calls.openat(), AT_FDCWD, address, O_RDONLY_CLOEXEC, UNUSED, UNUSED);
    }
  }

  @Override
  public int read(int descriptor, byte[] into) {
    MemorySegment bytes = memory();
    int most = Math.min(into.length, Arguments.BYTES);
    int answer =
        (int) call(calls.pread64(), descriptor, bytes.address(), most, /* offset */ 0, UNUSED);
    if (answer > 0) {
      MemorySegment.copy(bytes, JAVA_BYTE, 0, into, 0, answer);
    }
    return answer;
  }

  @Override
  public int close(int descriptor) {
    return (int) call(calls.close(), descriptor, UNUSED, UNUSED, UNUSED, UNUSED);
  }

  @Override
  public int openEvent(int event, int group) {
    MemorySegment attr = memory().fill((byte) 0);
    // Type 0 is hardware; its events 0 and 1 are cycles and instructions.
    attr.set(JAVA_INT, ATTR_SIZE_OFFSET, ATTR_BYTES);
    attr.set(JAVA_LONG, ATTR_CONFIG_OFFSET, event);
    attr.set(JAVA_LONG, ATTR_READ_FORMAT_OFFSET, READ_FORMAT);
    attr.set(JAVA_LONG, ATTR_FLAGS_OFFSET, EXCLUDE_KERNEL_AND_HV);
    return (int)
        call(
            calls.perfEventOpen(),
            attr.address(),
            THIS_THREAD,
            ANY_CORE,
            group,
            PERF_FLAG_FD_CLOEXEC);
  }

  @Override
  public int readEvents(int group, long[] into) {
    MemorySegment values = memory();
    int answer = (int) call(calls.read(), group, values.address(), GROUP_BYTES, UNUSED, UNUSED);
    if (answer == GROUP_BYTES) {
      // Counters shared with others count too little, by an unknown amount.
      boolean isWhole =
          values.get(JAVA_LONG, ENABLED_OFFSET) == values.get(JAVA_LONG, RUNNING_OFFSET);
      into[CYCLES] = isWhole ? values.get(JAVA_LONG, VALUES_OFFSET) : -1;
      into[INSTRUCTIONS] = isWhole ? values.get(JAVA_LONG, VALUES_OFFSET + Long.BYTES) : -1;
    }
    return answer;
  }

  private MemorySegment memory() {
    return arguments.get().memory;
  }

  private long call(long number, long first, long second, long third, long fourth, long fifth) {
    Arguments own = arguments.get();
    try {
      long answer =
          (long) SYSCALL.invokeExact(own.state, number, first, second, third, fourth, fifth);
      return answer < 0 ? -own.errno() : answer;
    } catch (Throwable e) {
      throw new AssertionError("C functions throw nothing", e);
    }
  }
}
