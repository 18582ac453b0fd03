/**
 * How far measured times can be trusted: what the machine did besides ({@link
 * org.curtail.benchkit.trust.NoiseMeter}, {@link org.curtail.benchkit.trust.BusyMachine}), how many
 * queries there were ({@link org.curtail.benchkit.trust.FewQueries}), speedups that cannot be
 * ({@link org.curtail.benchkit.trust.Superlinear}), and what speaks against a profile before it is
 * used ({@link org.curtail.benchkit.trust.ProfileRemarks}). Every command that takes times asks all
 * of them.
 */
@NullMarked
package org.curtail.benchkit.trust;

import org.jspecify.annotations.NullMarked;
