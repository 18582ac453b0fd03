/**
 * Reissue: when a request that has no answer yet is sent to another replica, for the least tail
 * latency at a budget. Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.ReissueGoal} is what is wanted.
 *   <li>{@link org.curtail.reissue.ReissuePlan} is what was found.
 *   <li>{@link org.curtail.reissue.ReissuePolicy} is when copies are sent.
 *   <li>{@link org.curtail.reissue.Reissue} is one such copy.
 * </ul>
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
