/**
 * Plans that also stop waiting for late answers, and plans of copies, partial answers and catch-up
 * together. Deterministic. Source: Kwiken (Jalaparti et al., SIGCOMM'13).
 *
 * <ul>
 *   <li>{@link PartialAnswers} chooses the rule by which a stage stops waiting, and compares rules
 *       on {@link Visits}. {@link PartialCurve} is the variance of a stage by its loss.
 *   <li>{@link CombinedPlanner} plans copies, partial answers and catch-up together.
 * </ul>
 */
@NullMarked
package org.curtail.workflow.partial;

import org.jspecify.annotations.NullMarked;
