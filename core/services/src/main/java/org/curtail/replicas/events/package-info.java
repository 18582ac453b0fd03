/**
 * The event queue of two simulations: replicated servers, and workflows under load. Not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.events.EventQueue} holds the future events of a run.
 * </ul>
 */
@NullMarked
package org.curtail.replicas.events;

import org.jspecify.annotations.NullMarked;
