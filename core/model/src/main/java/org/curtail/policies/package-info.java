/**
 * All policies by name, and those that papers compare with. Pure functions, as all policies are.
 *
 * <ul>
 *   <li>{@link org.curtail.policies.Policies} is the registry: policies by name, as commands and
 *       result files have them. A new policy is one class and one line there.
 *   <li>{@link org.curtail.policies.UrgentDegree} is another policy with more threads for urgent
 *       requests.
 * </ul>
 *
 * <p><b>Inside.</b> A policy's Javadoc says where it comes from and what it assumes. Of the papers
 * of Few-to-Many and Adaptive: {@code ProtectedDegree}, {@code Binary}, {@code Linear} and {@code
 * RequestClairvoyant}; of the field since: {@code DelayedSelective}, {@code TargetDriven}, {@code
 * TailControl}. {@code EarliestDeadline} knows every demand and shows what could be gained.
 */
@NullMarked
package org.curtail.policies;

import org.jspecify.annotations.NullMarked;
