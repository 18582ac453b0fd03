package org.curtail.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The continuous diagnosis of a running service. For each ended request, it decides at once if the
 * request was slow and why. The comparison is with the usual requests of the last {@link #learn}.
 * The diagnosis also maintains the distribution by cause, and writes to the Flight Recorder. Only
 * the latest requests are stored. Thread-safe.
 *
 * <p>A request costs some microseconds, and {@link #learn} some milliseconds. Call {@link #learn}
 * about every second, on a thread that serves no requests.
 */
public final class RunningDiagnosis {
  /** The usual, learnt from the latest requests. */
  private record Known(ExpectedCpu expected, Usual usual) {}

  private final int memory;
  private final CauseSplit split;
  private final CauseCdf cdf = new CauseCdf();
  private final ArrayDeque<RequestEvidence> latest = new ArrayDeque<>();
  private volatile @Nullable Known known;

  /**
   * Creates a diagnosis without requests.
   *
   * @param memory number of latest requests to store, at least 1; a thousand is usually enough
   */
  public RunningDiagnosis(int memory) {
    this(memory, CauseSplit.USUAL);
  }

  /** Creates a diagnosis with other costs of page faults and interrupts. */
  public RunningDiagnosis(int memory, CauseSplit split) {
    if (memory < 1) {
      throw new IllegalArgumentException("memory must be at least 1: " + memory);
    }
    this.memory = memory;
    this.split = split;
  }

  /**
   * Adds an ended request.
   *
   * @return main cause of a slow request; empty for other requests, and before the first {@link
   *     #learn}
   */
  public Optional<MainCause> ended(RequestEvidence request) {
    DiagnosisRecorder.ended(request);
    remember(request);
    Known now = known;
    if (now == null) {
      cdf.add(split.split(request));
      return Optional.empty();
    }
    Breakdown breakdown = split.split(now.expected().withExpectation(request));
    cdf.add(breakdown);
    Optional<MainCause> main = MainCause.of(breakdown, now.usual());
    main.ifPresent(cause -> DiagnosisRecorder.slow(breakdown, cause));
    return main;
  }

  private void remember(RequestEvidence request) {
    synchronized (latest) {
      if (latest.size() == memory) {
        latest.removeFirst();
      }
      latest.addLast(request);
    }
  }

  /** Learns the usual from the latest requests. Does nothing without requests. */
  public void learn() {
    List<RequestEvidence> all = requests();
    if (!all.isEmpty()) {
      var expected = ExpectedCpu.learn(all);
      List<Breakdown> breakdowns =
          all.stream().map(expected::withExpectation).map(split::split).toList();
      known = new Known(expected, Usual.of(breakdowns));
    }
  }

  private List<RequestEvidence> requests() {
    synchronized (latest) {
      return new ArrayList<>(latest);
    }
  }

  /** Returns the distribution of all requests so far, by cause. */
  public CauseCdf cdf() {
    return cdf;
  }

  /** Returns the diagnosis of the latest requests; empty without requests. */
  public Optional<Diagnosis> latest() {
    List<RequestEvidence> all = requests();
    return all.isEmpty() ? Optional.empty() : Optional.of(Diagnosis.of(all, split));
  }
}
