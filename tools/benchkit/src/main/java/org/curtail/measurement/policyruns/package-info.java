/**
 * Policies simulated, one run at a time: who takes part ({@link
 * org.curtail.measurement.policyruns.Contender}), how often requests arrive ({@link
 * org.curtail.measurement.policyruns.Rate}), one run ({@link
 * org.curtail.measurement.policyruns.PolicyRun}) and the mean of several, on all cores ({@link
 * org.curtail.measurement.policyruns.Workers}).
 */
@NullMarked
package org.curtail.measurement.policyruns;

import org.jspecify.annotations.NullMarked;
