/** {@code curtail grid}: its options and its text; {@code grid} in the lab simulates and judges. */
@NullMarked
package org.curtail.app.grid;

import org.jspecify.annotations.NullMarked;
