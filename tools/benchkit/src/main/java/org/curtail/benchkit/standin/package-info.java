/**
 * Stand-ins for the workflows of Kwiken's paper: workflows with its published properties, drawn
 * from a seed. {@link org.curtail.benchkit.standin.StandInWorkflows} is the entry.
 */
@NullMarked
package org.curtail.benchkit.standin;

import org.jspecify.annotations.NullMarked;
