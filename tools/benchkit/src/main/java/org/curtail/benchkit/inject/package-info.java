/**
 * Injections of known causes of slowness into a few requests, and the score of a diagnosis.
 *
 * <ul>
 *   <li>An {@link org.curtail.benchkit.inject.InjectionKind} is a cause; an {@link
 *       org.curtail.benchkit.inject.InjectionPlan} chooses by a seed the requests that get it, and
 *       changes their arrivals and queries, if that is the cause.
 *   <li>An {@link org.curtail.benchkit.inject.Injection} acts while the request runs, one class a
 *       kind; {@link org.curtail.benchkit.inject.Injections} start the wanted ones, and {@link
 *       org.curtail.benchkit.inject.InjectedWork} is a request with them.
 *   <li>A {@link org.curtail.benchkit.inject.InjectionRecord} is an injection that happened, with
 *       begin and end, and {@link org.curtail.benchkit.inject.Served} the clock readings of a
 *       request's own thread; {@link org.curtail.benchkit.inject.GroundTruth} assign them to each
 *       request, without {@link org.curtail.benchkit.inject.ProcessStops} of the whole process.
 *   <li>An {@link org.curtail.benchkit.inject.InjectionScore} compares a diagnosis with the truth.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.inject;

import org.jspecify.annotations.NullMarked;
