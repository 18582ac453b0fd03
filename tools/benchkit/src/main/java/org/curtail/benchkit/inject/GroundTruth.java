package org.curtail.benchkit.inject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.pause.Pause;

/** The true injections into each request. Immutable. */
public final class GroundTruth {
  /**
   * Times of a request, by {@code System.nanoTime}.
   *
   * @param fromNanos intended sending by the client
   * @param receivedNanos arrival at the server
   * @param servedNanos begin of the first thread
   * @param toNanos end
   * @param offCoreNanos time for which the thread served the request without computing, by the
   *     thread's own clocks; 0 if unknown
   */
  public record UnderWay(
      long fromNanos, long receivedNanos, long servedNanos, long toNanos, long offCoreNanos) {}

  /**
   * An injection into a request.
   *
   * @param nanos cost in time; {@link InjectionRecord#UNKNOWN} if unknown
   */
  public record Truth(InjectionKind kind, long nanos) {}

  private final List<List<Truth>> truths = new ArrayList<>();
  private final boolean[] touched;
  private final long[] queuedNanos;
  private final long[] offCoreNanos;
  private final ProcessStops standstills;

  private GroundTruth(List<UnderWay> requests, ProcessStops standstills) {
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
   * Assigns records to affected requests.
   *
   * @param requests times of requests by number
   * @param collections collections, which stopped all threads
   */
  public static GroundTruth of(
      List<InjectionRecord> records, List<UnderWay> requests, List<Pause> collections) {
    var truths = new GroundTruth(requests, ProcessStops.of(records, collections));
    for (InjectionRecord record : records) {
      truths.add(record, requests);
    }
    return truths;
  }

  private void add(InjectionRecord record, List<UnderWay> requests) {
    switch (record.kind().reach()) {
      case ONE -> add(record.request(), record.kind(), ownNanos(record));
      case ALL -> {
        for (int i = 0; i < touched.length; i++) {
          long nanos = overlapNanos(record, requests.get(i));
          if (nanos > 0) {
            add(i, record.kind(), nanos);
          }
        }
      }
      case OTHERS_TOO -> {
        add(record.request(), record.kind(), ownNanos(record));
        for (int i = 0; i < touched.length; i++) {
          touched[i] |= overlapNanos(record, requests.get(i)) > 0;
        }
      }
    }
  }

  /** Returns the time of a record without stops of the whole process. */
  private long ownNanos(InjectionRecord record) {
    if (record.nanos() == InjectionRecord.UNKNOWN || record.kind().isComputed()) {
      return record.nanos();
    }
    return Math.max(0, record.nanos() - standstills.within(record.fromNanos(), record.toNanos()));
  }

  private void add(int request, InjectionKind kind, long nanos) {
    touched[request] = true;
    truths.get(request).add(new Truth(kind, nanos));
  }

  private static long overlapNanos(InjectionRecord record, UnderWay request) {
    return record.overlapNanos(request.fromNanos(), request.toNanos());
  }

  /** Returns the number of requests. */
  public int requests() {
    return touched.length;
  }

  /** Returns all injections into a request, in any order. */
  public List<Truth> of(int request) {
    return List.copyOf(truths.get(request));
  }

  /** Returns the total time of injections into a request; unknown times count as 0. */
  public long allNanos(int request) {
    return truths.get(request).stream().mapToLong(truth -> Math.max(truth.nanos(), 0)).sum();
  }

  /**
   * Returns the injection with the greatest cost. Empty without injections, or if the request
   * waited longer for its turn than for any injection: a request at the end of a stop waits for
   * earlier requests. For an injection of computing threads, waiting for a core counts as its
   * effect.
   */
  public Optional<InjectionKind> main(int request) {
    return truths.get(request).stream()
        .max(Comparator.comparingLong(Truth::nanos))
        .filter(truth ->
            truth.nanos() == InjectionRecord.UNKNOWN
                || truth.nanos() >= othersNanos(request, truth.kind()))
        .map(Truth::kind);
  }

  /** Returns the longest wait that a kind does not cause. */
  private long othersNanos(int request, InjectionKind kind) {
    long queued = kind.causes().contains(Cause.ADMISSION) ? 0 : queuedNanos[request];
    return kind.isComputed() ? Math.max(queued, offCoreNanos[request]) : queued;
  }

  /** Returns the time of the causes of a kind, over all injections; negative if unknown. */
  public long nanos(int request, InjectionKind kind) {
    long sum = 0;
    for (Truth truth : truths.get(request)) {
      if (!Collections.disjoint(truth.kind().causes(), kind.causes())) {
        if (truth.nanos() < 0) {
          return InjectionRecord.UNKNOWN;
        }
        sum += truth.nanos();
      }
    }
    return sum;
  }

  /** True if the request or a concurrent request had an injection. */
  public boolean isTouched(int request) {
    return touched[request];
  }
}
