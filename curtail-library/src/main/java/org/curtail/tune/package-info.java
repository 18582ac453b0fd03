/**
 * Finds the numbers of policies by simulation: {@link org.curtail.tune.Tuner} tries them on a
 * {@link org.curtail.tune.Training}. Nothing else in the library knows of this.
 */
@NullMarked
package org.curtail.tune;

import org.jspecify.annotations.NullMarked;
