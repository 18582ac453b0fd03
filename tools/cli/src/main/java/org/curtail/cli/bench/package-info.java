/**
 * {@code curtail bench}: the live comparison, an open-loop load on one machine. All policies get
 * the same arrivals, in blocks of shuffled order. {@link org.curtail.cli.bench.Bench} is the entry;
 * a {@link org.curtail.cli.bench.Contender} is a system under comparison; {@link
 * org.curtail.cli.bench.Verdicts} give the verdict.
 */
@NullMarked
package org.curtail.cli.bench;

import org.jspecify.annotations.NullMarked;
