/** {@code curtail reproduce}: its options; {@code papers} has the experiments. */
@NullMarked
package org.curtail.app.reproduce;

import org.jspecify.annotations.NullMarked;
