package org.curtail.benchkit.inject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.curtail.diagnose.Cause;
import org.curtail.signals.Pause;

/** The true injections of each request. Immutable. */
public final class GroundTruth {
  /**
   * Times of a request, by {@code System.nanoTime}.
   *
   * @param fromNanos intended sending by its client
   * @param receivedNanos arrival at the server
   * @param servedNanos begin of its first thread
   * @param toNanos its end
   * @param offCoreNanos time for which its thread served it and did not compute, by the thread's
   *     own clocks; 0 if unknown
   */
  public record UnderWay(
      long fromNanos, long receivedNanos, long servedNanos, long toNanos, long offCoreNanos) {}

  /**
   * One injection into a request.
   *
   * @param nanos time that it took; {@link InjectionRecord#UNKNOWN} if unknown
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
   * Assigns records to the requests that they affected.
   *
   * @param requests by number
   * @param collections during which no thread computed or waited for anything else
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

  /**
   * Time of a record outside standstills of the process: during these no thread waits for a lock,
   * though the lock is held.
   */
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

  /** Number of requests. */
  public int requests() {
    return touched.length;
  }

  /** All injections into a request, in any order. */
  public List<Truth> of(int request) {
    return List.copyOf(truths.get(request));
  }

  /** Their total time; unknown times count as 0. */
  public long allNanos(int request) {
    return truths.get(request).stream().mapToLong(truth -> Math.max(truth.nanos(), 0)).sum();
  }

  /**
   * The injection that took most of its time. Empty if it had none, or if it waited longer for its
   * turn than for any injection: a request that arrives at the end of a stop waits for those that
   * arrived earlier in the stop. A request that lost CPU time may have waited longer for a core,
   * which the same threads took.
   */
  public Optional<InjectionKind> main(int request) {
    return truths.get(request).stream()
        .max(Comparator.comparingLong(Truth::nanos))
        .filter(truth ->
            truth.nanos() == InjectionRecord.UNKNOWN
                || truth.nanos() >= othersNanos(request, truth.kind()))
        .map(Truth::kind);
  }

  /** The longest wait not caused by a kind. */
  private long othersNanos(int request, InjectionKind kind) {
    long queued = kind.causes().contains(Cause.ADMISSION) ? 0 : queuedNanos[request];
    return kind.isComputed() ? Math.max(queued, offCoreNanos[request]) : queued;
  }

  /** Time of the causes of a kind, over all injections; negative if unknown. */
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

  /**
   * True if the request, or one beside it, had an injection, so that it is no example of an
   * untouched one.
   */
  public boolean isTouched(int request) {
    return touched[request];
  }
}
