/**
 * What {@code curtail machine} reports: {@link org.curtail.app.machine.MachineFacts} asks the
 * system and the JVM, {@link org.curtail.app.machine.MachineText} makes lines of it for people.
 */
@NullMarked
package org.curtail.app.machine;

import org.jspecify.annotations.NullMarked;
