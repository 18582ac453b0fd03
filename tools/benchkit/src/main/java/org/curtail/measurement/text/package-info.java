/** Numbers and columns for people. */
@NullMarked
package org.curtail.measurement.text;

import org.jspecify.annotations.NullMarked;
