/**
 * Detection of changes in a stream of values. {@code ChangeDetector} ranks each value among all
 * values before ({@code LogHistogram}), or batches of values ({@code RankedBatches}). It bets that
 * the ranks are not uniform ({@code RankBet}), and finds the kind of change after an alarm ({@code
 * ShapeFit}, {@code Change}). {@code BatchLength} is the number of dependent values that count as
 * one. {@code LoadDrift} applies the detector to arrivals.
 */
@NullMarked
package org.curtail.automatic.detect;

import org.jspecify.annotations.NullMarked;
