/**
 * Options shared by {@code simulate} and {@code capacity}: the machine, and the policies by name.
 */
@NullMarked
package org.curtail.cli.simulation;

import org.jspecify.annotations.NullMarked;
