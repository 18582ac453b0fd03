/**
 * Looking at threads while they serve. An {@code Observer} is a thread that looks at others, at the
 * rate of its {@code ObserverPace}; each {@code Sample} says what it saw of one. {@code Fidelity}
 * says which samples to trust, {@code ObserverBeats} have the JVM's pauses know that it lives.
 */
@NullMarked
package org.curtail.cli.diagnose.observer;

import org.jspecify.annotations.NullMarked;
