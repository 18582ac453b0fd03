/** {@code curtail early-termination}: its options; {@code termination} measures. */
@NullMarked
package org.curtail.app.earlytermination;

import org.jspecify.annotations.NullMarked;
