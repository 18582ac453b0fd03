/** Cost of meters. */
@NullMarked
package org.curtail.micrometer;

import org.jspecify.annotations.NullMarked;
