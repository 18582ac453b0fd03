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
  /** What is usual is learnt anew after so many requests. */
  private static final int RENEWED_AFTER = 256;

  /** What the latest requests tell. */
  private record Known(ExpectedCpu expected, Usual usual) {}

  private final int memory;
  private final CauseSplit split;
  private final CauseCdf cdf = new CauseCdf();
  private final ArrayDeque<RequestEvidence> latest = new ArrayDeque<>();
  private int sinceRenewal;
  private volatile @Nullable Known known;

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
    if (remember(request)) {
      renew();
    }
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

  /** Whether it is time to learn anew. */
  private boolean remember(RequestEvidence request) {
    synchronized (latest) {
      if (latest.size() == memory) {
        latest.removeFirst();
      }
      latest.addLast(request);
      sinceRenewal = (sinceRenewal + 1) % RENEWED_AFTER;
      return sinceRenewal == 0;
    }
  }

  /** By the one thread that was told so; the others go on with what was known before. */
  private void renew() {
    List<RequestEvidence> all = requests();
    var expected = ExpectedCpu.learn(all);
    known =
        new Known(
            expected, Usual.of(all.stream().map(expected::filled).map(split::split).toList()));
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
