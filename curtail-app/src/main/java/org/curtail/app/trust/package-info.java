/**
 * How far measured times can be trusted: what the machine did besides ({@link
 * org.curtail.app.trust.NoiseMeter}, {@link org.curtail.app.trust.BusyMachine}), how many queries
 * there were ({@link org.curtail.app.trust.FewQueries}), speedups that cannot be ({@link
 * org.curtail.app.trust.Superlinear}), and what speaks against a profile before it is used ({@link
 * org.curtail.app.trust.ProfileRemarks}). Every command that takes times asks all of them.
 */
@NullMarked
package org.curtail.app.trust;

import org.jspecify.annotations.NullMarked;
