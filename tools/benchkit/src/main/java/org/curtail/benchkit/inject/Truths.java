package org.curtail.benchkit.inject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.curtail.diagnose.Cause;
import org.curtail.signals.Pause;

/** What was really done to each request. Immutable. */
public final class Truths {
  /**
   * From when to when a request was under way, by {@code System.nanoTime}.
   *
   * @param fromNanos when its client meant to send it
   * @param receivedNanos when the server got it
   * @param servedNanos when its first thread began
   * @param toNanos when it ended
   * @param offCoreNanos for how long its thread served it and did not compute, by its own clocks; 0
   *     if nobody knows
   */
  public record UnderWay(
      long fromNanos, long receivedNanos, long servedNanos, long toNanos, long offCoreNanos) {}

  /**
   * One thing that was done to a request.
   *
   * @param nanos that it took; {@link Deed#UNKNOWN} if nobody can tell
   */
  public record Truth(InjectionKind kind, long nanos) {}

  private final List<List<Truth>> truths = new ArrayList<>();
  private final boolean[] touched;
  private final long[] queuedNanos;
  private final long[] offCoreNanos;
  private final Standstills standstills;

  private Truths(List<UnderWay> requests, Standstills standstills) {
    this.standstills = standstills;
    requests.forEach(request -> truths.add(new ArrayList<>()));
    touched = new boolean[requests.size()];
    queuedNanos =
        requests.stream()
            .mapToLong(
                request -> standstills.without(request.receivedNanos(), request.servedNanos()))
            .toArray();
    offCoreNanos = requests.stream().mapToLong(UnderWay::offCoreNanos).toArray();
  }

  /**
   * Gives deeds to the requests they were done to.
   *
   * @param requests by number
   * @param collections in which nobody could compute or wait for anything else either
   */
  public static Truths of(List<Deed> deeds, List<UnderWay> requests, List<Pause> collections) {
    var truths = new Truths(requests, Standstills.of(deeds, collections));
    for (Deed deed : deeds) {
      truths.add(deed, requests);
    }
    return truths;
  }

  private void add(Deed deed, List<UnderWay> requests) {
    switch (deed.kind().reach()) {
      case ONE -> add(deed.request(), deed.kind(), ownNanos(deed));
      case ALL -> {
        for (int i = 0; i < touched.length; i++) {
          long nanos = overlapNanos(deed, requests.get(i));
          if (nanos > 0) {
            add(i, deed.kind(), nanos);
          }
        }
      }
      case OTHERS_TOO -> {
        add(deed.request(), deed.kind(), ownNanos(deed));
        for (int i = 0; i < touched.length; i++) {
          touched[i] |= overlapNanos(deed, requests.get(i)) > 0;
        }
      }
    }
  }

  /**
   * What a deed took beside what stops everything: in that time nobody waits for a lock, though the
   * lock is held.
   */
  private long ownNanos(Deed deed) {
    if (deed.nanos() == Deed.UNKNOWN || deed.kind().isComputed()) {
      return deed.nanos();
    }
    return Math.max(0, deed.nanos() - standstills.within(deed.fromNanos(), deed.toNanos()));
  }

  private void add(int request, InjectionKind kind, long nanos) {
    touched[request] = true;
    truths.get(request).add(new Truth(kind, nanos));
  }

  private static long overlapNanos(Deed deed, UnderWay request) {
    return deed.overlapNanos(request.fromNanos(), request.toNanos());
  }

  /** How many requests there are. */
  public int requests() {
    return touched.length;
  }

  /** All that was done to a request, in any order. */
  public List<Truth> of(int request) {
    return List.copyOf(truths.get(request));
  }

  /** All of it together; what nobody can tell counts as nothing. */
  public long allNanos(int request) {
    return truths.get(request).stream().mapToLong(truth -> Math.max(truth.nanos(), 0)).sum();
  }

  /**
   * What took most of its time; empty if nothing was done to it, or if it waited longer for its
   * turn than for any of that: who arrives at the end of a stop waits for those that arrived
   * earlier in it. Whose CPU time was taken may have waited longer for a core, which the same
   * threads took.
   */
  public Optional<InjectionKind> main(int request) {
    return truths.get(request).stream()
        .max(Comparator.comparingLong(Truth::nanos))
        .filter(truth ->
            truth.nanos() == Deed.UNKNOWN || truth.nanos() >= othersNanos(request, truth.kind()))
        .map(Truth::kind);
  }

  /** The longest wait that a kind is not the cause of. */
  private long othersNanos(int request, InjectionKind kind) {
    long queued = kind.causes().contains(Cause.ADMISSION) ? 0 : queuedNanos[request];
    return kind.isComputed() ? Math.max(queued, offCoreNanos[request]) : queued;
  }

  /** How long one of a kind's causes took, by all that was done; negative if nobody can tell. */
  public long nanos(int request, InjectionKind kind) {
    long sum = 0;
    for (Truth truth : truths.get(request)) {
      if (!Collections.disjoint(truth.kind().causes(), kind.causes())) {
        if (truth.nanos() < 0) {
          return Deed.UNKNOWN;
        }
        sum += truth.nanos();
      }
    }
    return sum;
  }

  /** Whether anything was done to it, or nearby, so that it is no example of an untouched one. */
  public boolean isTouched(int request) {
    return touched[request];
  }
}
