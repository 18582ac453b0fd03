/**
 * Observation of threads while they serve. An {@code Observer} is a thread that looks at others;
 * each {@code Sample} has the values of one thread. {@code Fidelity} filters samples; {@code
 * ObserverBeats} are its heartbeat for the JVM's pauses.
 */
@NullMarked
package org.curtail.cli.diagnose.observer;

import org.jspecify.annotations.NullMarked;
