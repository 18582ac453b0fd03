/**
 * A plugin for OpenSearch's own distribution, for measurements only: a node on cores that this
 * machine does not have. The query {@link org.curtail.emulatednode.TimedQuery} occupies {@linkplain
 * org.curtail.benchkit.emulate.VirtualCores emulated cores} and computes nothing.
 */
@NullMarked
package org.curtail.emulatednode;

import org.jspecify.annotations.NullMarked;
