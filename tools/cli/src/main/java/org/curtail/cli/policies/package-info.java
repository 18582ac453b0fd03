/** {@code curtail policies}: the list of policies. */
@NullMarked
package org.curtail.cli.policies;

import org.jspecify.annotations.NullMarked;
