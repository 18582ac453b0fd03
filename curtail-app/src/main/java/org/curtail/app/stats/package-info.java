/**
 * Statistics: intervals by resampling whole blocks ({@link org.curtail.app.stats.PairedBootstrap}),
 * of counted shares ({@link org.curtail.app.stats.ShareInterval}), and moving averages.
 */
@NullMarked
package org.curtail.app.stats;

import org.jspecify.annotations.NullMarked;
