/**
 * Known causes of slowness, put into a few requests on purpose, and what a diagnosis makes of them.
 *
 * <ul>
 *   <li>An {@link org.curtail.benchkit.inject.InjectionKind} is a cause; an {@link
 *       org.curtail.benchkit.inject.InjectionPlan} says by a seed which requests get it, and
 *       changes when requests arrive and what they ask, if that is the cause.
 *   <li>An {@link org.curtail.benchkit.inject.Injection} does it while the request runs, one class
 *       a kind; {@link org.curtail.benchkit.inject.Injections} start those that are wanted, and
 *       {@link org.curtail.benchkit.inject.InjectedWork} is a request with them.
 *   <li>A {@link org.curtail.benchkit.inject.Deed} is what was really done, from when to when, and
 *       {@link org.curtail.benchkit.inject.Served} what a request's own thread read of its clocks;
 *       {@link org.curtail.benchkit.inject.Truths} say what that was for each request, without
 *       {@link org.curtail.benchkit.inject.Standstills} of the whole process.
 *   <li>An {@link org.curtail.benchkit.inject.InjectionScore} holds a diagnosis against the truth.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.inject;

import org.jspecify.annotations.NullMarked;
