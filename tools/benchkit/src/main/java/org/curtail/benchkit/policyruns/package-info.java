/**
 * Simulated policies, one run at a time: compared policies ({@link
 * org.curtail.benchkit.policyruns.Contender}), rates of arrivals ({@link
 * org.curtail.benchkit.policyruns.Rate}), one run ({@link
 * org.curtail.benchkit.policyruns.PolicyRun}) and the mean of several, on all cores ({@link
 * org.curtail.benchkit.policyruns.Workers}).
 */
@NullMarked
package org.curtail.benchkit.policyruns;

import org.jspecify.annotations.NullMarked;
