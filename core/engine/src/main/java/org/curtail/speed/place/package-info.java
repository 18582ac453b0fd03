/**
 * Who runs on which class of speed: one algorithm for the engine and for simulations.
 * Deterministic, and not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.speed.place.SpeedAllocator} decides it.
 *   <li>{@link org.curtail.speed.place.PlacedRequest} is a request as it sees it.
 *   <li>{@link org.curtail.speed.place.PlacedThread} is one of several threads of a request.
 *   <li>{@link org.curtail.speed.place.SpeedEnforcer} carries out what it decides.
 * </ul>
 */
@NullMarked
package org.curtail.speed.place;

import org.jspecify.annotations.NullMarked;
