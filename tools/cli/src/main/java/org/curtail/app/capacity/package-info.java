/**
 * What {@code curtail capacity} does: {@link org.curtail.app.capacity.CapacitySweep} searches the
 * largest load of every policy on all cores, {@link org.curtail.app.capacity.CapacityResults} makes
 * results of it, {@link org.curtail.app.capacity.CapacityText} lines for people.
 */
@NullMarked
package org.curtail.app.capacity;

import org.jspecify.annotations.NullMarked;
