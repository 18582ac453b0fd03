/**
 * Policies simulated, one run at a time: who takes part ({@link
 * org.curtail.app.policyruns.Contender}), how often requests arrive ({@link
 * org.curtail.app.policyruns.Rate}), one run ({@link org.curtail.app.policyruns.PolicyRun}) and the
 * mean of several, on all cores ({@link org.curtail.app.policyruns.Workers}).
 */
@NullMarked
package org.curtail.app.policyruns;

import org.jspecify.annotations.NullMarked;
