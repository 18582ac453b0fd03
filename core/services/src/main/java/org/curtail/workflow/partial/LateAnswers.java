package org.curtail.workflow.partial;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The latest answers of a sample of visits, the latest first. A sample may have millions of
 * answers, but a small loss needs only the last ones.
 */
final class LateAnswers {
  /**
   * An answer.
   *
   * @param millis time since its visit began, or since the first {@code behind} answers of the
   *     visit
   * @param visit index of the visit
   */
  record Answer(double millis, int visit) {}

  private final List<double[]> visits;
  private final int behind;
  private final boolean sinceThen;

  private LateAnswers(List<double[]> visits, int behind, boolean sinceThen) {
    this.visits = visits;
    this.behind = behind;
    this.sinceThen = sinceThen;
  }

  /**
   * Returns the latest answers since their visits began.
   *
   * @param visits times of the answers of each visit in ascending order; all visits have the same
   *     number
   * @param behind number of first answers of a visit to skip
   * @param least least number of returned answers, if there are as many; equal times are included
   */
  static List<Answer> latest(List<double[]> visits, int behind, long least) {
    return new LateAnswers(visits, behind, false).latest(least);
  }

  /**
   * Returns the latest answers since the first {@code behind} answers of their visits.
   *
   * @param behind at least 1
   * @param least least number of returned answers, if there are as many
   */
  static List<Answer> longest(List<double[]> visits, int behind, long least) {
    return new LateAnswers(visits, behind, true).latest(least);
  }

  private List<Answer> latest(long least) {
    double limit = limit(least);
    var answers = new ArrayList<Answer>();
    for (int v = 0; v < visits.size(); v++) {
      double[] ascending = visits.get(v);
      double start = start(ascending);
      for (int i = ascending.length - 1; i >= behind && ascending[i] - start >= limit; i--) {
        answers.add(new Answer(ascending[i] - start, v));
      }
    }
    answers.sort(Comparator.comparingDouble(Answer::millis).reversed());
    return answers;
  }

  private double start(double[] ascending) {
    return sinceThen ? ascending[behind - 1] : 0;
  }

  /**
   * Returns a time that at least {@code least} answers reach, and fewer than twice as many if
   * possible.
   */
  private double limit(long least) {
    double low = 0;
    double high = 0;
    for (double[] ascending : visits) {
      high = Math.max(high, ascending[ascending.length - 1] - start(ascending));
    }
    long reached = Long.MAX_VALUE;
    while (reached > 2 * least) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        return low;
      }
      long count = reaching(middle);
      if (count >= least) {
        low = middle;
        reached = count;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long reaching(double limit) {
    long count = 0;
    for (double[] ascending : visits) {
      double start = start(ascending);
      int low = behind;
      int high = ascending.length;
      if (low >= high || ascending[high - 1] - start < limit) {
        continue;
      }
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ascending[middle] - start >= limit) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      count += ascending.length - low;
    }
    return count;
  }
}
