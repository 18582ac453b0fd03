/** Numbers and columns for people. */
@NullMarked
package org.curtail.benchkit.text;

import org.jspecify.annotations.NullMarked;
