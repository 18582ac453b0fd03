/**
 * {@code curtail profile}: measures the time of each query at each degree ({@link
 * org.curtail.cli.profile.Profiler}), or replays recorded searches, and measures the cost of degree
 * 1.
 */
@NullMarked
package org.curtail.cli.profile;

import org.jspecify.annotations.NullMarked;
