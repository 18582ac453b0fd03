/**
 * What will happen in a simulation, in its order: of replicated servers, and of workflows under
 * load. Not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.events.EventQueue} has the events of a run.
 * </ul>
 */
@NullMarked
package org.curtail.replicas.events;

import org.jspecify.annotations.NullMarked;
