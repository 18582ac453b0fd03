package org.curtail.cli.reissue;

import java.util.List;
import org.curtail.benchkit.stats.RankCorrelation;
import org.curtail.reissue.AttemptTimes;
import org.jspecify.annotations.Nullable;

/**
 * Times for planning: those of the whole log, and those of its halves by time.
 *
 * @param all times of the whole log
 * @param halves earlier and later half; null if the order of requests is unknown, or a half is
 *     empty
 * @param pairing knowledge of second times
 * @param together dependence of both attempts of a request; null if it is not known
 * @param requests number of requests in the log
 * @param pairs number of requests with a second time
 * @param sketchError relative error by which a sketch may overstate a time; 0 if all are exact
 * @param remarks notes for the user on the use of second times
 */
record Attempts(
    AttemptTimes all,
    @Nullable Halves halves,
    Pairing pairing,
    @Nullable Together together,
    double requests,
    double pairs,
    double sketchError,
    List<String> remarks) {
  Attempts {
    remarks = List.copyOf(remarks);
  }

  /**
   * The dependence of both attempts of a request.
   *
   * @param correlation rank correlation of measured pairs
   * @param independent the same times as if attempts were independent
   */
  record Together(RankCorrelation correlation, AttemptTimes independent) {}

  /** The two halves. */
  record Halves(AttemptTimes earlier, AttemptTimes later) {}
}
