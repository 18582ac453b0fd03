/**
 * How far measured times can be trusted: what the machine did besides ({@link
 * org.curtail.measurement.trust.NoiseMeter}, {@link org.curtail.measurement.trust.BusyMachine}),
 * how many queries there were ({@link org.curtail.measurement.trust.FewQueries}), speedups that
 * cannot be ({@link org.curtail.measurement.trust.Superlinear}), and what speaks against a profile
 * before it is used ({@link org.curtail.measurement.trust.ProfileRemarks}). Every command that
 * takes times asks all of them.
 */
@NullMarked
package org.curtail.measurement.trust;

import org.jspecify.annotations.NullMarked;
