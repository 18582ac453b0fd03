package org.curtail.reissue.live;

import org.curtail.reissue.AttemptTimes;

/**
 * The times of attempts learned from traffic.
 *
 * @param times times for planning
 * @param firsts number of first attempts, cancelled ones included
 * @param seconds number of copies, cancelled ones included
 * @param pairs number of requests whose two attempts both finished
 * @param secondsLikeFirsts true if there were too few copies, so that they are assumed to be like
 *     first attempts
 * @param unresolvedShare share of first attempts that are only known to take longer than the
 *     longest time. A percentile above 100 (1 - unresolvedShare) is unknown
 * @param relativeError greatest relative growth of a time
 */
public record LearnedTimes(
    AttemptTimes times,
    double firsts,
    double seconds,
    double pairs,
    boolean secondsLikeFirsts,
    double unresolvedShare,
    double relativeError) {}
