/**
 * What {@code curtail machine} reports: {@link org.curtail.cli.machine.MachineFacts} asks the
 * system and the JVM, of energy {@link org.curtail.cli.machine.EnergyFacts}; {@link
 * org.curtail.cli.machine.MachineCommand} makes lines of it for people, with the words of {@code
 * EnergyText}.
 */
@NullMarked
package org.curtail.cli.machine;

import org.jspecify.annotations.NullMarked;
