package org.curtail.sim;

/**
 * Least number of late jobs on one machine, for jobs with due dates in the order of their releases.
 * Kise, Ibaraki and Mine's algorithm ("A solvable case of the one-machine scheduling problem with
 * ready and due times", Operations Research 26, 1978). The proof by Kise, Ibaraki and Mine has a
 * gap, found by Li, Chen and Tang (Operations Research 58, 2010). For a complete proof see
 * "Optimality proof of the Kise-Ibaraki-Mine algorithm" (Journal of Scheduling, doi
 * 10.1007/s10951-010-0210-0).
 *
 * <p>The algorithm appends jobs in order of release. If a job would be late, it drops the job whose
 * removal makes the schedule end earliest. Interruptions would not help: first come, first served
 * is earliest due first.
 *
 * <p>All times are whole units, so nothing is rounded. An added job costs constant time. A dropped
 * job costs time in proportion to the jobs since the machine was last idle. Not thread-safe.
 */
final class TardyJobs {
  private final long[] releases;

  private final long[] lengths;
  private final long[] starts;
  private int kept;
  private int late;

  /**
   * Creates an empty schedule.
   *
   * @param most number of jobs that will be added
   */
  TardyJobs(int most) {
    releases = new long[most];
    lengths = new long[most];
    starts = new long[most];
  }

  /** Returns the least number of late jobs among those added so far. */
  int late() {
    return late;
  }

  /**
   * Adds a job.
   *
   * @param release not before that of the last job, at least 0
   * @param length time on the machine, at least 0
   * @param due latest end in time; not before that of the last job. The sum of the due time with
   *     the length must be in range
   */
  void add(long release, long length, long due) {
    if (length > due - release) {
      late++;
      return;
    }
    releases[kept] = release;
    lengths[kept] = length;
    place(kept++);
    if (end(kept) > due) {
      giveUpOne();
    }
  }

  /** Starts a job as early as the jobs before it allow. */
  private void place(int job) {
    starts[job] = Math.max(releases[job], end(job));
  }

  private long end(int jobs) {
    return jobs == 0 ? 0 : starts[jobs - 1] + lengths[jobs - 1];
  }

  private void giveUpOne() {
    int best = kept - 1;
    long mostSaved = 0;
    // Jobs after a dropped one move up by its length at most, and never before their release. So
    // jobs before an idle time gain nothing.
    long leastDelay = Long.MAX_VALUE;
    for (int job = kept - 1; job >= 0 && leastDelay > mostSaved; job--) {
      long saved = Math.min(lengths[job], leastDelay);
      if (saved > mostSaved) {
        mostSaved = saved;
        best = job;
      }
      leastDelay = Math.min(leastDelay, starts[job] - releases[job]);
    }
    late++;
    kept--;
    System.arraycopy(releases, best + 1, releases, best, kept - best);
    System.arraycopy(lengths, best + 1, lengths, best, kept - best);
    for (int job = best; job < kept; job++) {
      place(job);
    }
  }
}
