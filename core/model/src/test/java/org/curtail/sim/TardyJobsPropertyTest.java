package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class TardyJobsPropertyTest {
  private record Job(long release, long length, long due) {}

  /** In order of release and of due time. */
  private static List<Job> jobs(RandomGenerator random) {
    int count = random.nextInt(1, 10);
    // Small numbers make ties, great ones do not.
    long scale = random.nextBoolean() ? 4 : 1_000_000;
    long[] releases = random.longs(count, 0, scale * random.nextInt(1, 12)).sorted().toArray();
    long commonWindow = random.nextLong(scale * 6);
    boolean common = random.nextBoolean();
    var jobs = new ArrayList<Job>();
    long due = 0;
    for (long release : releases) {
      due = Math.max(due, release + (common ? commonWindow : random.nextLong(scale * 6)));
      jobs.add(new Job(release, random.nextLong(2 * scale), due));
    }
    return jobs;
  }

  /** Tries all sets of jobs. */
  private static int leastLate(List<Job> jobs) {
    int most = 0;
    for (int set = 0; set < 1 << jobs.size(); set++) {
      if (Integer.bitCount(set) > most && canBeInTime(jobs, set)) {
        most = Integer.bitCount(set);
      }
    }
    return jobs.size() - most;
  }

  /** First come, first served. */
  private static boolean canBeInTime(List<Job> jobs, int set) {
    long end = 0;
    for (int i = 0; i < jobs.size(); i++) {
      if ((set >> i & 1) == 1) {
        end = Math.max(end, jobs.get(i).release) + jobs.get(i).length;
        if (end > jobs.get(i).due) {
          return false;
        }
      }
    }
    return true;
  }

  @Test
  void noSetOfJobsHasFewerLate() {
    Cases.random(
        1,
        2_000,
        random -> {
          List<Job> jobs = jobs(random);
          var found = new TardyJobs(jobs.size());
          for (int i = 0; i < jobs.size(); i++) {
            found.add(jobs.get(i).release, jobs.get(i).length, jobs.get(i).due);
            assertThat(found.late()).isEqualTo(leastLate(jobs.subList(0, i + 1)));
          }
        });
  }

  @Test
  void aLongJobIsGivenUpForTwoShortOnes() {
    var jobs = new TardyJobs(3);
    jobs.add(0, 10, 10);
    jobs.add(1, 3, 11);
    assertThat(jobs.late()).isEqualTo(1);
    jobs.add(2, 3, 12);
    assertThat(jobs.late()).isEqualTo(1);
  }

  @Test
  void aJobThatEndsWhenItIsDueIsInTime() {
    var jobs = new TardyJobs(2);
    jobs.add(0, 5, 5);
    jobs.add(0, 5, 10);
    assertThat(jobs.late()).isZero();
  }

  @Test
  void anImpossibleJobDoesNotAffectOthers() {
    var jobs = new TardyJobs(3);
    jobs.add(0, 5, 6);
    jobs.add(1, Long.MAX_VALUE, 7);
    jobs.add(2, 3, 8);
    assertThat(jobs.late()).isEqualTo(1);
  }
}
