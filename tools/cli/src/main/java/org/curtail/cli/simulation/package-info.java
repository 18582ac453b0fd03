/**
 * What {@code simulate} and {@code capacity} ask alike: the machine, by options, and the policies,
 * by name.
 */
@NullMarked
package org.curtail.cli.simulation;

import org.jspecify.annotations.NullMarked;
