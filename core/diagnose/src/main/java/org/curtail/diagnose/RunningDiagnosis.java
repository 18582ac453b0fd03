package org.curtail.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The continuous diagnosis of a running service: for each ended request, it decides at once whether
 * it was slow and why, compared with what was last learnt; it keeps the distribution by cause, and
 * writes to the Flight Recorder. Keeps only the latest requests. Thread-safe.
 *
 * <p>A request takes some microseconds, learning some milliseconds: call {@link #learn} about every
 * second on a thread that serves no requests.
 */
public final class RunningDiagnosis {
  /** Knowledge from the latest requests. */
  private record Known(ExpectedCpu expected, Usual usual) {}

  private final int memory;
  private final CauseSplit split;
  private final CauseCdf cdf = new CauseCdf();
  private final ArrayDeque<RequestEvidence> latest = new ArrayDeque<>();
  private volatile @Nullable Known known;

  /**
   * Creates a diagnosis without knowledge.
   *
   * @param memory number of latest requests kept, at least 1; a thousand represent the usual well
   */
  public RunningDiagnosis(int memory) {
    this(memory, CauseSplit.USUAL);
  }

  /** Creates a diagnosis with other costs. */
  public RunningDiagnosis(int memory, CauseSplit split) {
    if (memory < 1) {
      throw new IllegalArgumentException("memory must be at least 1: " + memory);
    }
    this.memory = memory;
    this.split = split;
  }

  /**
   * Adds a request that has ended.
   *
   * @return the cause if it was slow; empty otherwise, and before anything was learnt
   */
  public Optional<MainCause> ended(RequestEvidence request) {
    DiagnosisRecorder.ended(request);
    remember(request);
    Known now = known;
    if (now == null) {
      cdf.add(split.split(request));
      return Optional.empty();
    }
    Breakdown breakdown = split.split(now.expected().filled(request));
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

  /** Learns the usual from the latest requests, if there are any. */
  public void learn() {
    List<RequestEvidence> all = requests();
    if (!all.isEmpty()) {
      var expected = ExpectedCpu.learn(all);
      List<Breakdown> breakdowns = all.stream().map(expected::filled).map(split::split).toList();
      known = new Known(expected, Usual.of(breakdowns));
    }
  }

  private List<RequestEvidence> requests() {
    synchronized (latest) {
      return new ArrayList<>(latest);
    }
  }

  /** Returns the distribution of all requests until now, by cause. */
  public CauseCdf cdf() {
    return cdf;
  }

  /** Returns the diagnosis of the latest requests; empty without requests. */
  public Optional<Diagnosis> latest() {
    List<RequestEvidence> all = requests();
    return all.isEmpty() ? Optional.empty() : Optional.of(Diagnosis.of(all, split));
  }
}
