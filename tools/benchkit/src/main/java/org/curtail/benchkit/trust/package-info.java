/**
 * Trust in measured times: other activity of the machine ({@link
 * org.curtail.benchkit.trust.NoiseMeter}, {@link org.curtail.benchkit.trust.BusyMachine}), number
 * of queries ({@link org.curtail.benchkit.trust.FewQueries}), impossible speedups ({@link
 * org.curtail.benchkit.trust.Superlinear}), and doubts about a profile before it is used ({@link
 * org.curtail.benchkit.trust.ProfileRemarks}). All commands with measured times use them.
 */
@NullMarked
package org.curtail.benchkit.trust;

import org.jspecify.annotations.NullMarked;
