package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.curtail.runtime.Invariants.Seen;
import org.curtail.signals.Stint;

/** Invariants of a request that has ended: its ticket, its result and its timeline. */
final class EndingInvariants {
  private final Invariants told;

  EndingInvariants(Invariants told) {
    this.told = told;
  }

  /** Invariants of a request with at most this number of threads. */
  void check(Seen seen, int mostDegree) {
    Ticket<Integer> ticket = seen.ticket;
    Timeline timeline = seen.timeline;
    assertThat(ticket).isNotNull();
    assertThat(timeline).isNotNull();
    if (ticket == null || timeline == null) {
      return;
    }
    String name = "request " + seen.id + ", " + timeline;
    assertThat(ticket.isDone()).as("%s is done", name).isTrue();
    assertThat(ticket.timeline()).as(name).isEqualTo(timeline);
    ScriptedWork work = seen.work;
    assertThat(work.wrongs).as(name).isEmpty();
    Object result = resultOf(ticket);
    switch (timeline.outcome()) {
      case COMPLETED -> {
        assertThat(result).as(name).isEqualTo(work.totalRuns());
        assertThat(work.thrown).as(name).isNull();
        assertThat(work.completed).as(name).isEqualTo(1);
        if (!work.saidEnough) {
          assertThat(work.ranExactly(work.script().chunks())).as(name).isTrue();
        }
      }
      case PARTIAL -> {
        assertThat(result).as(name).isEqualTo(work.totalRuns());
        assertThat(work.partials).as(name).isEqualTo(1);
        assertThat(told.latestNanos()).as(name).isGreaterThanOrEqualTo(seen.deadlineNanos);
      }
      case EXPIRED -> {
        assertThat(result).as(name).isInstanceOf(DeadlineExceededException.class);
        assertThat(told.latestNanos()).as(name).isGreaterThanOrEqualTo(seen.deadlineNanos);
        assertThat(work.completed).as(name).isZero();
      }
      case CANCELLED -> {
        assertThat(result).as(name).isInstanceOf(CancellationException.class);
        assertThat(seen.cancelled || told.allCancelled).as(name).isTrue();
        if (!told.abandoned) {
          assertThat(work.completed + work.partials).as(name).isZero();
        }
      }
      case FAILED -> {
        if (work.script().fault() == ScriptedWork.Fault.NEGATIVE_COUNT) {
          assertThat(result).as(name).isInstanceOf(IllegalStateException.class);
        } else {
          assertThat(work.thrown).as(name).isNotNull();
          assertThat(result).as(name).isSameAs(work.thrown);
        }
      }
    }
    checkTimeline(seen, timeline, mostDegree, name);
  }

  private static Object resultOf(Ticket<Integer> ticket) {
    try {
      return ticket.get();
    } catch (ExecutionException e) {
      return e.getCause() == null ? e : e.getCause();
    } catch (CancellationException e) {
      return e;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void checkTimeline(Seen seen, Timeline timeline, int mostDegree, String name) {
    assertThat(timeline.arrivalNanos()).as(name).isEqualTo(seen.arrivalNanos);
    assertThat(timeline.startNanos()).as(name).isGreaterThanOrEqualTo(seen.arrivalNanos);
    assertThat(timeline.endNanos()).as(name).isGreaterThanOrEqualTo(timeline.startNanos());
    assertThat(timeline.peakDegree()).as(name).isBetween(0, mostDegree);
    assertThat(timeline.threadNanos()).as(name).isNotNegative();
    if (!seen.begun) {
      assertThat(timeline.peakDegree() + timeline.path().size()).as(name).isZero();
    }
    if (told.abandoned) {
      return;
    }
    checkStints(seen, timeline, name);
    boolean joinFailed = seen.work.script().fault() == ScriptedWork.Fault.JOIN;
    if (!joinFailed) {
      assertThat(seen.work.ranExactly(timeline.chunks())).as(name).isTrue();
    }
    assertThat(timeline.path().stream().mapToInt(Timeline.Phase::chunks).sum())
        .as(name)
        .isEqualTo(timeline.chunks());
    // After the last chunk one thread makes the result; the clock may have fallen back by then.
    long servingNanos = timeline.path().stream().mapToLong(Timeline.Phase::nanos).sum();
    assertThat(
            timeline.path().stream().mapToLong(phase -> phase.nanos() * phase.degree()).sum()
                + Math.max(timeline.executionNanos() - servingNanos, 0))
        .as(name)
        .isEqualTo(timeline.threadNanos());
    assertThat(timeline.meanDegree()).as(name).isGreaterThanOrEqualTo(1);
  }

  /**
   * Each thread that claimed a chunk has reported it before the end. Each preemption ended a stint.
   */
  private void checkStints(Seen seen, Timeline timeline, String name) {
    List<Stint> stints = timeline.stints();
    if (!told.hasSignals || !seen.begun) {
      assertThat(stints).as(name).isEmpty();
      return;
    }
    assertThat(stints.stream().mapToInt(Stint::chunks).sum())
        .as("chunks of the stints of %s", name)
        .isEqualTo(timeline.chunks());
    assertThat(stints.size())
        .as("stints of %s", name)
        .isGreaterThanOrEqualTo(timeline.peakDegree());
    assertThat(stints.size())
        .as("stints of %s", name)
        .isGreaterThanOrEqualTo(timeline.preemptions());
  }
}
