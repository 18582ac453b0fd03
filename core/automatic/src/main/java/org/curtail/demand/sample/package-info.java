/**
 * Data of estimates: a {@link org.curtail.demand.sample.Reservoir} is a uniform sample of a stream,
 * {@link org.curtail.demand.sample.ChunkRates} has the chunks and times of a request at each
 * degree.
 */
@NullMarked
package org.curtail.demand.sample;

import org.jspecify.annotations.NullMarked;
