package org.curtail.cli.reissue;

import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.jspecify.annotations.Nullable;

/**
 * Times for planning: those of the whole log, and those of its halves by time.
 *
 * @param all times of the whole log
 * @param halves earlier and later half; null if the order of requests is unknown, or a half is
 *     empty
 * @param pairing knowledge of second times
 * @param requests number of requests in the log
 * @param pairs number of requests with a second time
 * @param sketchError relative error by which a sketch may overstate a time; 0 if all are exact
 * @param remarks notes for the user on the use of second times
 */
record Attempts(
    AttemptTimes all,
    @Nullable Halves halves,
    Pairing pairing,
    double requests,
    double pairs,
    double sketchError,
    List<String> remarks) {
  Attempts {
    remarks = List.copyOf(remarks);
  }

  /** The two halves. */
  record Halves(AttemptTimes earlier, AttemptTimes later) {}
}
