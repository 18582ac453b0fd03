package org.curtail.sim;

/**
 * How many jobs of one machine must be late at least, when whoever is released later is due no
 * earlier. Kise, Ibaraki and Mine's algorithm ("A solvable case of the one-machine scheduling
 * problem with ready and due times", Operations Research 26, 1978). Their proof has a gap, found by
 * Li, Chen and Tang (Operations Research 58, 2010); for a whole one see "Optimality proof of the
 * Kise-Ibaraki-Mine algorithm" (Journal of Scheduling, doi 10.1007/s10951-010-0210-0).
 *
 * <p>Jobs are taken in order of release and appended. When one would be late, that job is given up
 * whose removal makes the schedule end earliest. Interruptions would not help: first come, first
 * served is earliest due first.
 *
 * <p>In whole units of time, so that nothing is rounded. Adding a job takes constant time, giving
 * one up takes as long as there are jobs since the machine was last idle. Not thread-safe.
 */
final class TardyJobs {
  /** Of the jobs kept. */
  private final long[] releases;

  private final long[] lengths;
  private final long[] starts;
  private int kept;
  private int late;

  /**
   * No jobs yet.
   *
   * @param most jobs that will be added
   */
  TardyJobs(int most) {
    releases = new long[most];
    lengths = new long[most];
    starts = new long[most];
  }

  /** Of the jobs added up to now, the least number that must be late. */
  int late() {
    return late;
  }

  /**
   * Adds a job.
   *
   * @param release not before that of the last job, at least 0
   * @param length time on the machine, at least 0
   * @param due end at or before this is in time; not before that of the last job. It and its sum
   *     with the length must be in range
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

  /** Lets a job start as early as the ones before it allow. */
  private void place(int job) {
    starts[job] = Math.max(releases[job], end(job));
  }

  /** When the first jobs are done. */
  private long end(int jobs) {
    return jobs == 0 ? 0 : starts[jobs - 1] + lengths[jobs - 1];
  }

  private void giveUpOne() {
    int best = kept - 1;
    long mostGained = 0;
    // Those after a job can move up by its length, but none to before its release; so those
    // before a time at which the machine was idle gain nothing.
    long leastDelay = Long.MAX_VALUE;
    for (int job = kept - 1; job >= 0 && leastDelay > mostGained; job--) {
      long gained = Math.min(lengths[job], leastDelay);
      if (gained > mostGained) {
        mostGained = gained;
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
