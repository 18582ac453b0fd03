/**
 * The live page of a search server: what it shows, as values, and what it can do. The page itself
 * is in the resources of this package.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.serve.live.LivePage} has the routes, and keeps the viewers.
 *   <li>A {@code Watch} listens to the engine while somebody watches. It keeps a {@code Bar} for
 *       each request, and {@code Figures} of the last seconds and minutes.
 *   <li>A {@code LoadClient} sends requests in an open loop.
 *   <li>A {@code Versus} compares two policies in turn on the same arrivals.
 *   <li>{@code Replicas} are three emulated servers with hedging.
 * </ul>
 */
@NullMarked
package org.curtail.cli.serve.live;

import org.jspecify.annotations.NullMarked;
