package org.curtail.hedge;

/**
 * Tells noise, which hedging helps against, from load, which it makes worse: hedges add load, load
 * makes calls slow, and slow calls are hedged (scylladb/scylladb#3156). This is the half that acts
 * at once: it looks at the last 64 calls or so, and at the share of them that came to their first
 * hedge without an answer. If one replica of two pauses, that is a half; if it is much more, all
 * are slow. It needs no answers, so it also sees a service that gives none. The other half, {@link
 * HedgeWatch}, knows failures and what is usual, and acts within seconds; the worse of the two
 * counts.
 *
 * <p>Calls come to their hedges whether these are sent or not, so it opens again by itself. For the
 * timer's thread, but for {@link #judged}, {@link #replanned} and {@link #state}.
 */
final class LoadGuard {
  /** So many calls of the past weigh as much as all before them. */
  private static final double RECENT = 64;

  private static final double LOW = 0.65;
  private static final double HIGH = 0.85;

  /** Where that many calls come to their hedge anyway, it cannot be told what is too many. */
  private static final double MOST_USUAL = 0.5;

  private static final double LONG_RUN = 10_000;

  /**
   * What it has found.
   *
   * @param recentShare of the last calls, that came to their hedge without an answer
   * @param usualShare what is usual: as planned, or of all calls; negative if it is not known
   * @param recentOpen what follows from these two: share of the due hedges that may be sent
   * @param open the same, if what the watch says is respected too
   */
  record State(double recentShare, double usualShare, double recentOpen, double open) {}

  private volatile double plannedShare;
  private volatile double judgedOpen = 1;
  private volatile State state;
  private double recentShare;
  private double usualShare;
  private double usualCount;

  /**
   * A guard of calls of which nothing was seen.
   *
   * @param plannedShare of the calls that come to their first hedge; not positive if not known
   */
  LoadGuard(double plannedShare) {
    this.plannedShare = plannedShare;
    state = new State(0, plannedShare > 0 ? plannedShare : -1, 1, 1);
  }

  /** Another plan from now on; calls that wait follow the old one for a moment. */
  void replanned(double share) {
    plannedShare = share;
  }

  /** What the watch lets pass. */
  void judged(double openShare) {
    judgedOpen = openShare;
  }

  /** A call has come to its first hedge without an answer. */
  void reached() {
    recentShare += (1 - recentShare) / RECENT;
    usual(1, 1);
  }

  /** Calls had their answers before. */
  void answered(long calls) {
    if (calls > 0) {
      recentShare *= Math.pow(1 - 1 / RECENT, (double) calls);
      usual(0, (double) calls);
    }
  }

  private void usual(double share, double calls) {
    // While it is closed nothing is usual.
    if (state.recentOpen == 1) {
      usualCount = Math.min(usualCount + calls, LONG_RUN);
      usualShare += (share - usualShare) * Math.min(calls / usualCount, 1);
    }
  }

  /** Looks at everything again. */
  State look() {
    double planned = plannedShare;
    double usual = planned > 0 ? planned : usualCount == 0 ? -1 : usualShare;
    double recentOpen =
        usual > MOST_USUAL ? 1 : Math.clamp((HIGH - recentShare) / (HIGH - LOW), 0.0, 1.0);
    var found = new State(recentShare, usual, recentOpen, Math.min(recentOpen, judgedOpen));
    state = found;
    return found;
  }

  /** As it was when somebody looked last. */
  State state() {
    return state;
  }
}
