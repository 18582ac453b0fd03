/**
 * {@code curtail machine}: {@link org.curtail.cli.machine.MachineFacts} queries the system and the
 * JVM, {@link org.curtail.cli.machine.EnergyFacts} their features for saving energy; {@link
 * org.curtail.cli.machine.MachineCommand} prints them.
 */
@NullMarked
package org.curtail.cli.machine;

import org.jspecify.annotations.NullMarked;
