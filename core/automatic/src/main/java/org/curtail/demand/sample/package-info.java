/**
 * What is estimated from: a {@link org.curtail.demand.sample.Reservoir} is a uniform sample of what
 * came, {@link org.curtail.demand.sample.ChunkRates} are what a request did at each degree.
 */
@NullMarked
package org.curtail.demand.sample;

import org.jspecify.annotations.NullMarked;
