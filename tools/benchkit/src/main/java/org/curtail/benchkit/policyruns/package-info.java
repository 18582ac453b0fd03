/**
 * Policies simulated, one run at a time: who takes part ({@link
 * org.curtail.benchkit.policyruns.Contender}), how often requests arrive ({@link
 * org.curtail.benchkit.policyruns.Rate}), one run ({@link
 * org.curtail.benchkit.policyruns.PolicyRun}) and the mean of several, on all cores ({@link
 * org.curtail.benchkit.policyruns.Workers}).
 */
@NullMarked
package org.curtail.benchkit.policyruns;

import org.jspecify.annotations.NullMarked;
