/**
 * All policies by name, and policies of other papers. All are pure functions.
 *
 * <ul>
 *   <li>{@link org.curtail.policies.Policies} is the registry of policies by name. A new policy
 *       needs one class and one line there.
 *   <li>{@link org.curtail.policies.UrgentDegree} gives urgent requests more threads than another
 *       policy.
 * </ul>
 *
 * <p><b>Inside.</b> A policy's Javadoc states its source and its assumptions. {@code
 * ProtectedDegree}, {@code Binary}, {@code Linear} and {@code RequestClairvoyant} come from the
 * papers of Few-to-Many and Adaptive. {@code DelayedSelective}, {@code TargetDriven} and {@code
 * TailControl} come from later papers. {@code EarliestDeadline} knows every demand and shows the
 * possible gain.
 */
@NullMarked
package org.curtail.policies;

import org.jspecify.annotations.NullMarked;
