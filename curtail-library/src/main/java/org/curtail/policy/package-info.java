/**
 * The policies: one small file each, and one line each in {@link org.curtail.policy.Policies}.
 *
 * <p>Pure functions like all of {@link org.curtail}: no clock, thread, file or hidden randomness.
 */
@NullMarked
package org.curtail.policy;

import org.jspecify.annotations.NullMarked;
