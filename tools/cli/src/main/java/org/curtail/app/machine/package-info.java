/**
 * What {@code curtail machine} reports: {@link org.curtail.app.machine.MachineFacts} asks the
 * system and the JVM, of energy {@link org.curtail.app.machine.EnergyFacts}; {@link
 * org.curtail.app.machine.MachineText} makes lines of it for people, with the words of {@code
 * EnergyText}.
 */
@NullMarked
package org.curtail.app.machine;

import org.jspecify.annotations.NullMarked;
