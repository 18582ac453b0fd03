/**
 * The live comparison: an open-loop load on one machine, all policies on the same arrivals, in
 * blocks of shuffled order. {@link org.curtail.app.bench.Bench} is the entry.
 *
 * <p>{@link org.curtail.app.bench.Arrivals} is fixed in advance; an {@link
 * org.curtail.app.bench.OpenLoop} hands it to a {@link org.curtail.app.bench.Contender}; the
 * answers of one block are an {@link org.curtail.app.bench.Block}; {@link
 * org.curtail.app.bench.Summary} makes figures of many.
 */
@NullMarked
package org.curtail.app.bench;

import org.jspecify.annotations.NullMarked;
