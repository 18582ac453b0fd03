/**
 * Stand-ins for the workflows that Kwiken's paper measured: its published properties, made into
 * workflows by a seed. {@link org.curtail.benchkit.standin.StandInWorkflows} is the entry.
 */
@NullMarked
package org.curtail.benchkit.standin;

import org.jspecify.annotations.NullMarked;
