/** {@code curtail policies}: what there is to choose from. */
@NullMarked
package org.curtail.cli.policies;

import org.jspecify.annotations.NullMarked;
