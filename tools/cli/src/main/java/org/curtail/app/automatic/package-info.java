/** {@code curtail automatic}: its options; {@code automatic} in the lab simulates and judges. */
@NullMarked
package org.curtail.app.automatic;

import org.jspecify.annotations.NullMarked;
