package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The answers of a sample of visits that come last, the latest first. There may be millions of
 * answers, but what a small loss takes are the last few of them.
 */
final class LateAnswers {
  /**
   * An answer.
   *
   * @param millis since its visit began, or since that had progressed so far
   * @param visit which visit
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
   * The latest answers since their visits began.
   *
   * @param visits times in ascending order, each visit with as many
   * @param behind not of the first so many answers of a visit
   * @param least at least so many, if there are; with answers that are as late as the last of them
   */
  static List<Answer> latest(List<double[]> visits, int behind, long least) {
    return new LateAnswers(visits, behind, false).latest(least);
  }

  /**
   * The answers that come latest after the first {@code behind} answers of their visit, counted
   * from then on.
   *
   * @param behind at least 1
   * @param least at least so many, if there are
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

  /** A time that at least so many answers reach, but not twice as many, if such a time is there. */
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
