/**
 * The event queue of the simulations of replicated servers and of workflows under load. Not for
 * users.
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.events.EventQueue} holds the coming events of a run.
 * </ul>
 */
@NullMarked
package org.curtail.replicas.events;

import org.jspecify.annotations.NullMarked;
