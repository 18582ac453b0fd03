/**
 * Statistics: intervals by resampling whole blocks ({@link
 * org.curtail.measurement.stats.PairedBootstrap}), of counted shares ({@link
 * org.curtail.measurement.stats.ShareInterval}), and moving averages.
 */
@NullMarked
package org.curtail.measurement.stats;

import org.jspecify.annotations.NullMarked;
