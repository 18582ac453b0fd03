/**
 * The nouns: what a service's demand is ({@link org.curtail.Profile}), what is planned for it
 * ({@link org.curtail.IntervalTable}), and what decides while it runs ({@link org.curtail.Policy}).
 *
 * <p>Everything here is a pure value or a pure function: no clock, no thread, no file, no hidden
 * randomness. Time is an argument. Nanoseconds where the runtime counts, milliseconds (as {@code
 * double}) where people and files do; every name says which.
 */
@NullMarked
package org.curtail;

import org.jspecify.annotations.NullMarked;
