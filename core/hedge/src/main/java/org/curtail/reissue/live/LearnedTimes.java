package org.curtail.reissue.live;

import org.curtail.reissue.AttemptTimes;

/**
 * How long attempts take as far as their traffic tells.
 *
 * @param times for planning
 * @param firsts first attempts seen, those that were cancelled included
 * @param seconds second attempts seen, those that were cancelled included
 * @param pairs requests of which both attempts were let finish
 * @param secondsLikeFirsts whether too few second attempts were seen, so that they are taken to be
 *     like first ones
 * @param unresolvedShare share of first attempts that are only known to take longer than the
 *     longest time of all. A percentile above 100 (1 - unresolvedShare) is not known
 * @param relativeError by which share of itself a time may have grown
 */
public record LearnedTimes(
    AttemptTimes times,
    double firsts,
    double seconds,
    double pairs,
    boolean secondsLikeFirsts,
    double unresolvedShare,
    double relativeError) {}
