package org.curtail.benchkit.results;

import java.util.List;

/** Results of an automatic policy. The numbers are made up. */
public final class SampleDecisions {
  private SampleDecisions() {}

  /** Returns a run at loads of 30 and 70 %, and a run that only learned. */
  public static Results results() {
    return SampleResults.twoCores().withDecisions(List.of(ofAllLoads(), learning()));
  }

  static Decisions ofAllLoads() {
    return new Decisions(
        "automatic",
        null,
        1,
        120,
        6000,
        0.35,
        1200,
        2,
        3,
        1,
        1,
        0.021,
        "serves by tail-index at the end; 35 % of the requests were served by the safe policy",
        List.of(
            new Decisions.Period(0, 40, 0.3, "the safe policy"),
            new Decisions.Period(40, 60, 0.3, "tail-index"),
            new Decisions.Period(60, 100, 0.7, "few-to-many"),
            new Decisions.Period(100, 120, 0.3, "tail-index")),
        List.of(
            new Decisions.Event(20, "Learned", "learned from 500 requests", "speedups <b> & more"),
            new Decisions.Event(40, "Planned", "planned tail-index", "it is better"),
            new Decisions.Event(
                40, "Switched", "switched from the safe policy to tail-index", "p99 0.4 times"),
            new Decisions.Event(
                100, "FellBack", "fell back from few-to-many at load 0.60", "p95 1.2 times")));
  }

  /** Decisions of a run of one load, with one of the seeds. */
  static Decisions ofLoad(double load, long seed, String atEnd) {
    return new Decisions(
        "automatic",
        load,
        seed,
        10,
        1000,
        0.5,
        400,
        1,
        1,
        0,
        0,
        0,
        "serves by %s at the end; 50 %% of the requests were served by the safe policy"
            .formatted(atEnd),
        List.of(
            new Decisions.Period(0, 5, load, "the safe policy"),
            new Decisions.Period(5, 10, load, atEnd)),
        List.of(new Decisions.Event(5, "Switched", "switched to " + atEnd, "it is better")));
  }

  static Decisions learning() {
    return new Decisions(
        "automatic@executor",
        null,
        1,
        12,
        300,
        1,
        null,
        0,
        0,
        0,
        0,
        0,
        "still learning: served 100 % by the safe policy",
        List.of(new Decisions.Period(0, 12, 0.5, "the safe policy")),
        List.of());
  }
}
