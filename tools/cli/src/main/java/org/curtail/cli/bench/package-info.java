/**
 * {@code curtail bench}: the live comparison, an open-loop load on one machine, all policies on the
 * same arrivals, in blocks of shuffled order. {@link org.curtail.cli.bench.Bench} is the entry; a
 * {@link org.curtail.cli.bench.Contender} is what is compared; {@link
 * org.curtail.cli.bench.Verdicts} say what it shows.
 */
@NullMarked
package org.curtail.cli.bench;

import org.jspecify.annotations.NullMarked;
