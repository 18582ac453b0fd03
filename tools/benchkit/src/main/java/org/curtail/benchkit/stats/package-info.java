/**
 * Statistics: intervals by resampling whole blocks ({@link
 * org.curtail.benchkit.stats.PairedBootstrap}), of counted shares ({@link
 * org.curtail.benchkit.stats.ShareInterval}) and of rank correlations ({@link
 * org.curtail.benchkit.stats.RankCorrelation}), and moving averages.
 */
@NullMarked
package org.curtail.benchkit.stats;

import org.jspecify.annotations.NullMarked;
