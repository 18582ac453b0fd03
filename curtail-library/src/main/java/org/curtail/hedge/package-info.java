/**
 * Hedging: the runtime side of {@code org.curtail.reissue}. A call that has no answer yet is sent
 * again, to another replica, as a plan says and within a budget.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
