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
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Native calls, by syscall(2), because C libraries lack functions for some of them. One is by
 * sched_getcpu(3), which needs no system call.
 *
 * <p>Each thread has its own memory for arguments, so that a call allocates no memory outside the
 * heap.
 */
@SuppressWarnings("restricted") // This class exists for native access.
final class NativeKernel implements Kernel {
  private static final int PR_SET_NAME = 15;
  private static final int PR_GET_NAME = 16;
  private static final long NO_FLAGS = 0;
  private static final long UNUSED = 0;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle SYSCALL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("syscall").orElseThrow(),
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1),
          Linker.Option.captureCallState("errno"));

  private static final MethodHandle SCHED_GETCPU =
      LINKER.downcallHandle(
          LINKER.defaultLookup().find("sched_getcpu").orElseThrow(),
          FunctionDescriptor.of(JAVA_INT),
          Linker.Option.critical(false));

  private final SystemCalls calls;
  private final ThreadLocal<Arguments> arguments = ThreadLocal.withInitial(Arguments::new);

  NativeKernel(SystemCalls calls) {
    this.calls = calls;
  }

  /** Memory of a thread, which must stay reachable during its calls. */
  private static final class Arguments {
    /** Larger than in any kernel. */
    private static final long MASK_BYTES = 8192 / Byte.SIZE;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_OFFSET =
        STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment state = arena.allocate(STATE);
    private final MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
    private final MemorySegment name = arena.allocate(KernelName.MOST_BYTES + 1);

    private int errno() {
      return state.get(JAVA_INT, ERRNO_OFFSET);
    }
  }

  @Override
  public int scheduling(SchedAttr into) {
    try {
      return call(calls.schedGetattr(), CALLING_THREAD, into.address(), SchedAttr.BYTES, NO_FLAGS);
    } finally {
      Reference.reachabilityFence(into);
    }
  }

  @Override
  public int setScheduling(SchedAttr attr) {
    try {
      return call(calls.schedSetattr(), CALLING_THREAD, attr.address(), NO_FLAGS, UNUSED);
    } finally {
      Reference.reachabilityFence(attr);
    }
  }

  @Override
  public int affinity(int threadId, BitSet into) {
    MemorySegment mask = arguments.get().mask;
    int writtenBytes =
        call(calls.schedGetaffinity(), threadId, mask.byteSize(), mask.address(), UNUSED);
    into.clear();
    if (writtenBytes < 0) {
      return writtenBytes;
    }
    into.or(BitSet.valueOf(mask.asSlice(0, writtenBytes).toArray(JAVA_BYTE)));
    return 0;
  }

  @Override
  public int setAffinity(int threadId, BitSet cores) {
    MemorySegment mask = arguments.get().mask.fill((byte) 0);
    byte[] bytes = cores.toByteArray();
    MemorySegment.copy(bytes, 0, mask, JAVA_BYTE, 0, bytes.length);
    return call(calls.schedSetaffinity(), threadId, mask.byteSize(), mask.address(), UNUSED);
  }

  @Override
  public int threadId() {
    return call(calls.gettid(), UNUSED, UNUSED, UNUSED, UNUSED);
  }

  @Override
  public int currentCore() {
    try {
      return (int) SCHED_GETCPU.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public byte[] name() {
    MemorySegment name = arguments.get().name.fill((byte) 0);
    int answer = call(calls.prctl(), PR_GET_NAME, name.address(), UNUSED, UNUSED);
    byte[] bytes = name.toArray(JAVA_BYTE);
    int length = 0;
    while (answer >= 0 && bytes[length] != 0) {
      length++;
    }
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public int setName(byte[] utf8) {
    MemorySegment name = arguments.get().name.fill((byte) 0);
    MemorySegment.copy(utf8, 0, name, JAVA_BYTE, 0, utf8.length);
    return call(calls.prctl(), PR_SET_NAME, name.address(), UNUSED, UNUSED);
  }

  private int call(long number, long first, long second, long third, long fourth) {
    Arguments own = arguments.get();
    try {
      long answer = (long) SYSCALL.invokeExact(own.state, number, first, second, third, fourth);
      return answer < 0 ? -own.errno() : Math.toIntExact(answer);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static AssertionError unexpected(Throwable e) {
    return new AssertionError("C functions throw nothing", e);
  }
}
