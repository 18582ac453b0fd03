/**
 * Known causes of slowness, put into a few requests on purpose, and what a diagnosis makes of them.
 *
 * <ul>
 *   <li>An {@link org.curtail.lab.inject.InjectionKind} is a cause; an {@link
 *       org.curtail.lab.inject.InjectionPlan} says by a seed which requests get it, and changes
 *       when requests arrive and what they ask, if that is the cause.
 *   <li>An {@link org.curtail.lab.inject.Injection} does it while the request runs, one class a
 *       kind; {@link org.curtail.lab.inject.Injections} start those that are wanted, and {@link
 *       org.curtail.lab.inject.InjectedWork} is a request with them.
 *   <li>A {@link org.curtail.lab.inject.Deed} is what was really done, from when to when, and
 *       {@link org.curtail.lab.inject.Served} what a request's own thread read of its clocks;
 *       {@link org.curtail.lab.inject.Truths} say what that was for each request, without {@link
 *       org.curtail.lab.inject.Standstills} of the whole process.
 *   <li>An {@link org.curtail.lab.inject.InjectionScore} holds a diagnosis against the truth.
 * </ul>
 */
@NullMarked
package org.curtail.lab.inject;

import org.jspecify.annotations.NullMarked;
