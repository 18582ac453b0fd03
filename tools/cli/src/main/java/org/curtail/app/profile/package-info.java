/**
 * {@code curtail profile}: measures how long each query takes at each degree ({@link
 * org.curtail.app.profile.Profiler}), or has recorded searches replayed, and what degree 1 costs.
 */
@NullMarked
package org.curtail.app.profile;

import org.jspecify.annotations.NullMarked;
