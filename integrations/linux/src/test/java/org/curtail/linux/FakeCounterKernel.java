package org.curtail.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HashSet;
import java.util.Set;

/** A kernel with counters and failures chosen by the test. */
final class FakeCounterKernel implements CounterKernel {
  static final int EPERM = -1;
  static final int ENOENT = -2;
  static final int EACCES = -13;
  static final int EINVAL = -22;

  long cpuNanos = 1_000;
  int usageAnswer;
  String schedstat = "10 20 3\n";
  int openAnswer;
  int eventAnswer;
  long cycles = 5_000;
  long instructions = 7_000;
  long voluntarySwitches = 13;
  long involuntarySwitches = 14;

  /** Number of file reads. */
  int reads;

  /** Open descriptors. */
  final Set<Integer> open = new HashSet<>();

  private int nextDescriptor = 100;

  private int opened(int answer) {
    if (answer < 0) {
      return answer;
    }
    open.add(nextDescriptor);
    return nextDescriptor++;
  }

  @Override
  public long cpuNanos() {
    return cpuNanos;
  }

  @Override
  public int usage(long[] into) {
    if (usageAnswer >= 0) {
      into[MINOR_FAULTS] = 11;
      into[MAJOR_FAULTS] = 12;
      into[VOLUNTARY_SWITCHES] = voluntarySwitches;
      into[INVOLUNTARY_SWITCHES] = involuntarySwitches;
    }
    return usageAnswer;
  }

  @Override
  public int open(String path) {
    return opened(openAnswer);
  }

  @Override
  public int read(int descriptor, byte[] into) {
    if (!open.contains(descriptor)) {
      throw new IllegalStateException(descriptor + " is not open");
    }
    reads++;
    byte[] bytes = schedstat.getBytes(US_ASCII);
    System.arraycopy(bytes, 0, into, 0, bytes.length);
    return bytes.length;
  }

  @Override
  public int close(int descriptor) {
    if (!open.remove(descriptor)) {
      throw new IllegalStateException(descriptor + " is not open");
    }
    return 0;
  }

  @Override
  public int openEvent(int event, int group) {
    return opened(eventAnswer);
  }

  @Override
  public int readEvents(int group, long[] into) {
    if (!open.contains(group)) {
      throw new IllegalStateException(group + " is not open");
    }
    into[CYCLES] = cycles;
    into[INSTRUCTIONS] = instructions;
    return 40;
  }
}
