/** What an observer sees of the words that threads publish, under races. */
@NullMarked
package org.curtail.signals;

import org.jspecify.annotations.NullMarked;
