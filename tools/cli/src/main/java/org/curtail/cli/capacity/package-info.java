/**
 * {@code curtail capacity}: {@link org.curtail.cli.capacity.CapacitySweep} searches the largest
 * load of every policy on all cores, {@link org.curtail.cli.capacity.CapacityResults} makes results
 * of it, {@link org.curtail.cli.capacity.CapacityText} lines for people.
 */
@NullMarked
package org.curtail.cli.capacity;

import org.jspecify.annotations.NullMarked;
