/**
 * {@code curtail profile}: measures how long each query takes at each degree ({@link
 * org.curtail.cli.profile.Profiler}), or has recorded searches replayed, and what degree 1 costs.
 */
@NullMarked
package org.curtail.cli.profile;

import org.jspecify.annotations.NullMarked;
