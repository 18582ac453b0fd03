/**
 * What would happen: requests to replicated servers with queues, sent again or not. Deterministic
 * from a seed.
 */
@NullMarked
package org.curtail.replicas;

import org.jspecify.annotations.NullMarked;
