/**
 * Reissue plans, workflows and workflow plans as JSON text. The caller opens the files.
 *
 * <ul>
 *   <li>{@link org.curtail.services.json.ReissuePlanJson} reads and writes {@code
 *       curtail-reissue/1}.
 *   <li>{@link org.curtail.services.json.WorkflowJson} reads and writes {@code curtail-workflow/1}.
 *   <li>{@link org.curtail.services.json.WorkflowPlanJson} reads and writes {@code
 *       curtail-workflow-plan/1}.
 * </ul>
 */
@NullMarked
package org.curtail.services.json;

import org.jspecify.annotations.NullMarked;
