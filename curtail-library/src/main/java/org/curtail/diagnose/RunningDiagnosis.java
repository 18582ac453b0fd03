package org.curtail.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The diagnosis of a service that goes on: it is told of each request as it ends, says at once
 * whether it was slow and why, compared with the latest ones, keeps the distribution by cause, and
 * tells the Flight Recorder. Keeps the latest requests and no others. Safe for all threads; telling
 * of a request takes some microseconds.
 */
public final class RunningDiagnosis {
  /** What is usual is computed anew after so many requests. */
  private static final int RENEWED_AFTER = 256;

  private final int memory;
  private final CauseSplit split;
  private final CauseCdf cdf = new CauseCdf();
  private final ArrayDeque<RequestEvidence> latest = new ArrayDeque<>();
  private int sinceRenewal;
  private @Nullable Usual usual;

  /**
   * Nothing is known yet.
   *
   * @param memory how many of the latest requests are kept, at least 256
   */
  public RunningDiagnosis(int memory) {
    this(memory, CauseSplit.USUAL);
  }

  /** The same with other costs. */
  public RunningDiagnosis(int memory, CauseSplit split) {
    if (memory < RENEWED_AFTER) {
      throw new IllegalArgumentException(
          "memory must be at least %d: %d".formatted(RENEWED_AFTER, memory));
    }
    this.memory = memory;
    this.split = split;
  }

  /**
   * A request has ended.
   *
   * @return why it was slow; empty if it was not, or if too few are known to say so
   */
  public Optional<MainCause> ended(RequestEvidence request) {
    DiagnosisRecorder.ended(request);
    Breakdown breakdown = split.split(request);
    cdf.add(breakdown);
    Usual known = remember(request);
    if (known == null) {
      return Optional.empty();
    }
    Optional<MainCause> main = MainCause.of(breakdown, known);
    main.ifPresent(cause -> DiagnosisRecorder.slow(breakdown, cause));
    return main;
  }

  /** Whoever renews does so alone; the others go on with what was usual before. */
  private @Nullable Usual remember(RequestEvidence request) {
    List<RequestEvidence> all;
    synchronized (latest) {
      if (latest.size() == memory) {
        latest.removeFirst();
      }
      latest.addLast(request);
      if (++sinceRenewal < RENEWED_AFTER) {
        return usual;
      }
      sinceRenewal = 0;
      all = new ArrayList<>(latest);
    }
    Usual renewed = Diagnosis.of(all, split).usual();
    synchronized (latest) {
      usual = renewed;
    }
    return renewed;
  }

  /** The distribution of all requests until now, by cause. */
  public CauseCdf cdf() {
    return cdf;
  }

  /** The latest requests; empty if there were none. */
  public Optional<Diagnosis> latest() {
    List<RequestEvidence> all;
    synchronized (latest) {
      all = new ArrayList<>(latest);
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(Diagnosis.of(all, split));
  }
}
