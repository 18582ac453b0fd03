/**
 * The engine that enforces a policy on live requests: {@link org.curtail.runtime.Curtail} is the
 * entry, {@link org.curtail.runtime.SharedWork} what a caller supplies, {@link
 * org.curtail.runtime.Ticket} what it gets. The only package of the library that starts threads.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
