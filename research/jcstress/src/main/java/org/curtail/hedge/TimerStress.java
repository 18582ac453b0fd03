package org.curtail.hedge;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A timer's thread does not sleep through new entries. */
public final class TimerStress {
  private TimerStress() {}

  private static final class CountedEntry implements HedgeTimer.Entry {
    private final long dueNanos;
    private final AtomicInteger called = new AtomicInteger();

    CountedEntry(long dueNanos) {
      this.dueNanos = dueNanos;
    }

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public boolean due(long nowNanos) {
      called.incrementAndGet();
      return false;
    }

    @Override
    public boolean onClose() {
      return true;
    }

    @Override
    public void removed() {}
  }

  /** First: 1 if the thread sleeps and was not woken; second: entries that it knows. */
  @JCStressTest
  @Outcome(id = "0, .*", expect = Expect.ACCEPTABLE, desc = "It is awake, or was woken.")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "It sleeps until the first is due.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It sleeps and does not know of an entry.")
  @State
  public static class AddAgainstSleep {
    private final AtomicInteger woken = new AtomicInteger();
    private final HedgeTimer timer = new HedgeTimer(woken::incrementAndGet);
    private boolean sleeps;

    @Actor
    public void adds() {
      timer.add(new CountedEntry(5));
    }

    @Actor
    public void addsToo() {
      timer.add(new CountedEntry(7));
    }

    @Actor
    public void thread() {
      timer.awake();
      sleeps = timer.maySleep(timer.step(0));
    }

    @Arbiter
    public void end(II_Result r) {
      int known = timer.waiting();
      r.r1 = sleeps && woken.get() == 0 ? 1 : 0;
      r.r2 = known;
    }
  }

  /** Number of calls of each of two entries, added by any thread. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Once each.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "One was lost, or called twice.")
  @State
  public static class AddAgainstStep {
    private final HedgeTimer timer = new HedgeTimer(() -> {});
    private final CountedEntry one = new CountedEntry(5);
    private final CountedEntry other = new CountedEntry(7);

    @Actor
    public void adds() {
      timer.add(one);
    }

    @Actor
    public void addsToo() {
      timer.add(other);
    }

    @Actor
    public void thread() {
      timer.step(10);
    }

    @Arbiter
    public void end(II_Result r) {
      timer.step(10);
      r.r1 = one.called.get();
      r.r2 = other.called.get();
    }
  }
}
