package org.curtail.linux;

import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with the rules of sched(7) and the permissions chosen by the test; any call can fail.
 */
final class FakeKernel implements Kernel {
  static final int EPERM = 1;
  private static final int ESRCH = 3;

  /** The permissions of a process. */
  record Rights(boolean sysNice, int leastNice, int mostPriority) {
    static final Rights ALL = new Rights(true, -20, 99);
    static final Rights NONE = new Rights(false, 20, 0);

    /** The permissions that {@code LimitNICE=} gives. */
    static Rights limitNice(int leastNice) {
      return new Rights(false, leastNice, 0);
    }
  }

  /** The scheduling of a thread. */
  record State(int policy, int nice, int priority, boolean resetOnFork) {
    static final State ORDINARY = new State(SchedAttr.OTHER, 0, 0, false);

    static State nice(int nice) {
      return new State(SchedAttr.OTHER, nice, 0, false);
    }
  }

  private final Rights rights;
  private final int failingCall;
  private final int errno;
  private final AtomicInteger calls = new AtomicInteger();
  final Map<Thread, State> states = new ConcurrentHashMap<>();
  final Map<Thread, BitSet> affinities = new ConcurrentHashMap<>();
  private final Map<Integer, Thread> numbered = new ConcurrentHashMap<>();
  final Map<Thread, byte[]> names = new ConcurrentHashMap<>();

  FakeKernel(Rights rights) {
    this(rights, -1, 0);
  }

  /** Creates a kernel of which one call, counted from 0, fails. */
  FakeKernel(Rights rights, int failingCall, int errno) {
    this.rights = rights;
    this.failingCall = failingCall;
    this.errno = errno;
  }

  int calls() {
    return calls.get();
  }

  State state() {
    return states.computeIfAbsent(Thread.currentThread(), thread -> State.ORDINARY);
  }

  void state(State state) {
    states.put(Thread.currentThread(), state);
  }

  private boolean fails() {
    return calls.getAndIncrement() == failingCall;
  }

  @Override
  public int scheduling(SchedAttr into) {
    if (fails()) {
      return -errno;
    }
    State state = state();
    into.copyFrom(new SchedAttr());
    into.policy(state.policy);
    into.nice(state.nice);
    into.priority(state.priority);
    if (state.resetOnFork) {
      into.resetOnFork();
    }
    return 0;
  }

  @Override
  public int setScheduling(SchedAttr attr) {
    if (fails()) {
      return -errno;
    }
    State before = state();
    boolean wantsLowerNice = attr.nice() < before.nice && attr.nice() < rights.leastNice;
    boolean wantsPriority = attr.isRealTime() && attr.priority() > rights.mostPriority;
    boolean forgetsReset = before.resetOnFork && !attr.resetsOnFork();
    if (!rights.sysNice && (wantsLowerNice || wantsPriority || forgetsReset)) {
      return -EPERM;
    }
    state(new State(attr.policy(), attr.nice(), attr.priority(), attr.resetsOnFork()));
    return 0;
  }

  @Override
  public int affinity(int threadId, BitSet into) {
    if (fails()) {
      return -errno;
    }
    into.clear();
    into.or(affinities.getOrDefault(Thread.currentThread(), Cores.of(all()).bits()));
    return 0;
  }

  private static BitSet all() {
    var all = new BitSet();
    all.set(0, 4);
    return all;
  }

  @Override
  public int setAffinity(int threadId, BitSet cores) {
    if (fails()) {
      return -errno;
    }
    Thread thread = thread(threadId);
    if (thread == null) {
      return -ESRCH;
    }
    affinities.put(thread, (BitSet) cores.clone());
    return 0;
  }

  /** The thread with a number; null if no thread has asked for it. */
  private @Nullable Thread thread(int threadId) {
    return threadId == CALLING_THREAD ? Thread.currentThread() : numbered.get(threadId);
  }

  @Override
  public int threadId() {
    if (fails()) {
      return -errno;
    }
    int threadId = Math.toIntExact(Thread.currentThread().threadId());
    numbered.put(threadId, Thread.currentThread());
    return threadId;
  }

  @Override
  public int currentCore() {
    return fails() ? -errno : 0;
  }

  @Override
  public byte[] name() {
    return names.getOrDefault(Thread.currentThread(), new byte[0]);
  }

  @Override
  public int setName(byte[] utf8) {
    if (fails()) {
      return -errno;
    }
    names.put(Thread.currentThread(), utf8);
    return 0;
  }
}
