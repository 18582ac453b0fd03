/** Races of the words that threads publish for observers. */
@NullMarked
package org.curtail.signals;

import org.jspecify.annotations.NullMarked;
