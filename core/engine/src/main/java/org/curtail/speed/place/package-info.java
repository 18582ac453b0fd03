/**
 * Gives each request a class of speed, by one algorithm for the engine and for simulations.
 * Deterministic, and not for users. {@link org.curtail.speed.place.SpeedAllocator} decides, {@link
 * org.curtail.speed.place.SpeedEnforcer} carries that out. A {@link
 * org.curtail.speed.place.PlacedRequest} is a request as the allocator sees it, a {@link
 * org.curtail.speed.place.PlacedThread} one of several threads of a request.
 */
@NullMarked
package org.curtail.speed.place;

import org.jspecify.annotations.NullMarked;
