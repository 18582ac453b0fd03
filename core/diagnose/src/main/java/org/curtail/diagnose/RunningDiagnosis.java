package org.curtail.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The diagnosis of a service that goes on: it is told of each request as it ends, says at once
 * whether it was slow and why, compared with what was learnt last, keeps the distribution by cause,
 * and tells the Flight Recorder. Keeps the latest requests and no others. Safe for all threads.
 *
 * <p>Telling of a request takes some microseconds, learning some milliseconds: let a thread learn,
 * each second or so, that serves nobody.
 */
public final class RunningDiagnosis {
  /** What the latest requests tell. */
  private record Known(ExpectedCpu expected, Usual usual) {}

  private final int memory;
  private final CauseSplit split;
  private final CauseCdf cdf = new CauseCdf();
  private final ArrayDeque<RequestEvidence> latest = new ArrayDeque<>();
  private volatile @Nullable Known known;

  /**
   * Nothing is known yet.
   *
   * @param memory how many of the latest requests are kept, at least 1; a thousand tell well what
   *     is usual
   */
  public RunningDiagnosis(int memory) {
    this(memory, CauseSplit.USUAL);
  }

  /** The same with other costs. */
  public RunningDiagnosis(int memory, CauseSplit split) {
    if (memory < 1) {
      throw new IllegalArgumentException("memory must be at least 1: " + memory);
    }
    this.memory = memory;
    this.split = split;
  }

  /**
   * A request has ended.
   *
   * @return why it was slow; empty if it was not, or as long as nothing was learnt
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

  /** Learns from the latest requests what is usual; nothing if there were none. */
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

  /** The distribution of all requests until now, by cause. */
  public CauseCdf cdf() {
    return cdf;
  }

  /** The diagnosis of the latest requests; empty if there were none. */
  public Optional<Diagnosis> latest() {
    List<RequestEvidence> all = requests();
    return all.isEmpty() ? Optional.empty() : Optional.of(Diagnosis.of(all, split));
  }
}
