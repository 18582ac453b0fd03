/** Numbers and columns for people. */
@NullMarked
package org.curtail.app.text;

import org.jspecify.annotations.NullMarked;
