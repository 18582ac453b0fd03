/**
 * Detection of changes in a stream of values. {@code ChangeDetector} is the detector: it ranks each
 * value among all values before ({@code LogHistogram}), or batches of values ({@code
 * RankedBatches}), bets that the ranks are not uniform ({@code RankBet}), and finds out after an
 * alarm what has changed ({@code ShapeFit}, {@code Change}). {@code BatchLength} finds the number
 * of dependent values that count as one; {@code LoadDrift} applies the detector to arrivals.
 */
@NullMarked
package org.curtail.automatic.detect;

import org.jspecify.annotations.NullMarked;
