/**
 * {@code curtail bench}: the live comparison, an open-loop load on one machine, all policies on the
 * same arrivals, in blocks of shuffled order. {@link org.curtail.app.bench.Bench} is the entry; a
 * {@link org.curtail.app.bench.Contender} is what is compared; {@link
 * org.curtail.app.bench.Verdicts} say what it shows.
 */
@NullMarked
package org.curtail.app.bench;

import org.jspecify.annotations.NullMarked;
