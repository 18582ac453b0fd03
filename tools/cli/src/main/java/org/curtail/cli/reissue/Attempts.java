package org.curtail.cli.reissue;

import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.jspecify.annotations.Nullable;

/**
 * What plans are made of: all times of a log, and those of its halves by time.
 *
 * @param all of the whole log
 * @param halves the earlier and the later half; null if their order is not known, or one is empty
 * @param pairing what is known of second attempts
 * @param requests how many the log tells of
 * @param pairs how many of them have a second attempt
 * @param sketchError by which share of itself a time may have grown in a sketch; 0 if all are exact
 * @param remarks what the user should know of how second attempts were taken
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
