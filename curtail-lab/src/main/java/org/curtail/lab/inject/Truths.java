package org.curtail.lab.inject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What was really done to each request. Immutable. */
public final class Truths {
  /**
   * From when to when a request was under way, by {@code System.nanoTime}.
   *
   * @param fromNanos when its client meant to send it
   * @param toNanos when it ended
   */
  public record UnderWay(long fromNanos, long toNanos) {}

  /**
   * One thing that was done to a request.
   *
   * @param nanos that it took; {@link Deed#UNKNOWN} if nobody can tell
   */
  public record Truth(InjectionKind kind, long nanos) {}

  private final List<List<Truth>> truths;
  private final boolean[] touched;

  private Truths(List<List<Truth>> truths, boolean[] touched) {
    this.truths = truths;
    this.touched = touched;
  }

  /**
   * Gives deeds to the requests they were done to.
   *
   * @param requests by number
   */
  public static Truths of(List<Deed> deeds, List<UnderWay> requests) {
    List<List<Truth>> truths = new ArrayList<>();
    requests.forEach(request -> truths.add(new ArrayList<>()));
    boolean[] touched = new boolean[requests.size()];
    for (Deed deed : deeds) {
      switch (deed.kind().reach()) {
        case ONE -> add(truths, touched, deed.request(), deed.kind(), withoutStops(deed, deeds));
        case ALL -> {
          for (int i = 0; i < touched.length; i++) {
            long nanos = overlapNanos(deed, requests.get(i));
            if (nanos > 0) {
              add(truths, touched, i, deed.kind(), nanos);
            }
          }
        }
        case OTHERS_TOO -> {
          add(truths, touched, deed.request(), deed.kind(), deed.nanos());
          for (int i = 0; i < touched.length; i++) {
            touched[i] |= overlapNanos(deed, requests.get(i)) > 0;
          }
        }
      }
    }
    return new Truths(truths.stream().map(List::copyOf).toList(), touched);
  }

  /**
   * What a deed took beside those that stop everything: in that time nobody waits for a lock,
   * though the lock is held.
   */
  private static long withoutStops(Deed deed, List<Deed> all) {
    long stoppedNanos =
        all.stream()
            .filter(other -> other.kind().reach() == InjectionKind.Reach.ALL)
            .mapToLong(other -> other.overlapNanos(deed.fromNanos(), deed.toNanos()))
            .sum();
    return deed.nanos() == Deed.UNKNOWN ? Deed.UNKNOWN : Math.max(0, deed.nanos() - stoppedNanos);
  }

  private static void add(
      List<List<Truth>> truths, boolean[] touched, int request, InjectionKind kind, long nanos) {
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
    return truths.get(request);
  }

  /** All of it together; what nobody can tell counts as nothing. */
  public long allNanos(int request) {
    return truths.get(request).stream().mapToLong(truth -> Math.max(truth.nanos(), 0)).sum();
  }

  /** What took most of its time; empty if nothing was done to it. */
  public Optional<InjectionKind> main(int request) {
    return truths.get(request).stream()
        .max(Comparator.comparingLong(Truth::nanos))
        .map(Truth::kind);
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
