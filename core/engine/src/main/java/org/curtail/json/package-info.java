/**
 * Profiles, interval tables, plans of reissue, workflows and their plans, and what an automatic
 * engine knows, as JSON text.
 *
 * <p>Readers and writers of characters only; which file they belong to is the caller's business.
 * Reading is strict: what a format does not define is rejected, since a misspelt field that is
 * ignored would be a plan that is not enforced.
 *
 * <ul>
 *   <li>{@link org.curtail.json.ProfileJson} reads and writes {@code curtail-profile/1}.
 *   <li>{@link org.curtail.json.IntervalTableJson} reads and writes {@code
 *       curtail-interval-table/1}.
 *   <li>{@link org.curtail.json.ReissuePlanJson} reads and writes {@code curtail-reissue/1}.
 *   <li>{@link org.curtail.json.WorkflowJson} reads and writes {@code curtail-workflow/1}.
 *   <li>{@link org.curtail.json.WorkflowPlanJson} reads and writes {@code curtail-workflow-plan/1}.
 *   <li>{@link org.curtail.json.AutomaticJson} reads and writes {@code curtail-automatic/1}.
 *   <li>{@link org.curtail.json.FormatException} says where a text is not what it should be, and
 *       why.
 * </ul>
 */
@NullMarked
package org.curtail.json;

import org.jspecify.annotations.NullMarked;
