package org.curtail.signals;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Words read together belong together, and no slot has two owners. */
public final class TagStress {
  private TagStress() {}

  /** A thread changes from one request to the next; the observer sees matching times. */
  @JCStressTest
  @Outcome(id = "-1, -1, -1", expect = Expect.ACCEPTABLE, desc = "Read in between: said so.")
  @Outcome(id = "0, .*", expect = Expect.ACCEPTABLE, desc = "Between the requests.")
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The first request.")
  @Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "The second one.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A request with the times of the other one.")
  @State
  public static class WordsAreConsistent {
    private final TagWords words = new TagWords(1);
    private final TagWords.Slot slot = new TagWords.Slot(words, 0, Thread.currentThread());

    public WordsAreConsistent() {
      slot.serve(1, 0, 1, 1);
    }

    @Actor
    public void owner() {
      slot.serve(2, 0, 2, 2);
    }

    @Actor
    public void observer(III_Result r) {
      TagWords.Words read = words.read(0);
      if (read == null) {
        r.r1 = -1;
        r.r2 = -1;
        r.r3 = -1;
      } else {
        r.r1 = (int) read.request();
        r.r2 = (int) read.arrivalNanos();
        r.r3 = (int) read.startNanos();
      }
    }
  }

  /**
   * Two threads want the only slot, for threads that never end: jcstress ends its own threads, and
   * the slot of an ended thread is free.
   */
  @JCStressTest
  @Outcome(
      id = {"0, -1", "-1, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "One of them has it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both have it, or none.")
  @State
  public static class OneOwner {
    private static final Thread ONE = new Thread("one");
    private static final Thread OTHER = new Thread("other");

    private final TagWords words = new TagWords(1);

    @Actor
    public void one(II_Result r) {
      r.r1 = words.claim(ONE);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = words.claim(OTHER);
    }
  }
}
