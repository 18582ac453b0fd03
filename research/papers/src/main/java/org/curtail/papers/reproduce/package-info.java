/** {@code curtail reproduce}: its options; {@code papers} has the experiments. */
@NullMarked
package org.curtail.papers.reproduce;

import org.jspecify.annotations.NullMarked;
