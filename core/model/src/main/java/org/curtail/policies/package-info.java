/**
 * All policies by name, and the opponents of papers. Pure functions, as all policies are.
 *
 * <ul>
 *   <li>{@link org.curtail.policies.Policies} is the registry: policies by their names in commands
 *       and result files. A new policy is one class and one line there.
 *   <li>{@link org.curtail.policies.UrgentDegree} is another policy with more threads for urgent
 *       requests.
 * </ul>
 *
 * <p><b>Inside.</b> A policy's Javadoc states its source and its assumptions. From the papers of
 * Few-to-Many and Adaptive: {@code ProtectedDegree}, {@code Binary}, {@code Linear} and {@code
 * RequestClairvoyant}; from later papers: {@code DelayedSelective}, {@code TargetDriven}, {@code
 * TailControl}. {@code EarliestDeadline} knows every demand and shows what could be gained.
 */
@NullMarked
package org.curtail.policies;

import org.jspecify.annotations.NullMarked;
