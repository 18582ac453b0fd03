package org.curtail.cli.reissue;

import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.jspecify.annotations.Nullable;

/**
 * Times for planning: all of a log, and those of its halves by time.
 *
 * @param all of the whole log
 * @param halves the earlier and the later half; null if their order is unknown, or one is empty
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
