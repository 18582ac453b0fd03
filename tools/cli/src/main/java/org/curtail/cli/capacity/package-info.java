/**
 * {@code curtail capacity}: {@link org.curtail.cli.capacity.CapacitySweep} searches the largest
 * load of every policy on all cores, {@link org.curtail.cli.capacity.CapacityResults} are the
 * results, and {@link org.curtail.cli.capacity.CapacityText} prints them.
 */
@NullMarked
package org.curtail.cli.capacity;

import org.jspecify.annotations.NullMarked;
